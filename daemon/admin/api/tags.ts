import { composed } from './spelling.js';

/** Tags as texts in a text column. The page and the daemon split and join them in the same way. */

/** By the word in the YAML. */
export const TAG_SEPARATORS = { comma: ',', space: ' ' } as const;

export type TagSeparator = (typeof TAG_SEPARATORS)[keyof typeof TAG_SEPARATORS];

/** The tags of a text, without the space around each. Nothing between two separators is no tag. */
export function splitTags(text: string, separator: TagSeparator): readonly string[] {
  return text
    .split(separator === ' ' ? /\s/u : separator)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/**
 * A tag as it is stored: trimmed, and in the one spelling of its letters that people cannot tell from others (Unicode NFC).
 * A choice of the form stays as the form has it.
 */
export function tagText(text: string, choices?: { has(tag: string): boolean }): string {
  const tag = text.trim();
  return choices?.has(tag) === true ? tag : composed(tag);
}

export function joinTags(tags: readonly string[], separator: TagSeparator): string {
  return tags.join(separator);
}
