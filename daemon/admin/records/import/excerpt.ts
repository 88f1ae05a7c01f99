/** Characters of a text that help to recognize it. */
const LENGTH = 80;

/** The beginning of a text of a file, for an answer, which would otherwise repeat the file. */
export function excerpt(text: string): string {
  if (text.length <= LENGTH) return text;
  const characters = [...text.slice(0, 2 * LENGTH)];
  return `${characters.slice(0, LENGTH).join('')}…`;
}
