import type { FieldValue } from '../field-props.js';

/** A value as choices have it: as text, whatever the column holds. Undefined: nothing is chosen. */
export function chosenText(value: FieldValue): string | undefined {
  if (value === null || value === '' || typeof value === 'object') return undefined;
  return String(value);
}

/** The same of a list. One value stands for a list of it: a text column may have become a list of texts. */
export function chosenTexts(value: FieldValue): readonly string[] {
  if (value === null || value === '') return [];
  return typeof value === 'object' ? value.map(String) : [String(value)];
}
