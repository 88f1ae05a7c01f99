import type { SettingsEntry } from '../api/views.js';
import { wordsOf } from '../formats/folding.js';

export interface SettingsGroup {
  /** Null: entries without a category. */
  readonly category: string | null;
  readonly entries: readonly SettingsEntry[];
}

/** Returns entries in which each search term starts a word of the label, description, category or a keyword. */
export function findSettings(entries: readonly SettingsEntry[], search: string): readonly SettingsEntry[] {
  const terms = wordsOf(search);
  return entries.filter(({ label, description, category, keywords }) => {
    const words = wordsOf([label, description ?? '', category ?? '', ...keywords].join(' '));
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  });
}

/** Groups entries by category, ordered by the first entry of each. Within a category, entries keep their order. */
export function groupSettings(entries: readonly SettingsEntry[]): readonly SettingsGroup[] {
  const groups = new Map<string | null, SettingsEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups].map(([category, inGroup]) => ({ category, entries: inGroup }));
}
