import type { FieldValue, Values, FieldView } from '../../api/views.js';
import type { TriggerCondition } from '../../../admin/model/schema/form-schema.js';
import { isTrue } from './field-value.js';

/** What a trigger makes of a field at the moment. */
export interface TriggerEffect {
  readonly isHidden: boolean;
  readonly isDisabled: boolean;
}

const NO_EFFECT: TriggerEffect = { isHidden: false, isDisabled: false };

/**
 * As in October: `show` hides while the condition is not met, `enable` disables; what is hidden keeps its value and is sent
 * like any other, what is disabled is not sent. The other field counts with its value even where it is hidden itself.
 */
export function triggerEffect({ trigger }: FieldView, values: Values): TriggerEffect {
  if (trigger === undefined) return NO_EFFECT;
  const isMet = meets(trigger.condition, values[trigger.field] ?? null);
  const does = (action: (typeof trigger.actions)[number]) => trigger.actions.includes(action);
  return {
    isHidden: (does('show') && !isMet) || (does('hide') && isMet),
    isDisabled: (does('enable') && !isMet) || (does('disable') && isMet),
  };
}

/**
 * `empty`: a field is emptied when a change brings about its condition, never by the form being opened, which would change
 * records that nobody has touched. What is emptied may bring about the condition of the next.
 */
export function emptied(fields: readonly FieldView[], before: Values, after: Values): Values {
  let values = after;
  // Each round empties at least one more field, so there are no more rounds than fields, however the triggers go in circles.
  for (let round = 0; round < fields.length; round += 1) {
    const names = fields
      .filter((field) => comesToEmpty(field, before, values) && !isEmpty(values[field.name] ?? null))
      .map(({ name }) => name);
    if (names.length === 0) break;
    values = { ...values, ...Object.fromEntries(names.map((name) => [name, emptyOf(values[name] ?? null)])) };
  }
  return values;
}

function comesToEmpty({ trigger }: FieldView, before: Values, after: Values): boolean {
  if (trigger?.actions.includes('empty') !== true) return false;
  const { condition, field } = trigger;
  return !meets(condition, before[field] ?? null) && meets(condition, after[field] ?? null);
}

/** A field that is not on the form counts as empty and not ticked. */
export function meets(condition: TriggerCondition, value: FieldValue): boolean {
  switch (condition.kind) {
    case 'checked':
      return isTicked(value);
    case 'unchecked':
      return !isTicked(value);
    case 'value':
      return textsOf(value).some((text) => condition.values.includes(text));
  }
}

function isTicked(value: FieldValue): boolean {
  return Array.isArray(value) ? value.length > 0 : isTrue(value);
}

/** Flags are 1 and 0 in October's files, and true and false in those of whoever thinks of JSON. */
function textsOf(value: FieldValue): readonly string[] {
  if (value === null) return [''];
  if (typeof value === 'boolean') return value ? ['1', 'true'] : ['', '0', 'false'];
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value.length === 0 ? [''] : value.map(String);
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}

function emptyOf(value: FieldValue): FieldValue {
  if (typeof value === 'boolean') return false;
  return Array.isArray(value) ? [] : null;
}
