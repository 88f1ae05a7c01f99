import type { PresetType } from '../../../admin/model/schema/form-schema.js';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import { isBlank, isWritable } from './field-value.js';

/**
 * Letters that are no base letter with a mark, and so are not taken apart by Unicode's normal forms; and those that October's
 * own presets write with two letters.
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

/** What a field with a preset holds while it follows a text. */
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
 * What has no look of its own: joiners, selectors of how an emoji is drawn, soft hyphens, fillers, signs that go around another
 * one. In an address nobody would see it. The space without width separates words as any space does.
 */
const INVISIBLE = /(?!\u200b)[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** "Über Größe & Maß" → "ueber-groesse-mass". Letters of other scripts stay: an address may have them. */
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
      // A mark belongs to what it stands on: without a letter or digit there is none.
      .replace(/(?:^\p{M}+|[^\p{L}\p{N}\p{M}]\p{M}*)+/gu, '-')
      .replace(/^-|-$/g, '')
  );
}

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
