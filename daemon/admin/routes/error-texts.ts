import { chooseLocale } from '../i18n/choose-locale.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import type { Texts } from './endpoint.js';

/** The words of the API in every language that there are phrases in. */
export function apiTexts(book: PhraseBook): Texts {
  return {
    chooseLocale: (chosen, acceptLanguage) =>
      chooseLocale({ chosen, acceptLanguage }, book.locales, book.defaultLocale),
    errors(locale) {
      const translator = book.in(locale);
      return {
        error: (code) => translator.text(`backend::lang.errors.${code}`),
        problem: ({ rule, parameters }) => translator.text(`backend::lang.validation.${rule}`, parameters),
      };
    },
  };
}
