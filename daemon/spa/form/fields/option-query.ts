import { OPTIONS_PER_PAGE } from '../../../admin/api/limits.js';
import { writeQuery } from '../../../admin/api/query-grammar.js';
import type { FieldValue } from '../../api/views.js';

/** What the form holds of the fields that a field's choices depend on: names and texts, as `form[name]=text` has them. */
export type Held = readonly (readonly [name: string, text: string])[];

/** A field that is empty, or holds a list, decides nothing. */
export function heldOf(dependsOn: readonly string[], values: Readonly<Record<string, FieldValue>>): Held {
  return dependsOn.flatMap((name) => {
    const value = values[name] ?? null;
    return value === null || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
}

/** One page of what is found. */
export function searchQuery(search: string, page: number, held: Held): URLSearchParams {
  const perPage = OPTIONS_PER_PAGE.default;
  return new URLSearchParams(writeQuery({ page, perPage, search: search.trim(), form: held }));
}

/** What stands for values that are chosen already. */
export function labelQuery(ids: readonly string[], held: Held): URLSearchParams {
  return new URLSearchParams(writeQuery({ ids, form: held }));
}

/** A value as choices have it: as text, whatever the column holds. Undefined: nothing is chosen. */
export function chosenText(value: FieldValue): string | undefined {
  if (value === null || value === '' || typeof value === 'object') return undefined;
  return String(value);
}

/** The same of a list. One value stands for a list of it: a text column may have become a list of texts. */
export function chosenTexts(value: FieldValue): readonly string[] {
  if (value === null || value === '') return [];
  return typeof value === 'object' ? value.map(String) : [String(value)];
}
