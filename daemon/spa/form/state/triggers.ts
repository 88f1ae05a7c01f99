import type { FieldValue, Values, FieldView } from '../../api/views.js';
import type { TriggerCondition } from '../../../admin/model/schema/form-schema.js';
import { isTrue } from './field-value.js';

/** The current effect of a trigger on a field. */
export interface TriggerEffect {
  readonly isHidden: boolean;
  readonly isDisabled: boolean;
}

const NO_EFFECT: TriggerEffect = { isHidden: false, isDisabled: false };

/**
 * As in October: `show` hides the field while the condition is not met, `enable` disables it. A hidden field keeps its
 * value and is sent like any other. A disabled field is not sent. The source field's value counts even if that field is
 * hidden.
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
 * `empty`: a field is emptied when a change meets its condition, never when the form opens, because that would change
 * records that the user has not touched. Emptying a field may meet the condition of another one.
 */
export function emptied(fields: readonly FieldView[], before: Values, after: Values): Values {
  let values = after;
  // Each round empties at least one more field, so the number of fields limits the rounds, even if triggers form a cycle.
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

/** Flags are 1 and 0 in October's files, but some authors write true and false as in JSON. */
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
