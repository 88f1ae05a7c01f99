import { OPTIONS_PER_PAGE } from '../../../admin/api/limits.js';
import { writeQuery } from '../../../admin/api/query-grammar.js';
import type { FieldValue } from '../../api/views.js';

/** The form's values for the fields that a field's choices depend on: names and texts, as in `form[name]=text`. */
export type Held = readonly (readonly [name: string, text: string])[];

/** Skips a field that is empty or holds a list. */
export function heldOf(dependsOn: readonly string[], values: Readonly<Record<string, FieldValue>>): Held {
  return dependsOn.flatMap((name) => {
    const value = values[name] ?? null;
    return value === null || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
}

/** The query for one page of search results. */
export function searchQuery(search: string, page: number, held: Held): URLSearchParams {
  const perPage = OPTIONS_PER_PAGE.default;
  return new URLSearchParams(writeQuery({ page, perPage, search: search.trim(), form: held }));
}

/** The query for the labels of chosen values. */
export function labelQuery(ids: readonly string[], held: Held): URLSearchParams {
  return new URLSearchParams(writeQuery({ ids, form: held }));
}

/** A value as it appears among choices: as text, whatever its column type. Undefined if there is no choice. */
export function chosenText(value: FieldValue): string | undefined {
  if (value === null || value === '' || typeof value === 'object') return undefined;
  return String(value);
}

/**
 * Like `chosenText`, for a list. A single value counts as a list of one, because a text column may have become a list of
 * texts.
 */
export function chosenTexts(value: FieldValue): readonly string[] {
  if (value === null || value === '') return [];
  return typeof value === 'object' ? value.map(String) : [String(value)];
}
