/**
 * Keys that describe themselves: the configuration, the plugins' YAML and the OAuth options are tables of them. One row
 * holds what a key accepts, its default and its effect. The product validates with the row and scripts/docs generates the
 * reference from the same row, so every key is documented.
 */

/** Reads one value. `Raw` is the type of the input; `Report` is how the reader reports errors, if it reports them itself. */
export interface Reader<T, Raw = unknown, Report extends readonly unknown[] = readonly []> {
  /** The accepted values, for the reference and for messages: "a whole number, 1 to 200". */
  readonly expects: string;
  /** The value, or undefined if `raw` is not valid. */
  read(raw: Raw, ...report: Report): T | undefined;
}

/** Extra facts in the reference about a key. */
interface Description<Otherwise> {
  /** The default. */
  readonly otherwise: Otherwise;
  /** The effect of the key, in whole sentences. */
  readonly does: string;
}

export interface Key<R, Otherwise> extends Description<Otherwise> {
  readonly reader: R;
  readonly required?: true;
}

/** A required key. */
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

/** A text of one form, which `expects` describes. */
export function matching(expects: string, matches: (text: string) => boolean): Reader<string> {
  return { expects, read: (raw) => (typeof raw === 'string' && matches(raw) ? raw : undefined) };
}
