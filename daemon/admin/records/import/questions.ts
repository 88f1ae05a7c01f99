/** Bytes of the texts in one question: far below what a message to the host may have. */
const MAX_BYTES = 1024 * 1024;

/**
 * Texts of a file that the host has to find, in questions that fit into a message: a text may have 32,767 characters.
 * @param most items in one question
 * @param textsOf what the question has of an item
 */
export function questions<Item>(
  items: readonly Item[],
  most: number,
  textsOf: (item: Item) => readonly string[],
): readonly (readonly Item[])[] {
  const all: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = textsOf(item).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const current = all.at(-1);
    if (current === undefined || current.length === most || bytes + size > MAX_BYTES) {
      all.push([item]);
      bytes = size;
    } else {
      current.push(item);
      bytes += size;
    }
  }
  return all;
}
