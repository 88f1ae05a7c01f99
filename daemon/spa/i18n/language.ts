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
