import type { ImportCounts, ImportOutcome } from '../api/answers.js';
import type { FieldProblem } from '../api/errors.js';
import { isProblem } from '../api/errors.js';
import { composed } from '../api/spelling.js';
import { cellFromJson } from '../model/cell-json.js';
import type { Cell, ReadCell } from '../model/column.js';
import type { ExistingRecord, ImportedRecord } from '../ports/bulk.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import type { ParsedWrite } from '../records/record-write.js';
import { parseWrite } from '../records/record-write.js';
import type { Mapping } from '../records/import/mapping.js';
import { unfilled } from '../records/import/mapping.js';
import type { ImportPlan, KeyField, UpdatePlan } from '../records/import/plan.js';
import type { CellProblem, ReadRow } from '../records/import/read-rows.js';

/** The rows of a file as the records that the host is to write. */
export interface RowWrites {
  /** Without the cells that are untouched. */
  readonly rows: readonly ReadRow[];
  readonly writes: readonly RowWrite[];
  /** The outcome of each row; null: it has problems. */
  readonly outcomes: readonly (ImportOutcome | null)[];
  readonly counts: ImportCounts;
  /** By row, in their order, and by column. */
  readonly problems: readonly { readonly row: number; readonly problems: readonly CellProblem[] }[];
  /** Fields that every new record needs, and that nothing fills. */
  readonly missing: ReturnType<typeof unfilled>;
}

export interface RowWrite extends ImportedRecord {
  readonly row: number;
  readonly form: PermittedForm;
}

/** A row, and the key of its record. */
export interface Wanted {
  readonly key: Cell;
  readonly row: ReadRow;
}

/** The record with a key, and what a row would change in it; or several records. */
export type Match = ChangedRecord | 'several';

export interface ChangedRecord {
  readonly existing: ExistingRecord;
  /** Without its untouched cells. */
  readonly row: ReadRow;
  readonly parsed: ParsedWrite;
  /** Whether the record already has everything. */
  readonly isSame: boolean;
}

/** Finds the records with keys, which are texts of `keyText`. */
export type FindMatches = (
  plan: UpdatePlan,
  wanted: ReadonlyMap<string, Wanted>,
) => Promise<ReadonlyMap<string, Match>>;

/** The text of a key, which is equal for equal keys, also if they spell a letter with a mark in two ways. */
export function keyText(cell: ReadCell): string {
  return 'value' in cell ? composed(String(cell.value)) : '';
}

/** Turns each row into the record that it creates or updates. Asks for the records of all keys at once. */
export async function writesOf(
  rows: readonly ReadRow[],
  plan: ImportPlan,
  mapping: Mapping,
  find: FindMatches,
): Promise<RowWrites> {
  const { create, update } = plan;
  const keyed = update === undefined ? rows.map(() => undefined) : keysOf(rows, update.key);
  const wanted = new Map<string, Wanted>();
  for (const [index, row] of rows.entries()) {
    const key = keyed[index];
    if (key !== undefined && !isProblem(key)) wanted.set(keyText(key), { key, row });
  }
  const matches = update === undefined ? new Map<string, Match>() : await find(update, wanted);

  const writes: RowWrite[] = [];
  const problems: RowWrites['problems'][number][] = [];
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const creating: ReadRow[] = [];
  const missing = create === undefined ? [] : unfilled(create, mapping);
  const reported = new Set(missing.map(({ name }) => name));
  const initial = create === undefined ? {} : initialValues(create);

  const matchOf = (index: number): Match | undefined => {
    const key = keyed[index];
    return key === undefined || isProblem(key) ? undefined : matches.get(keyText(key));
  };
  const changes = rows.map((row, index): ReadRow => {
    const match = matchOf(index);
    return match === undefined || match === 'several' ? row : match.row;
  });

  const outcomes = changes.map((row, index): ImportOutcome | null => {
    const found = [...row.problems];
    const key = keyed[index];
    const keyColumn = placeOf(mapping, update?.key.name);
    const fail = (problem: FieldProblem): null => {
      if (!found.some(({ column }) => column === keyColumn)) found.push({ column: keyColumn, problem });
      problems.push({ row: row.number, problems: sorted(found) });
      return null;
    };
    const settle = (
      parsed: ParsedWrite,
      form: PermittedForm,
      outcome: ImportOutcome,
      existing?: ExistingRecord,
    ): ImportOutcome | null => {
      if ('problems' in parsed) found.push(...problemsOf(parsed.problems, mapping, found, reported));
      if (found.length > 0 || 'problems' in parsed) {
        if (found.length > 0) problems.push({ row: row.number, problems: sorted(found) });
        return null;
      }
      counts[outcome] += 1;
      if (outcome !== 'unchanged')
        writes.push({ ...parsed.write, row: row.number, form, ...(existing && { existing }) });
      return outcome;
    };

    if (key !== undefined && isProblem(key)) return fail(key);
    const match = matchOf(index);
    if (match === 'several') return fail({ rule: 'import_key_ambiguous' });
    if (match !== undefined && update !== undefined) {
      return settle(match.parsed, update.form, match.isSame ? 'unchanged' : 'updated', match.existing);
    }
    if (create === undefined) return fail({ rule: key === undefined ? 'import_key_empty' : 'import_key_missing' });
    // A key that the create form cannot write would be lost.
    const isLost = update !== undefined && key !== undefined && !create.writable.has(update.key.name);
    if (isLost) return fail({ rule: 'import_key_missing' });
    creating.push(row);
    const body = Object.assign(Object.create(null) as Record<string, unknown>, initial, row.values);
    return settle(parseWrite(create, body, { creating: true }), create, 'created');
  });
  return { rows: changes, writes, outcomes, counts, problems, missing: creating.length > 0 ? missing : [] };
}

/** The key of each row; undefined: it has none. */
function keysOf(rows: readonly ReadRow[], { name, column }: KeyField): readonly (Cell | FieldProblem | undefined)[] {
  const first = new Map<string, number>();
  return rows.map(({ number, values }) => {
    const value = values[name];
    if (value === undefined) return undefined;
    // Only texts and integers are keys (compile/import.ts), whose texts in a file are their JSON.
    const cell = cellFromJson(column, value);
    if (isProblem(cell)) return cell;
    const before = first.get(keyText(cell));
    if (before !== undefined) return { rule: 'import_key_repeated', parameters: { row: before } };
    first.set(keyText(cell), number);
    return cell;
  });
}

/** The problems of a form, except for those that the file or the row has reported in another way. */
function problemsOf(
  problems: Readonly<Record<string, readonly FieldProblem[]>>,
  mapping: Mapping,
  before: readonly CellProblem[],
  reported: ReadonlySet<string>,
): readonly CellProblem[] {
  return Object.entries(problems).flatMap(([name, ofField]) => {
    if (reported.has(name)) return [];
    const column = placeOf(mapping, name);
    // A value that could not be read at all is already a problem, and is missing here for that reason.
    if (column !== null && before.some((one) => one.column === column)) return [];
    return ofField.map((problem) => ({ column, problem }));
  });
}

/** The column of the file that fills a field. */
export function placeOf(mapping: Mapping, name: string | undefined): number | null {
  const place = mapping.findIndex((field) => field !== undefined && field.name === name);
  return place === -1 ? null : place;
}

function sorted(problems: readonly CellProblem[]): readonly CellProblem[] {
  return [...problems].sort((one, other) => (one.column ?? -1) - (other.column ?? -1));
}

/** The values that the create form begins with. */
function initialValues({ writable }: PermittedForm): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...writable.values()].flatMap(({ name, view }) => (view.default === undefined ? [] : [[name, view.default]])),
  );
}
