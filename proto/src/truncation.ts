/**
 * What TruncatedValue has of a text or of bytes, for both sides: the host that cuts, and Gatehouse where an older host did not.
 *
 * @param most AdminSelection.max_text
 * @returns undefined for a value that is short enough
 */
export function truncatedText(value: string | Buffer, most: number): string | undefined {
  if (typeof value !== 'string') {
    const bytes = truncatedBytes(most);
    return value.length > bytes ? value.subarray(0, bytes).toString('base64') : undefined;
  }
  if (value.length <= most) return undefined;
  // A character takes up to two units: no more of a long text has to be split into characters.
  const characters = [...value.slice(0, 2 * (most + 1))];
  return characters.length > most ? characters.slice(0, most).join('') : undefined;
}

/** Bytes whose Base64 has at most so many characters. */
export function truncatedBytes(most: number): number {
  return Math.floor(most / 4) * 3;
}

/** A text for people, of at most so many characters, the last of which says that it was longer. */
export function shortText(text: string, most: number): string {
  return truncatedText(text, most) === undefined ? text : `${truncatedText(text, most - 1) ?? ''}…`;
}
