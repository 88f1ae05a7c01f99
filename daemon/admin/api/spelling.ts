/**
 * Marks in a row, of which no letter of any writing has so many (UAX #15, Stream-Safe Text Format: at most 30). Engines sort
 * the marks of a letter in a time that grows with the square of their number: a text of 400,000 took half a minute.
 */
const TOO_MANY_MARKS = /(\p{M}{31,})/u;

/** A text in one Unicode normalization form, in linear time: more than 30 marks in a row stay as they are. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (!TOO_MANY_MARKS.test(text)) return oneForm(text, form);
  return text
    .split(TOO_MANY_MARKS)
    .map((part, index) => (index % 2 === 1 ? part : oneForm(part, form)))
    .join('');
}

/** The spelling that most texts have: a letter and its mark are one character where Unicode has one for both (NFC). */
export function composed(text: string): string {
  return normalized(text, 'NFC');
}

/** Both spellings of a text: its letters with their marks as one character, and apart from them. One if they are the same. */
export function spellings(text: string): readonly string[] {
  return [...new Set([composed(text), normalized(text, 'NFD')])];
}

function oneForm(text: string, form: string): string {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- without long rows of marks it is linear
  return text.normalize(form);
}
