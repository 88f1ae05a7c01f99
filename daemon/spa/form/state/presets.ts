import type { FieldView } from '../../api/views.js';
import type { FieldValue } from '../field-props.js';
import { isBlank, type Values } from './field-value.js';
import { isWritable } from './form-fields.js';
import { presetText } from './preset-text.js';

/** Fields that follow another one: those which are blank when the form is opened, until somebody types into them. */
export function followers(fields: readonly FieldView[], values: Values): ReadonlySet<string> {
  const following = fields.filter(
    (field) => field.preset !== undefined && isWritable(field) && isBlank(values[field.name] ?? null),
  );
  return new Set(following.map(({ name }) => name));
}

/** The values after `changed` has been typed into: what follows it, and what follows that. */
export function followed(
  fields: readonly FieldView[],
  following: ReadonlySet<string>,
  values: Values,
  changed: string,
): Values {
  const reached = new Set([changed]);
  let result = values;
  // A Set is walked with what is added on the way; a name that is there already ends a circle.
  for (const source of reached) {
    for (const { name, preset } of fields) {
      if (preset?.field !== source || !following.has(name) || reached.has(name)) continue;
      reached.add(name);
      result = { ...result, [name]: textOr(preset.type, result[source] ?? null) };
    }
  }
  return result;
}

function textOr(type: NonNullable<FieldView['preset']>['type'], source: FieldValue): string {
  const text = Array.isArray(source) || source === null ? '' : String(source);
  return text.trim() === '' ? '' : presetText(type, text);
}
