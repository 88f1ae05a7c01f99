import { isScalar, visit } from 'yaml';
import { en } from '../i18n/en.js';
import { isPhraseKey, namespaceOf } from '../i18n/phrase-book.js';
import type { Languages } from './languages.js';
import type { YamlFile } from './yaml-file.js';

/** Keys whose values people read. */
const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...['label', 'title', 'name', 'comment', 'commentAbove', 'placeholder', 'tab', 'defaultTab', 'prompt', 'emptyOption'],
  ...['noRecordsMessage', 'emptyMessage', 'flashSave', 'flashDelete', 'confirm'],
]);

/** The language in which every phrase has to exist. */
export const DEFAULT_LOCALE = 'en';

/** Turns texts that the plugin translates into phrases, and replaces phrases that exist nowhere by a text. */
export function editTexts(file: YamlFile, plugin: string, languages: Languages): void {
  visit(file.document, {
    Pair(_key, pair, path) {
      const { key, value } = pair;
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'string') return;
      const text = value.value;
      const isOption = path.some((node) => 'key' in node && isScalar(node.key) && node.key.value === 'options');
      if (isPhraseKey(text)) {
        if (exists(text, plugin, languages)) return;
        const words = inWords(text);
        value.value = words;
        file.hint(
          value,
          `the phrase ${text} does not exist here`,
          `the text is "${words}"; write the phrase into a language file`,
        );
      } else if (TEXT_KEYS.has(String(key.value)) || isOption) {
        const phrase = languages.phraseFor(text);
        if (phrase === undefined) return;
        value.value = phrase;
        file.report.edited('texts replaced by phrases');
      }
    },
  });
}

function exists(key: string, plugin: string, languages: Languages): boolean {
  const namespace = namespaceOf(key);
  if (namespace === 'backend') return Object.hasOwn(en, key.slice('backend::lang.'.length));
  return namespace === plugin && languages.has(key, DEFAULT_LOCALE);
}

/** "List title" of "acme.shop::lang.items.list_title". */
function inWords(key: string): string {
  const words = (key.split('.').at(-1) ?? key).replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
