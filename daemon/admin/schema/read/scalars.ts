import type { Reader } from './reader.js';
import { scalar } from './reader.js';

/** Longer than any label; short enough that no schema grows out of hand. */
const MAX_TEXT = 2000;

/** What a person reads: a text, or the key of a phrase in a language file ("acme.blog::lang.posts.title"). */
export const text: Reader<string> = scalar(`text, at most ${MAX_TEXT} characters`, (value, written) =>
  typeof value === 'boolean' || written.length > MAX_TEXT || written.trim() === '' ? undefined : written,
);

/** A text that may be empty. */
export const anyText: Reader<string> = scalar(`text, at most ${MAX_TEXT} characters`, (value, written) =>
  typeof value === 'boolean' || written.length > MAX_TEXT ? undefined : written,
);

export const flag: Reader<boolean> = scalar(
  'true or false',
  (value) => (typeof value === 'boolean' ? value : undefined),
  (value) => {
    if (['yes', 'on', '1', 'true'].includes(String(value).toLowerCase())) return 'write true';
    if (['no', 'off', '0', 'false'].includes(String(value).toLowerCase())) return 'write false';
    return undefined;
  },
);

export const number: Reader<number> = scalar('a number', (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined,
);

export const positive: Reader<number> = scalar('a number above 0', (value) =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined,
);

export function integer(min: number, max: number): Reader<number> {
  return scalar(`a whole number, ${min} to ${max}`, (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined,
  );
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return scalar(`one of ${words.join(', ')}`, (value) => words.find((word) => word === value));
}

/** A text of one form; `expects` says which. */
export function matching(expects: string, pattern: RegExp): Reader<string> {
  return scalar(expects, (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined));
}

/** A value as it would stand in a record: what `default` and an option's key may be. */
export const plainValue: Reader<string | number | boolean> = scalar('a text, a number, true or false', (value) =>
  typeof value === 'number' && !Number.isFinite(value) ? undefined : value,
);
