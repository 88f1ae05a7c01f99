import { chooseLocale } from '../../i18n/locale.js';

/** The languages that the consent page speaks, the default first. A catalogue for each: messages.ts. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language that a browser likes best (i18n/locale.ts); with nothing we speak, the default. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  return chooseLocale({ chosen: '', acceptLanguage }, SPOKEN, LANGUAGES[0]);
}

const SPOKEN: ReadonlySet<Language> = new Set(LANGUAGES);
