import { slugOf } from '../../../admin/api/slug.js';
import type { PresetType } from '../../../admin/model/schema/form-schema.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import { isBlank, isWritable } from './field-value.js';

/** The value of a field with a preset while it follows a text. */
export function presetText(type: PresetType, source: string): string {
  switch (type) {
    case 'exact':
      return source;
    case 'slug':
      return slugOf(source);
    case 'url':
      return `/${slugOf(source)}`;
    case 'camel':
      return slugOf(source).replace(/-(.)/gu, (_dash, letter: string) => letter.toUpperCase());
  }
}

/** Fields that follow another one: those with a preset that are blank when the form opens, until the user types into them. */
export function followers(fields: readonly FieldView[], values: Values): ReadonlySet<string> {
  const following = fields.filter(
    (field) => field.preset !== undefined && isWritable(field) && isBlank(values[field.name] ?? null),
  );
  return new Set(following.map(({ name }) => name));
}

/** The values after the user has typed into `changed`, including all direct and indirect followers. */
export function followed(
  fields: readonly FieldView[],
  following: ReadonlySet<string>,
  values: Values,
  changed: string,
): Values {
  const reached = new Set([changed]);
  let result = values;
  // Iterating over a Set includes items added on the way. Adding an existing name does nothing, which ends a cycle.
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
