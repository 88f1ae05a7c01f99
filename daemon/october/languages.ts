import { Document } from 'yaml';
import { normalizeLocale } from '../i18n/locale.js';
import type { PhpArray } from './php-literal.js';
import { PhpSyntaxError, readReturned } from './php-literal.js';
import { isArray } from './php-source.js';
import type { ImportReport } from './report.js';

/** Phrases of one language file, nested as there. */
interface Phrases {
  readonly [name: string]: string | Phrases;
}

const PHRASE_NAME = /^[A-Za-z0-9_-]+$/;
/** lang/de/lang.php and lang/de/posts.json; lang/de.json has texts as keys. */
const PHP_FILE = /^lang\/([^/]+)\/([A-Za-z0-9_-]+)\.php$/;
const JSON_FILE = /^lang\/([^/]+)\.json$/;

/**
 * A plugin's languages. Files in PHP become YAML files with the same keys. The keys of a JSON file are texts, so a text of the
 * definitions that such a file translates becomes a phrase of lang.yaml.
 */
export class Languages {
  /** By file name without extension, then by locale. */
  readonly #files = new Map<string, Map<string, Phrases>>();
  /** By locale: texts and their translations. */
  readonly #translations = new Map<string, ReadonlyMap<string, string>>();
  readonly #keyOf = new Map<string, string>();
  readonly #used = new Map<string, string>();

  constructor(
    /** "acme.shop". */
    private readonly plugin: string,
    files: ReadonlyMap<string, string>,
    private readonly report: ImportReport,
  ) {
    for (const [path, text] of files) {
      const [, phpFolder, name = ''] = PHP_FILE.exec(path) ?? [];
      const folder = phpFolder ?? JSON_FILE.exec(path)?.[1];
      if (folder === undefined) continue;
      const locale = normalizeLocale(folder);
      if (locale === undefined)
        report.hint(path, 0, `${folder} is not a locale`, 'rename the folder to a locale such as pt-br');
      else if (phpFolder === undefined) this.#readJson(path, text, locale);
      else this.#readPhp(path, text, locale, name);
    }
  }

  /** Whether a text of the definitions is translated by a JSON file. */
  phraseFor(text: string): string | undefined {
    if (![...this.#translations.values()].some((texts) => texts.has(text))) return undefined;
    const known = this.#keyOf.get(text);
    const key = known ?? this.#newKey(text);
    this.#keyOf.set(text, key);
    this.#used.set(key, text);
    return `${this.plugin}::${TEXTS}.${key}`;
  }

  /** Whether the plugin's own phrase exists in the language that every phrase needs. */
  has(key: string, locale: string): boolean {
    const [file = '', ...names] = key.slice(key.indexOf('::') + 2).split('.');
    let node: string | Phrases | undefined = this.#files.get(file)?.get(locale);
    for (const name of names) node = typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined;
    return typeof node === 'string';
  }

  /** The YAML files by path: "lang/de/lang.yaml". */
  write(defaultLocale: string): ReadonlyMap<string, string> {
    const written = new Map<string, string>();
    for (const [name, byLocale] of this.#files) {
      for (const [locale, phrases] of byLocale) written.set(`lang/${locale}/${name}.yaml`, yaml(phrases));
    }
    if (this.#used.size === 0) return written;
    for (const locale of new Set([defaultLocale, ...this.#translations.keys()])) {
      const texts = this.#translations.get(locale);
      const phrases = [...this.#used].flatMap(([key, text]): [string, string][] => {
        const translated = texts?.get(text) ?? (locale === defaultLocale ? text : undefined);
        return translated === undefined ? [] : [[key, quoted(translated)]];
      });
      if (phrases.length > 0) written.set(`lang/${locale}/${TEXTS}.yaml`, yaml(Object.fromEntries(phrases)));
    }
    return written;
  }

  #readPhp(path: string, text: string, locale: string, name: string): void {
    try {
      const returned = readReturned(text);
      for (const { line, code } of returned?.skipped ?? []) {
        this.report.hint(path, line, `${code} is code, not a text`, 'write the text into the YAML file');
      }
      const value = returned?.value;
      if (!isArray(value)) {
        this.report.hint(path, 0, 'returns no array of texts', 'write its phrases into a YAML file');
        return;
      }
      const byLocale = this.#files.get(name) ?? new Map<string, Phrases>();
      const nameless: Nameless[] = [];
      this.#files.set(name, byLocale.set(locale, phrasesOf(value, nameless)));
      this.#hintNameless(path, nameless);
      this.report.edited('language files converted to YAML');
    } catch (error) {
      if (!(error instanceof PhpSyntaxError)) throw error;
      this.report.hint(path, error.line, `is not PHP: ${error.message}`, 'correct it, and import again');
    }
  }

  /** One hint for all of them: a theme may keep hundreds in the same file, in every language. */
  #hintNameless(path: string, nameless: readonly Nameless[]): void {
    const [first] = nameless;
    if (first === undefined) return;
    const what = `the phrase ${first.key ?? 'without a name'} is not imported`;
    const others = nameless.length - 1;
    const advice = 'name it with letters, digits, _ and -';
    this.report.hint(path, first.line, others === 0 ? what : `${what}, nor are ${String(others)} others`, advice);
  }

  #readJson(path: string, text: string, locale: string): void {
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
        throw new SyntaxError('it is no object');
      const texts = Object.entries(parsed).filter(
        (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
      );
      this.#translations.set(locale, new Map(texts));
      this.report.edited('language files converted to YAML');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.report.hint(path, 0, 'is not a JSON object of texts', 'correct it, and import again');
    }
  }

  #newKey(text: string): string {
    const slug = text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .slice(0, 48)
      .replaceAll(/^_+|_+$/g, '');
    const base = slug === '' ? 'text' : slug;
    const taken = new Set(this.#keyOf.values());
    let key = base;
    for (let number = 2; taken.has(key); number += 1) key = `${base}_${number}`;
    return key;
  }
}

/** An entry of a language file whose name no phrase can have. */
type Nameless = Pick<PhpArray['entries'][number], 'key' | 'line'>;

function phrasesOf({ entries }: PhpArray, nameless: Nameless[]): Phrases {
  const found = new Map<string, string | Phrases>();
  for (const { key, value, line } of entries) {
    if (key === undefined || !PHRASE_NAME.test(key)) nameless.push({ key, line });
    else if (isArray(value)) found.set(key, phrasesOf(value, nameless));
    else if (value !== null && typeof value !== 'boolean' && String(value) !== '')
      found.set(key, quoted(String(value)));
  }
  // A null prototype: a phrase may be called __proto__.
  return Object.assign(Object.create(null), Object.fromEntries(found)) as Phrases;
}

/** The file of texts from JSON. Not lang.yaml, which may come from lang.php. */
const TEXTS = 'texts';

/** A text as an ICU message, in which braces have a meaning, and apostrophes beside them or beside each other. */
function quoted(text: string): string {
  return text.replaceAll(/[{}][{}']*|'(?=['{}])/g, (part) => (part === "'" ? "''" : `'${part.replaceAll("'", "''")}'`));
}

function yaml(phrases: Phrases): string {
  return new Document(phrases).toString({ lineWidth: 0 });
}
