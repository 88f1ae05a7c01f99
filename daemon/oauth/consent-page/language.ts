import { chooseLocale } from '../../i18n/locale.js';

/** The languages of the consent page, the default first. Each has a catalog: messages.ts. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language that a browser prefers (i18n/locale.ts); the default if we support none of its languages. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  return chooseLocale({ chosen: '', acceptLanguage }, SPOKEN, LANGUAGES[0]);
}

const SPOKEN: ReadonlySet<Language> = new Set(LANGUAGES);
