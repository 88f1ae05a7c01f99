/** What a filter compares with: one of its choices, a mark (checked or no filter), true or false, a day, a number, a text. */
export type FilterTakes = 'choice' | 'mark' | 'flag' | 'day' | 'number' | 'text';
/** How many values it takes. A range has two ends, each of which may be open. */
export type FilterCount = 'one' | 'several' | 'range';

interface FilterTypeRow {
  readonly takes: FilterTakes;
  readonly count: FilterCount;
  /** What a default has to be, in words. */
  readonly expects: string;
}

/** Every type of filter. */
export const FILTER_TYPES = {
  group: { takes: 'choice', count: 'several', expects: 'one or several choices' },
  checkbox: { takes: 'mark', count: 'one', expects: 'true or false' },
  switch: { takes: 'flag', count: 'one', expects: 'true or false' },
  dropdown: { takes: 'choice', count: 'one', expects: 'one choice' },
  date: { takes: 'day', count: 'one', expects: 'a date such as 2026-01-31' },
  daterange: { takes: 'day', count: 'range', expects: 'two dates, [2026-01-01, 2026-01-31]' },
  number: { takes: 'number', count: 'one', expects: 'a number' },
  numberrange: { takes: 'number', count: 'range', expects: 'two numbers, [1, 10]' },
  text: { takes: 'text', count: 'one', expects: 'a text' },
} as const satisfies Readonly<Record<string, FilterTypeRow>>;

export type FilterType = keyof typeof FILTER_TYPES;
