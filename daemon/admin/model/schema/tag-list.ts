import { isUnseen } from '../../api/characters.js';
import type { Checked } from '../../api/errors.js';
import { MAX_TAG_CHARACTERS } from '../../api/limits.js';
import { joinTags, splitTags, tagText } from '../../api/tags.js';
import { cellFromJson } from '../cell-json.js';
import type { Cell, Column } from '../column.js';
import type { FieldRules, TagRules } from './form-schema.js';

/**
 * Reads the tags in a body: a list for a json column, a text for a text column. It removes the space around each tag, gives its
 * letters one spelling, and what it writes to a text column has one separator between two tags.
 */
export function tagCell(
  column: Column,
  { separator, maximum, choices }: TagRules,
  { required }: Pick<FieldRules, 'required'>,
  value: unknown,
): Checked<Cell> {
  if (value === null) return cellFromJson(column, null);
  const given = separator === undefined ? value : typeof value === 'string' ? splitTags(value, separator) : undefined;
  if (!Array.isArray(given)) return { rule: separator === undefined ? 'list' : 'string' };
  if (given.length > maximum) return { rule: 'list_length', parameters: { maximum } };
  const tags = given.map((tag: unknown) => (typeof tag === 'string' ? tagText(tag, choices) : ''));
  if (!tags.every(isTag)) return { rule: 'tags', parameters: { maximum: MAX_TAG_CHARACTERS } };
  if (tags.length === 0 && required) return { rule: 'required' };
  if (new Set(tags).size < tags.length) return { rule: 'repeated' };
  if (choices !== undefined && !tags.every((tag) => choices.has(tag))) return { rule: 'choice' };
  return cellFromJson(column, separator === undefined ? tags : joinTags(tags, separator));
}

/** With a visible character, not too long, and without control characters, line breaks and halves of characters. */
function isTag(tag: string): boolean {
  return !isUnseen(tag) && [...tag].length <= MAX_TAG_CHARACTERS && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(tag);
}
