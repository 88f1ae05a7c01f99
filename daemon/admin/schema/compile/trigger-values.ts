import { choiceText } from '../../model/cell-json.js';
import type { FormField } from '../../model/schema/form-schema.js';
import type { NamedField } from '../keys/fields.js';
import { didYouMean } from '../yaml/problems.js';
import type { CompileContext } from './context.js';

/**
 * Gives the condition of a trigger the values that the watched field has: a choice of a bool column is "true" where the file
 * says 1, and one of a decimal column 1.5 for 1.50. Warns of a value that is no choice of that field, because only a record that
 * is older than the choices could meet such a condition.
 */
export function withTriggerValues(
  field: FormField,
  trigger: NamedField['value']['trigger'],
  fields: readonly FormField[],
  { problems }: CompileContext,
): FormField {
  const { condition: given, field: watched } = trigger?.value ?? {};
  if (field.view.trigger === undefined || given?.value.kind !== 'value') return field;
  const sources = fields.filter(({ name }) => name === watched?.value).map(choicesOf);
  const closed = sources.flatMap((source) => source?.values ?? []);
  const isClosed = sources.length > 0 && sources.every((source) => source !== undefined);
  const values = given.value.values.flatMap((written) => {
    const spellings = sources.map((source) => choiceText(source?.column, written) ?? written);
    if (isClosed && written !== '' && !spellings.some((one) => closed.includes(one))) {
      const advice = didYouMean(written, closed) ?? `its choices are ${closed.join(', ')}`;
      problems.warn(given.at, `${watched?.value ?? ''} has no choice ${written}`, advice);
    }
    return [written, ...spellings];
  });
  const condition = { kind: 'value', values: [...new Set(values)] } as const;
  return { ...field, view: { ...field.view, trigger: { ...field.view.trigger, condition } } };
}

/** The choices of a field that takes no other values; undefined for any other field. */
function choicesOf({ binding, view }: FormField) {
  if (binding.kind !== 'column' || binding.choices?.kind !== 'listed') return undefined;
  if (view.type === 'taglist' && view.tags?.custom !== false) return undefined;
  return { column: binding.column, values: [...binding.choices.values] };
}
