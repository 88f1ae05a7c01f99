import Negotiator from 'negotiator';
import { acceptedRanges } from '../core/preferences.js';

/** Locales are written in lower case with hyphens, like the folders of October's plugins: "en", "pt-br". */

/** Undefined if it is not a language tag. */
export function normalizeLocale(tag: string): string | undefined {
  if (tag.length > 35 || !/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
  const locale = tag.replaceAll('_', '-').toLowerCase();
  return isKnownToIntl(locale) ? locale : undefined;
}

/**
 * Whether Intl accepts the tag, in the daemon and in browsers. It knows no extended languages such as "zh-yue" (Unicode TR 35,
 * unicode_locale_id), and everything that formats a number or a date in that language would throw.
 */
function isKnownToIntl(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

/** "zh-hans-cn" also matches "zh-hans" and "zh". */
function lessSpecific(locale: string): string[] {
  const parts = locale.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** The locale in which every phrase of the backend exists. */
export const LAST_RESORT = 'en';

/** The order of lookup for a phrase: the locale, its less specific variants, the default, English. Each occurs once. */
export function fallbackChain(locale: string, defaultLocale: string): string[] {
  return [...new Set([...lessSpecific(locale), ...lessSpecific(defaultLocale), LAST_RESORT])];
}

/** The language preferences of a request. */
export interface LocaleWishes {
  /** The administrator's own choice; empty if there is none. */
  readonly chosen: string;
  readonly acceptLanguage: string | undefined;
}

/**
 * The administrator's choice, then Accept-Language (RFC 9110 §12.5.4), then the default. Ranges follow the lookup of
 * RFC 4647 §3.4: "de-AT" accepts "de", but "pt" does not accept "pt-br". "*" is any language that the header does not name:
 * the default, or else the first available one.
 */
export function chooseLocale<Locale extends string>(
  wishes: LocaleWishes,
  available: ReadonlySet<Locale>,
  defaultLocale: Locale,
): Locale {
  const find = (locale: string): Locale | undefined =>
    lessSpecific(locale).find((one): one is Locale => (available as ReadonlySet<string>).has(one));
  const chosen = find(normalizeLocale(wishes.chosen) ?? '');
  if (chosen !== undefined) return chosen;

  const ranges = acceptedRanges(wishes.acceptLanguage, LANGUAGE_RANGE);
  const byWeight = new Negotiator({ headers: { 'accept-language': ranges.join(',') } }).languages();
  for (const tag of byWeight) {
    const found = tag === '*' ? unnamed() : find(tag.toLowerCase());
    if (found !== undefined) return found;
  }
  return defaultLocale;

  function unnamed(): Locale | undefined {
    const named = new Set(ranges.map((range) => find(range.toLowerCase().replace(/\s*;.*$/, ''))));
    return [defaultLocale, ...available].find((locale) => !named.has(locale));
  }
}

/** RFC 4647 §2.1, with as many subtags as any registered language has. */
const LANGUAGE_RANGE = /^(?:[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,8}|\*)$/i;
