import { isPhraseKey } from '../../../i18n/phrase-book.js';
import type { Text } from '../../../i18n/text.js';
import { slugOf } from '../../api/slug.js';
import type { FieldArea } from '../../model/schema/form-schema.js';

interface InTab {
  readonly area: FieldArea;
  /** Null outside tabs. */
  readonly tab: Text | null;
}

export type WithTabId<Field> = Field & { readonly tabId: string | undefined };

/**
 * Adds the id of its tab to each field of a form: "acme.blog::lang.tabs.comments" → "comments". Links to tabs contain it, so it
 * depends on neither the language nor the fields that an administrator may see.
 * @param fields all fields of the form, in file order
 */
export function withTabIds<Field extends InTab>(fields: readonly Field[]): readonly WithTabId<Field>[] {
  const namesIn = (area: FieldArea) =>
    fields.flatMap((field) => (field.area === area && field.tab !== null ? [field.tab.source] : []));
  const ids = {
    outside: new Map<string, string>(),
    primary: idsOf(namesIn('primary')),
    secondary: idsOf(namesIn('secondary')),
  };
  return fields.map((field) => ({
    ...field,
    tabId: field.tab === null ? undefined : ids[field.area].get(field.tab.source),
  }));
}

/** A name without an id of its own gets its position as a suffix. */
function idsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(names)];
  const slugs = distinct.map((name) => slugOf(isPhraseKey(name) ? name.slice(name.lastIndexOf('.') + 1) : name));
  const taken = new Set(slugs);
  return new Map(
    distinct.map((name, index) => {
      const slug = slugs[index] ?? '';
      const isOwn = slug !== '' && slugs.indexOf(slug) === index;
      return [name, isOwn ? slug : free(slug, index + 1, taken)];
    }),
  );
}

/** The first of "a2", "a3", … that no other tab has. */
function free(slug: string, position: number, taken: Set<string>): string {
  const id = `${slug}${position}`;
  if (taken.has(id)) return free(slug, position + 1, taken);
  taken.add(id);
  return id;
}
