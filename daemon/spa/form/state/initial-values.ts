import type { RecordBody, SettingsBody } from '../../../admin/model/answers.js';
import type { FieldView } from '../../api/views.js';
import type { FieldValue } from '../field-props.js';
import { fromRecord, type Values } from './field-value.js';
import { holdsValue, isUnsaved } from './form-fields.js';

/** A record of a controller, or the values of a settings screen. */
export type FormRecord = RecordBody | SettingsBody;

/** What a form starts with. @param record undefined on the create form, which starts with its defaults */
export function initialValues(fields: readonly FieldView[], record: FormRecord | undefined): Values {
  return Object.fromEntries(
    fields.filter(holdsValue).map((field) => {
      const isNew = record === undefined || isUnsaved(field);
      return [field.name, isNew ? defaultOf(field) : fromRecord(field, record[field.name])];
    }),
  );
}

/**
 * Fields of which the record carries nothing although it should: a relation of more records than a form can hold. They are
 * shown and never sent: what would be sent is not the whole, and would unlink the rest.
 */
export function withheldFields(fields: readonly FieldView[], record: FormRecord | undefined): ReadonlySet<string> {
  if (record === undefined) return new Set();
  const withheld = fields.filter(
    (field) =>
      holdsValue(field) &&
      !isUnsaved(field) &&
      field.type !== 'password' &&
      !Object.hasOwn(record, field.name) &&
      record._invalid?.[field.name] === undefined,
  );
  return new Set(withheld.map(({ name }) => name));
}

function defaultOf({ type, default: start, multiple }: FieldView): FieldValue {
  if (start !== undefined) return start;
  if (type === 'checkbox' || type === 'switch') return false;
  return type === 'checkboxlist' || multiple === true ? [] : null;
}
