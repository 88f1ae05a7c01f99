import { createContext, useContext } from 'react';
import type { BackendPhrase } from '../../i18n/en.js';
import type { LanguageBundle } from '../../admin/api/answers.js';
import type { PluralForms } from '../../i18n/text.js';
import type { Direction } from '../formats/isolates.js';
import { isolated } from '../formats/isolates.js';
import { directionOf } from './language.js';

export type PhraseValues = Readonly<Record<string, string | number>>;

/** The backend's own phrases in one language, from GET /lang. The compiler checks keys against the daemon's list. */
export class Phrases {
  readonly #plurals: Intl.PluralRules;
  readonly #direction: Direction;

  /** @param locale the locale for numbers and dates: "en-GB" if the language is "en" */
  constructor(
    private readonly bundle: LanguageBundle,
    readonly locale: string,
  ) {
    this.#plurals = new Intl.PluralRules(bundle.locale);
    this.#direction = directionOf(bundle.locale);
  }

  /** The language of the texts: "en". */
  get language(): string {
    return this.bundle.locale;
  }

  /** The languages to choose from. */
  get languages(): readonly string[] {
    return this.bundle.locales;
  }

  /** Returns a phrase for people to read. `count` also selects its plural form. */
  readonly say = (key: BackendPhrase, values: PhraseValues = {}): string => {
    const phrase = this.bundle.phrases[key];
    if (phrase === undefined) return key;
    const shown = Object.entries(values).map(([name, value]) => [name, this.#inSentence(value)] as const);
    return this.#filled(phrase, Object.fromEntries(shown));
  };

  /** Returns a phrase that becomes data, such as the name of a copy: without characters that only arrange what people see. */
  readonly write = (key: BackendPhrase, values: PhraseValues): string => {
    const phrase = this.bundle.phrases[key];
    return phrase === undefined ? key : this.#filled(phrase, values);
  };

  /** Several values as a text for people to read: "one, two and three"; as a `unit`, "one, two, three". */
  readonly list = (values: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string =>
    new Intl.ListFormat(this.locale, { type }).format(values.map((value) => isolated(value, this.#direction)));

  /** A text of a schema with a count: "3 posts". */
  readonly counted = (forms: PluralForms, values: PhraseValues): string => {
    const count = Object.values(values).find((value) => typeof value === 'number') ?? 0;
    const form = forms[`=${String(count)}`] ?? forms[this.#plurals.select(count)] ?? forms.other;
    return filled(form, values, this.locale);
  };

  #filled(phrase: string | PluralForms, values: PhraseValues): string {
    return typeof phrase === 'string' ? filled(phrase, values, this.locale) : this.counted(phrase, values);
  }

  #inSentence(value: string | number): string | number {
    return typeof value === 'number' ? value : isolated(value, this.#direction);
  }
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
