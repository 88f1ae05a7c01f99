import type { FormContext } from '../../../admin/model/schema/types.js';
import type { FieldView } from '../../api/views.js';

/** What is only shown. */
const WITHOUT_VALUE: ReadonlySet<FieldView['type']> = new Set([
  'section',
  'hint',
  'partial',
  'widget',
  'relationmanager',
]);

/** The fields of one form: a name stands there once. */
export function fieldsIn(fields: readonly FieldView[], context: FormContext): readonly FieldView[] {
  return fields.filter((field) => field.context.includes(context));
}

export function holdsValue({ type }: FieldView): boolean {
  return !WITHOUT_VALUE.has(type);
}

/** What the API would take a value for; everything else it drops, so it is never sent. */
export function isWritable(field: FieldView): boolean {
  return holdsValue(field) && !isUnsaved(field) && !field.disabled && !field.readOnly && !field.hidden;
}

/** `_x`: shown, may be typed into (triggers look at it), never saved. */
export function isUnsaved({ name }: FieldView): boolean {
  return name.startsWith('_');
}
