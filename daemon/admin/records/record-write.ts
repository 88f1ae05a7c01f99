import type { AdminError, Checked, FieldProblem } from '../api/errors.js';
import { invalid, isProblem } from '../api/errors.js';
import { isUnseen } from '../api/characters.js';
import { MAX_RELATED_IN_FIELD } from '../api/limits.js';
import { isRecordId } from '../api/paths.js';
import { cellFromJson } from '../model/cell-json.js';
import type { Cell, Column, ReadCell } from '../model/column.js';
import { isToMany } from '../model/column.js';
import { fieldCell, ruleProblem } from '../model/schema/field-rules.js';
import { exactJson, parseExactly } from '../model/json-text.js';
import type { AdminRecord, ColumnWrite, RecordWrite, RelationWrite } from '../model/record.js';
import type { FieldRules } from '../model/schema/form-schema.js';
import { isEmptyRichText, MAX_RICH_TEXT_DEPTH, readRichText } from '../partials/rich-text.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { beginningOf } from './import/excerpt.js';
import type { NestedReading } from './nested-values.js';
import { readNested } from './nested-values.js';

export type ParsedWrite =
  | { readonly write: RecordWrite }
  | { readonly problems: Readonly<Record<string, readonly FieldProblem[]>> };

export interface WriteOptions {
  /** True for a create form: required fields must be present, not only non-empty if present. */
  readonly creating: boolean;
  /** The stored record, for what the values of nested forms keep; undefined if there is none, or none is needed. */
  readonly stored?: Pick<AdminRecord, 'cells'> | undefined;
  /** Whether the body names the version that it is based on. */
  readonly hasVersion?: boolean;
}

/**
 * Extracts the writable part of a request's body: the values of writable fields, by their exact names. It silently drops all
 * other keys, so that a client neither learns which columns exist nor writes to them.
 */
