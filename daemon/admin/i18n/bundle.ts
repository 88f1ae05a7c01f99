import type { PluralForms } from '../model/schema/text.js';
import type { PhraseBook } from './phrase-book.js';
import { en } from './phrases/en.js';

/** What GET /lang answers. Public, so it holds the backend's own phrases and nothing of any plugin. */
export interface LanguageBundle {
  readonly locale: string;
  /** To choose from. */
  readonly locales: readonly string[];
  /** Texts with `{name}` where a value goes; per plural category where the text depends on a number. */
  readonly phrases: Readonly<Record<string, string | PluralForms>>;
}

export function languageBundle(book: PhraseBook, locale: string): LanguageBundle {
  const translator = book.in(locale);
  const phrases = Object.keys(en).map((key): [string, string | PluralForms] => {
    const forms = translator.counted(`backend::lang.${key}`);
    return [key, Object.keys(forms).length === 1 ? forms.other : forms];
  });
  return { locale: translator.locale, locales: [...book.locales].sort(), phrases: Object.fromEntries(phrases) };
}
