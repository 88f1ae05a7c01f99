import { lessSpecific, normaliseLocale } from './locale.js';

/** No browser sends more; a longer header costs no more than this. */
const MAX_RANGES = 20;
const MAX_HEADER = 1000;

/** What a request says about its language, and what there is. */
export interface LocaleWishes {
  /** The administrator's own choice; empty when there is none. */
  readonly chosen: string;
  readonly acceptLanguage: string | undefined;
}

/** The administrator's choice, then Accept-Language (RFC 9110, section 12.5.4), then the default. */
export function chooseLocale(wishes: LocaleWishes, available: ReadonlySet<string>, defaultLocale: string): string {
  const wanted = [wishes.chosen, ...languageRanges(wishes.acceptLanguage ?? '')];
  for (const tag of wanted) {
    // A wildcard is content with anything: with the default, then.
    if (tag === '*') return defaultLocale;
    const locale = normaliseLocale(tag);
    const found = locale === undefined ? undefined : lessSpecific(locale).find((one) => available.has(one));
    if (found !== undefined) return found;
  }
  return defaultLocale;
}

/** By descending weight, in the order of the header among equals; what has weight 0 is not wanted. */
function languageRanges(header: string): string[] {
  return header
    .slice(0, MAX_HEADER)
    .split(',', MAX_RANGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : parseWeight(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** A weight that is none counts as 0: a range nobody can weigh is not preferred over one somebody did. */
function parseWeight(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
