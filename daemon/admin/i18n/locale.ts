/** Locales are written in lower case with hyphens throughout, as the folders of October's plugins are: "en", "pt-br". */

/** Undefined when it is no language tag. */
export function normaliseLocale(tag: string): string | undefined {
  if (tag.length > 35 || !/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
  return tag.replaceAll('_', '-').toLowerCase();
}

/** "zh-hans-cn" is also "zh-hans", and "zh". */
export function lessSpecific(locale: string): string[] {
  const parts = locale.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** The one in which every phrase of the backend exists. */
export const LAST_RESORT = 'en';

/** Where a phrase is looked for: the locale, what it is a variant of, the default, English. Each once. */
export function fallbackChain(locale: string, defaultLocale: string): string[] {
  return [...new Set([...lessSpecific(locale), ...lessSpecific(defaultLocale), LAST_RESORT])];
}
