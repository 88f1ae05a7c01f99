/**
 * Keys that describe themselves: the configuration, the plugins' YAML and the options of the authorization server are tables
 * of them. One row says what a key accepts, what holds without it and what it does. The product validates with the row and
 * scripts/docs writes the reference from the same row, so a key cannot exist without its documentation.
 */

/** Reads one value. `Raw` is how a value arrives, `Report` how the reader says what is wrong, if it says it itself. */
export interface Reader<T, Raw = unknown, Report extends readonly unknown[] = readonly []> {
  /** What the reader accepts, for the reference and for messages: "a whole number, 1 to 200". */
  readonly expects: string;
  /** The value, or undefined when `raw` is not what the reader expects. */
  read(raw: Raw, ...report: Report): T | undefined;
}

/** What the reference says of a key besides what it accepts. */
interface Description<Otherwise> {
  /** What holds when the key is not given. */
  readonly otherwise: Otherwise;
  /** What the key does: whole sentences. */
  readonly does: string;
}

export interface Key<R, Otherwise> extends Description<Otherwise> {
  readonly reader: R;
  readonly required?: true;
}

/** A key that has to be given. */
export interface RequiredKey<R> extends Key<R, typeof REQUIRED> {
  readonly required: true;
}

export const REQUIRED = 'required';

export function key<R, Otherwise>(reader: R, { otherwise, does }: Description<Otherwise>): Key<R, Otherwise> {
  return { reader, otherwise, does };
}

export function required<R>(reader: R, { does }: { readonly does: string }): RequiredKey<R> {
  return { reader, otherwise: REQUIRED, does, required: true };
}

export function integer(min: number, max: number): Reader<number> {
  return {
    expects: `a whole number, ${min} to ${max}`,
    read: (raw) => (typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max ? raw : undefined),
  };
}

export function boolean(): Reader<boolean> {
  return { expects: 'true or false', read: (raw) => (typeof raw === 'boolean' ? raw : undefined) };
}

export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  return { expects: `one of ${words.join(', ')}`, read: (raw) => words.find((word) => word === raw) };
}

/** A text of one form; `expects` says which. */
export function matching(expects: string, matches: (text: string) => boolean): Reader<string> {
  return { expects, read: (raw) => (typeof raw === 'string' && matches(raw) ? raw : undefined) };
}
