import type { FieldValue } from '../field-props.js';

/** As many as are read at a glance; the API answers at most 100. */
const OPTIONS_PER_PAGE = 50;

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
  const query = new URLSearchParams({ page: String(page), per_page: String(OPTIONS_PER_PAGE) });
  if (search.trim() !== '') query.set('search', search.trim());
  return withHeld(query, held);
}

/** What stands for values that are chosen already. */
export function labelQuery(ids: readonly string[], held: Held): URLSearchParams {
  return withHeld(new URLSearchParams(ids.map((id) => ['ids[]', id])), held);
}

function withHeld(query: URLSearchParams, held: Held): URLSearchParams {
  for (const [name, text] of held) query.append(`form[${name}]`, text);
  return query;
}