export function parseWrite(
  { writable, fields }: PermittedForm,
  body: Readonly<Record<string, unknown>>,
  { creating, stored, hasVersion = false }: WriteOptions,
): ParsedWrite {
  const columns: ColumnWrite[] = [];
  const relations: RelationWrite[] = [];
  const problems = new Map<string, readonly FieldProblem[]>();
  const reading: NestedReading = {
    readValue: (column, rules, value) => {
      const read = readColumn(column, rules, value);
      return isProblem(read) ? read : read.value;
    },
    isEmpty: (value) => isBlank(value) || isUnseenText(value),
    // A new record has no stored list, so places of another one mean nothing.
    mayNamePlaces: creating || hasVersion,
    report: (path, problem) => problems.set(path, [problem]),
  };

  for (const { name, binding, rules, nested } of writable.values()) {
    const carried = Object.hasOwn(body, name) && (nested !== undefined || !isNested(body[name]));
    const value = carried ? body[name] : undefined;
    if (rules.secret === true && isBlank(value)) {
      if (creating && rules.required) problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (!carried) {
      if (creating && rules.required) problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (rules.required && (isBlank(value) || isUnseenText(value))) {
      problems.set(name, [{ rule: 'required' }]);
      continue;
    }
    if (binding.kind === 'column') {
      const slot = fields.get(name)?.slot;
      const before = slot && stored?.cells[slot.index];
      if (nested?.isPartial === true && isUnreadable(before)) {
        // Any write would remove the hidden members.
        problems.set(name, [{ rule: 'partly_hidden' }]);
        continue;
      }
      const given = nested === undefined ? value : nestedText(readNested(nested, value, jsonOf(before), name, reading));
      const read = readColumn(binding.column, rules, given ?? null);
      // A nested form has reported its problems at their own places.
      if (!isProblem(read)) columns.push(read);
      else if (given !== undefined) problems.set(name, [read]);
    } else if (binding.kind === 'relation') {
      const { relation, scope } = binding;
      const ids = readIds(value, isToMany(relation));
      if (isProblem(ids)) problems.set(name, [ids]);
      else relations.push({ relation, ids, ...(scope && { scope }) });
    }
  }
  return problems.size === 0 ? { write: { columns, relations } } : { problems: Object.fromEntries(problems) };
}

/** Whether the body has the value of a nested form or a repeater, which the stored one completes. */
export function carriesNested({ writable }: PermittedForm, body: Readonly<Record<string, unknown>>): boolean {
  return [...writable.values()].some(({ name, nested }) => nested !== undefined && Object.hasOwn(body, name));
}

/** The host could not read the stored value, or it was too long to be sent. */
function isUnreadable(cell: ReadCell | undefined): boolean {
  return cell?.kind === 'invalid' || cell?.kind === 'truncated';
}

function jsonOf(cell: ReadCell | undefined): unknown {
  return cell?.kind === 'json' ? parseExactly(cell.value) : undefined;
}

/** A nested value for its json column: as a text, because members that the form does not write keep all their digits. */
function nestedText(value: unknown): string | null | undefined {
  return value === undefined || value === null ? value : exactJson(value);
}

function readColumn(column: Column, rules: FieldRules, value: unknown): Checked<ColumnWrite> {
  const given = fieldCell(column, rules, value);
  const read = isProblem(given) || rules.html !== true ? given : readHtml(column, rules, given);
  if (isProblem(read)) return read;
  const problem = ruleProblem(rules, read);
  if (problem !== undefined) return problem;
  return {
    column,
    value: read,
    ...(rules.optionProvider !== undefined && { optionProvider: rules.optionProvider }),
  };
}

/** HTML in the spelling in which it is stored, which may be longer than the client's. */
function readHtml(column: Column, { required }: FieldRules, cell: Cell): Checked<Cell> {
  if (cell.kind !== 'string') return cell;
  const read = readRichText(cell.value);
  if (read.kind === 'rejected') return { rule: 'html_content', parameters: { found: read.found } };
  if (read.kind === 'too-deep') return { rule: 'html_depth', parameters: { maximum: MAX_RICH_TEXT_DEPTH } };
  if (required && isEmptyRichText(read.html)) return { rule: 'required' };
  return cellFromJson(column, read.html);
}

/** Ids are strings, as the API shows them, or integers. */
function readIds(value: unknown, many: boolean): Checked<readonly string[]> {
  if (value === null || value === '') return [];
  if (many !== Array.isArray(value)) return { rule: many ? 'list' : 'choice' };
  if (Array.isArray(value) && value.length > MAX_RELATED_IN_FIELD) {
    return { rule: 'list_length', parameters: { maximum: MAX_RELATED_IN_FIELD } };
  }
  const ids = (Array.isArray(value) ? value : [value]).map((id: unknown) =>
    Number.isSafeInteger(id) ? String(id) : id,
  );
  if (!ids.every((id): id is string => typeof id === 'string' && isRecordId(id))) return { rule: 'choice' };
  return new Set(ids).size < ids.length ? { rule: 'repeated' } : ids;
}

/** No field accepts an object inside a body. */
function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a text of which users see nothing, so that the field looks empty. */
function isUnseenText(value: unknown): boolean {
  return typeof value === 'string' && isUnseen(value);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** `_version` of a body: the version that the change is based on. Without it, the last write wins. */
export function expectedVersion(
  body: Readonly<Record<string, unknown>>,
): { readonly expectedVersion?: string } | AdminError {
  if (!Object.hasOwn(body, '_version')) return {};
  const { _version: version } = body;
  if (typeof version !== 'string' || version === '') return invalid('_version', { rule: 'string' });
  if (beginningOf(version, MAX_VERSION) === undefined) return { expectedVersion: version };
  return invalid('_version', { rule: 'string_length', parameters: { maximum: MAX_VERSION } });
}

/** Characters of a version in the contract. */
const MAX_VERSION = 255;
