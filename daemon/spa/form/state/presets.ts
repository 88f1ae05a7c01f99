import type { PresetType } from '../../../admin/model/schema/form-schema.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import { isBlank, isWritable } from './field-value.js';

/**
 * Letters that Unicode normalization does not split into a base letter and a mark, and letters that October's presets write
 * with two letters.
 */
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};

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

/**
 * Characters without a visible shape of their own: joiners, variation selectors, soft hyphens, fillers and enclosing marks.
 * They would be invisible in an address. The zero-width space separates words like any other space.
 */
const INVISIBLE = /(?!\u200b)[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** "Über Größe & Maß" → "ueber-groesse-mass". Letters of other scripts stay, because addresses may contain them. */
export function slugOf(text: string): string {
  return (
    text
      .replace(INVISIBLE, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\u00df-\u014b]/g, (letter) => LATIN[letter] ?? letter)
      .normalize('NFD')
      .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0))
      .normalize('NFC')
      .replace(/['’]/g, '')
      // A combining mark belongs to its base character. Drop it if that is not a letter or digit.
      .replace(/(?:^\p{M}+|[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, '-')
      .replace(/^-|-$/g, '')
  );
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
