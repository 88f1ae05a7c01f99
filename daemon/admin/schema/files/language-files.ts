import { ar } from '../../../i18n/ar.js';
import { de } from '../../../i18n/de.js';
import { en } from '../../../i18n/en.js';
import { es } from '../../../i18n/es.js';
import { fr } from '../../../i18n/fr.js';
import { fallbackChain, normalizeLocale } from '../../../i18n/locale.js';
import { Message, messageProblem } from '../../../i18n/message.js';
import { PhraseBook } from '../../../i18n/phrase-book.js';
import type { YamlNode } from '../yaml/parse.js';
import { describeNode, parseYaml } from '../yaml/parse.js';
import type { SchemaProblem } from '../yaml/problems.js';
import { Problems, registered, wholeFile } from '../yaml/problems.js';
import type { PluginFiles } from './plugin-files.js';

const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, de, fr, es, ar };

const LOCALE = 'a folder such as en, pt-br or zh-hant, with codes of language, script and region';

/** plugins/acme/blog/lang/en/lang.yaml; deeper folders are not language files. */
const LANGUAGE_FILE = /^plugins\/([^/]+)\/([^/]+)\/lang\/(.+)$/;

/**
 * The languages of the application's plugins, and the default. Pages that are half in French would be hard to read,
 * so our own languages are only offered if the application has them too; if it has no language files, all of them are.
 */
function offeredLocales({ files, builtIn }: PluginFiles, defaultLocale: string): ReadonlySet<string> {
  const own = [...files.keys()].filter((file) => builtIn === undefined || !file.startsWith(builtIn));
  const folders = own.map((file) => LANGUAGE_FILE.exec(file)?.[3]?.split('/')[0] ?? '');
  const found = folders.map(normalizeLocale).filter((locale) => locale !== undefined);
  return new Set([...(found.length === 0 ? Object.keys(OWN) : found), defaultLocale]);
}

/** Reads the backend's own phrases and those of every plugin. An invalid ICU message stops startup, with its line. */
export function readPhrases(plugins: PluginFiles, defaultLocale: string, problems: Problems): PhraseBook {
  if (normalizeLocale(defaultLocale) === undefined) {
    problems.add(registered('default_locale'), `"${defaultLocale}" is not a locale`, {
      expected: 'en, pt-br or the like',
    });
  }
  const offered = offeredLocales(plugins, defaultLocale);
  /** The offered ones, and those in which their missing phrases appear. */
  const needed = new Set([...offered].flatMap((locale) => fallbackChain(locale, defaultLocale)));
  const byLocale = new Map<string, Map<string, Message>>();
  const phrasesOf = (locale: string): Map<string, Message> => {
    const existing = byLocale.get(locale) ?? new Map<string, Message>();
    byLocale.set(locale, existing);
    return existing;
  };
  for (const [locale, phrases] of Object.entries(OWN)) {
    if (!needed.has(locale)) continue;
    for (const [key, text] of Object.entries(phrases)) {
      phrasesOf(locale).set(`backend::lang.${key}`, Message.parse(text, locale));
    }
  }
  const unreadable: string[] = [];
  const asked = new Set(fallbackChain(defaultLocale, defaultLocale));
  for (const [file, bytes] of plugins.files) {
    const [, vendor, plugin, rest = ''] = LANGUAGE_FILE.exec(file) ?? [];
    if (vendor === undefined || plugin === undefined) continue;
    const [folder = '', name = '', ...deeper] = rest.split('/');
    const locale = normalizeLocale(folder);
    if (locale === undefined && name !== '') {
      problems.add(wholeFile(file), `${folder} is not a locale`, { expected: LOCALE });
      continue;
    }
    if (locale === undefined || deeper.length > 0 || !/^[A-Za-z0-9_-]+\.yaml$/.test(name)) {
      problems.add(wholeFile(file), 'is not the location of a language file', {
        expected: 'lang/{locale}/{name}.yaml',
      });
      continue;
    }
    if (!needed.has(locale)) continue;
    const before = problems.count;
    const node = parseYaml(file, bytes, problems);
    const prefix = `${vendor}.${plugin}::${name.slice(0, -'.yaml'.length)}`;
    const refused: string[] = node === undefined && problems.count > before ? [prefix] : [];
    if (node !== undefined) collect(node, prefix, { locale, phrases: phrasesOf(locale), refused, problems });
    if (asked.has(locale)) unreadable.push(...refused);
  }
  return new PhraseBook({ byLocale, offered, defaultLocale, unreadable });
}

interface Collected {
  readonly locale: string;
  readonly phrases: Map<string, Message>;
  /** Keys with invalid texts. */
  readonly refused: string[];
  readonly problems: Problems;
}

function collect(node: YamlNode, key: string, into: Collected): void {
  const { locale, phrases, refused, problems } = into;
  if (node.kind === 'map') {
    for (const entry of node.entries) {
      if (/^[A-Za-z0-9_-]+$/.test(entry.name)) collect(entry.value, `${key}.${entry.name}`, into);
      else problems.add(entry.at, 'is not a valid phrase name', { expected: 'letters, digits, _ and -' });
    }
    return;
  }
  if (node.kind === 'list' || node.value === null || typeof node.value === 'boolean') {
    refused.push(key);
    problems.add(node.at, describeNode(node), { expected: 'a text, or a mapping of names to texts' });
    return;
  }
  try {
    phrases.set(key, Message.parse(node.text, locale));
  } catch (error) {
    refused.push(key);
    problems.add(node.at, `is not an ICU message: ${messageProblem(error)}`, {
      expected: "text, with '{' for a literal brace",
    });
  }
}

/**
 * Warns about language files in the formats of October and Laravel: Gatehouse does not read them, so phrases that exist only
 * there are missing. The application itself may use the files, so they do not stop startup.
 */
export function unreadPhrases({ unread = [] }: PluginFiles): readonly SchemaProblem[] {
  const warnings = new Problems();
  for (const file of unread) {
    warnings.add(wholeFile(file), 'is not read', { advice: `move the phrases to ${placeFor(file)}` });
  }
  return warnings.sorted();
}

/** The YAML file for the phrases of such a file: lang/de/lang.yaml for lang/de/lang.php, and for lang/de.json. */
function placeFor(file: string): string {
  const [, folder = '', path = ''] = /^(.*?\/lang\/)(.+)\.\w+$/.exec(file) ?? [];
  return `${folder}${path.includes('/') ? path : `${path}/lang`}.yaml`;
}
