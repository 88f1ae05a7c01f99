import type { SettingsEntry } from '../api/views.js';
import { wordsOf } from '../formats/folding.js';

export interface SettingsGroup {
  /** Null: entries that belong to no category. */
  readonly category: string | null;
  readonly entries: readonly SettingsEntry[];
}

/** The entries in which every word of the search begins a word: of the label, the description, the category or a keyword. */
export function findSettings(entries: readonly SettingsEntry[], search: string): readonly SettingsEntry[] {
  const terms = wordsOf(search);
  return entries.filter(({ label, description, category, keywords }) => {
    const words = wordsOf([label, description ?? '', category ?? '', ...keywords].join(' '));
    return terms.every((term) => words.some((word) => word.startsWith(term)));
  });
}

/** By category, in the order in which the entries first name them; within one, as they come: by their own order. */
export function groupSettings(entries: readonly SettingsEntry[]): readonly SettingsGroup[] {
  const groups = new Map<string | null, SettingsEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups].map(([category, inGroup]) => ({ category, entries: inGroup }));
}
