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

export function joinTags(tags: readonly string[], separator: TagSeparator): string {
  return tags.join(separator);
}
