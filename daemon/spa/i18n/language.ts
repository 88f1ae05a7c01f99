const KEY = 'gatehouse.language';

/** The language that was chosen on this page, for administrators whose account names none; empty: the browser's. */
export function chosenLanguage(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function chooseLanguage(locale: string): void {
  localStorage.setItem(KEY, locale);
}

/** The name of a language in itself: "Deutsch". */
export function nameOfLanguage(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(locale).language) ? 'rtl' : 'ltr';
}

/**
<<<<<<< HEAD
 * How numbers and dates are written for whoever reads texts in this language: texts are in "en", but a reader in London has
 * the day before the month. The browser knows.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const { language: base, region } = new Intl.Locale(language);
  if (region !== undefined) return language;
  return preferred.find((one) => new Intl.Locale(one).language === base) ?? language;
=======
 * A language with a region, for dates and numbers: English is chosen here, but whether it is 2/28 or 28/02 the browser knows.
 * @param preferred languages of the browser, the best first
 */
export function regional(locale: string, preferred: readonly string[]): string {
  const { language, region } = new Intl.Locale(locale);
  if (region !== undefined) return locale;
  return preferred.find((one) => isLocale(one) && new Intl.Locale(one).language === language) ?? locale;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
>>>>>>> a9b6955 (List: calmer rows, dates and numbers as the browser's region writes them, filters of dates with a calendar)
}
