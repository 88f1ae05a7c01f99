import type { Direction } from '../formats/isolates.js';
import { browserStorage, keepText } from './browser-storage.js';

const KEY = 'gatehouse.language';

/** The language chosen on this page, for administrators without a language in their account; empty: the browser's. */
export function chosenLanguage(): string {
  return browserStorage.getItem(KEY) ?? '';
}

export function chooseLanguage(locale: string): void {
  keepText(browserStorage, KEY, locale);
}

/** The name of a language in that language: "Deutsch". */
export function nameOfLanguage(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function directionOf(locale: string): Direction {
  return RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? 'rtl' : 'ltr';
}

/**
 * The locale for numbers and dates. Texts may be in "en", but a reader in London writes the day before the month. The
 * browser knows the region.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const { language: base, region } = new Intl.Locale(language);
  if (region !== undefined) return language;
  return preferred.find((one) => new Intl.Locale(one).language === base) ?? language;
}
