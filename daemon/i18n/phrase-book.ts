import { fallbackChain, LAST_RESORT } from './locale.js';
import type { Message, MessageValues } from './message.js';
import type { Localised, PluralForms } from './text.js';
import { CountedText, Text } from './text.js';

/** "acme.blog::lang.posts.title": plugin acme.blog, file lang.yaml, keys posts and title. "backend" is the daemon itself. */
const PHRASE_KEY = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)?::[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+$/;

/** All other texts are shown unchanged. */
export function isPhraseKey(text: string): boolean {
  return PHRASE_KEY.test(text);
}

export function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('::'));
}

/** Phrases of one locale by key. */
export type PhrasesOfLocale = ReadonlyMap<string, Message>;

export interface PhraseBookContent {
  readonly byLocale: ReadonlyMap<string, PhrasesOfLocale>;
  readonly offered: ReadonlySet<string>;
  readonly defaultLocale: string;
  /**
   * Keys that could not be parsed. They include all keys below them. Startup has already reported them, so they do not count
   * as missing.
   */
  readonly unreadable: readonly string[];
}

/** All phrases of the backend and the plugins in all their locales. Created once at startup. */
export class PhraseBook {
  /** The locales that a reader may choose. */
  readonly locales: ReadonlySet<string>;
  readonly defaultLocale: string;
  readonly #byLocale: ReadonlyMap<string, PhrasesOfLocale>;
  readonly #unreadable: readonly string[];
  readonly #translators = new Map<string, Translator>();
  /** By namespace. A plugin without its language file asks for them once for each of its texts. */
  readonly #keysOf = new Map<string, readonly string[]>();

  constructor({ byLocale, offered, defaultLocale, unreadable }: PhraseBookContent) {
    this.locales = offered;
    this.defaultLocale = defaultLocale;
    this.#byLocale = byLocale;
    this.#unreadable = unreadable;
  }

  /** Looks up a phrase in the default locale. A phrase that is not found there is missing, even if other locales have it. */
  find(key: string): Message | undefined {
    return this.#lookup(key, this.defaultLocale);
  }

  /** Whether the default locale's files may contain the key in a part that could not be parsed. */
  isUnreadable(key: string): boolean {
    return this.#unreadable.some((part) => key === part || key.startsWith(`${part}.`));
  }

  /** The locales that contain the phrase, sorted. */
  localesOf(key: string): readonly string[] {
    return [...this.#byLocale].flatMap(([locale, phrases]) => (phrases.has(key) ? locale : [])).sort();
  }

  /** The keys of the default locale that have no translation in another one, which shows them in the default locale. */
  untranslated(locale: string): readonly string[] {
    const translated = fallbackChain(locale, locale).filter((one) => one !== LAST_RESORT || locale === LAST_RESORT);
    const has = (key: string) => translated.some((one) => this.#byLocale.get(one)?.has(key) === true);
    return [...(this.#byLocale.get(this.defaultLocale)?.keys() ?? [])].filter((key) => !has(key));
  }

  /** The keys of a namespace: "acme.blog". */
  keysOf(namespace: string): readonly string[] {
    const known = this.#keysOf.get(namespace);
    if (known !== undefined) return known;
    const all = [...this.#byLocale.values()].flatMap((phrases) => [...phrases.keys()]);
    const keys = [...new Set(all)].filter((key) => key.startsWith(`${namespace}::`));
    this.#keysOf.set(namespace, keys);
    return keys;
  }

  /** @param locale one of `locales`, as chosen by chooseLocale. This bounds the number of translators. */
  in(locale: string): Translator {
    const known = this.#byLocale.has(locale) ? locale : this.defaultLocale;
    const existing = this.#translators.get(known);
    if (existing !== undefined) return existing;
    const translator = new Translator(known, (key) => this.#lookup(key, known));
    this.#translators.set(known, translator);
    return translator;
  }

  #lookup(key: string, locale: string): Message | undefined {
    for (const one of fallbackChain(locale, this.defaultLocale)) {
      const message = this.#byLocale.get(one)?.get(key);
      if (message !== undefined) return message;
    }
    return undefined;
  }
}

/** All translations into one locale. */
class Translator {
  constructor(
    readonly locale: string,
    private readonly lookup: (key: string) => Message | undefined,
  ) {}

  /** Returns the phrase, or the text itself if it is not a key. A missing key is shown unchanged, as in October. */
  text(source: string, values?: MessageValues): string {
    if (!isPhraseKey(source)) return source;
    return this.lookup(source)?.format(values) ?? source;
  }

  counted(source: string): PluralForms {
    const message = isPhraseKey(source) ? this.lookup(source) : undefined;
    return message?.forms() ?? { other: source };
  }

  /** A copy of a locale-neutral schema with every text translated. Everything else is shared with the original. */
  localise<T>(schema: T): Localised<T> {
    return this.#copy(schema) as Localised<T>;
  }

  #copy(value: unknown): unknown {
    if (value instanceof Text) return this.text(value.source);
    if (value instanceof CountedText) return this.counted(value.source);
    if (Array.isArray(value)) return value.map((item) => this.#copy(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#copy(member)]));
  }
}

/**
 * Views in the requested locales. A copy lives as long as its original view, and the number of locales is limited, so the
 * owner of the views bounds the memory.
 */
export class LocalisedViews {
  readonly #kept = new WeakMap<object, Map<string, unknown>>();

  constructor(private readonly phrases: PhraseBook) {}

  get<View extends object>(view: View, locale: string): Localised<View> {
    const translator = this.phrases.in(locale);
    const copies = this.#kept.get(view) ?? new Map<string, unknown>();
    this.#kept.set(view, copies);
    const copy = copies.get(translator.locale) ?? translator.localise(view);
    copies.set(translator.locale, copy);
    return copy as Localised<View>;
  }
}
