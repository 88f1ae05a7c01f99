import { createContext, useContext } from 'react';
import type { BackendPhrase } from '../../i18n/en.js';
import type { LanguageBundle } from '../../admin/api/answers.js';
import type { PluralForms } from '../../i18n/text.js';

export type PhraseValues = Readonly<Record<string, string | number>>;

/** The backend's own phrases in one language, from GET /lang. The compiler checks keys against the daemon's list. */
export class Phrases {
  readonly #plurals: Intl.PluralRules;

  /** @param locale the locale for numbers and dates: "en-GB" if the language is "en" */
  constructor(
    private readonly bundle: LanguageBundle,
    readonly locale: string,
  ) {
    this.#plurals = new Intl.PluralRules(bundle.locale);
  }

  /** The language of the texts: "en". */
  get language(): string {
    return this.bundle.locale;
  }

  /** The languages to choose from. */
  get languages(): readonly string[] {
    return this.bundle.locales;
  }

  /** Returns a phrase. `count` also selects its plural form. */
  readonly say = (key: BackendPhrase, values: PhraseValues = {}): string => {
    const phrase = this.bundle.phrases[key];
    if (phrase === undefined) return key;
    return typeof phrase === 'string' ? filled(phrase, values, this.locale) : this.counted(phrase, values);
  };

  /** A text of a schema with a count: "3 posts". */
  readonly counted = (forms: PluralForms, values: PhraseValues): string => {
    const count = Object.values(values).find((value) => typeof value === 'number') ?? 0;
    const form = forms[`=${String(count)}`] ?? forms[this.#plurals.select(count)] ?? forms.other;
    return filled(form, values, this.locale);
  };
}

function filled(text: string, values: PhraseValues, locale: string): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

export const PhrasesContext = createContext<Phrases | undefined>(undefined);

/** The phrases in the language of the page. */
export function usePhrases(): Phrases {
  const phrases = useContext(PhrasesContext);
  if (phrases === undefined) throw new Error('usePhrases was called before the language was loaded');
  return phrases;
}
