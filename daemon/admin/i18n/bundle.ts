import type { LanguageBundle } from '../model/answers.js';
import type { PluralForms } from '../model/schema/text.js';
import type { PhraseBook } from './phrase-book.js';
import { en } from './phrases/en.js';

export function languageBundle(book: PhraseBook, locale: string): LanguageBundle {
  const translator = book.in(locale);
  const phrases = Object.keys(en).map((key): [string, string | PluralForms] => {
    const forms = translator.counted(`backend::lang.${key}`);
    return [key, Object.keys(forms).length === 1 ? forms.other : forms];
  });
  return { locale: translator.locale, locales: [...book.locales].sort(), phrases: Object.fromEntries(phrases) };
}
