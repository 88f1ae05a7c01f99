import type { RecordBody } from '../../../admin/api/answers.js';
import type { FieldView, Values } from '../../api/views.js';
import { fromRecord, isBlank, isWritable } from './field-value.js';
import type { FormState } from './form-state.js';
import { labelsOf, openForm } from './form-state.js';
import { followed } from './presets.js';

/**
 * The create form with the values of a record: what both its form and the create form have, and the administrator may write.
 * Never a password, and no links of relation managers. The copy gets a name of its own, and fields with a preset follow it,
 * because an address that is derived from the name is usually unique.
 */
export function openCopy(
  fields: readonly FieldView[],
  source: RecordBody,
  copyName: (name: string) => string,
): FormState {
  const blank = openForm(fields, 'create', undefined);
  const taken = fields.filter((field) => isCopied(field, source));
  const copied = new Set(taken.map(({ name }) => name));
  const own = Object.fromEntries(taken.map((field) => [field.name, fromRecord(field, source[field.name])]));
  const named = taken.find((field) => isName(field, source));
  const name = named && copyName(String(source[named.name]));
  const fits = name !== undefined && (named?.maxLength === undefined || Array.from(name).length <= named.maxLength);
  const start: Values = { ...blank.values, ...own, ...(named && fits && { [named.name]: name }) };
  const following = new Set(
    [...blank.following].filter((one) =>
      fields.some(({ name: field, preset }) => field === one && hasSource(preset, start)),
    ),
  );
  const values = [...following].reduce((all, one) => {
    const source = fields.find(({ name: field }) => field === one)?.preset?.field ?? one;
    return followed(fields, following, all, source);
  }, start);
  return { ...blank, copied, following, stored: values, values, labels: labelsOf(source) };
}

function isCopied(field: FieldView, source: RecordBody): boolean {
  return isWritable(field) && field.type !== 'password' && Object.hasOwn(source, field.name);
}

/** Whether the field is the one that names the record. */
function isName({ name, type }: FieldView, { _title: title, ...source }: RecordBody): boolean {
  return type === 'text' && title !== undefined && source[name] === title;
}

function hasSource(preset: FieldView['preset'], values: Values): boolean {
  return preset !== undefined && !isBlank(values[preset.field] ?? null);
}
