import type { SavedViewBody } from '../../../admin/api/answers.js';
import type { ListDefaults, ListState } from '../query/query-state.js';
import { searchOf, stateOf } from '../query/query-state.js';

/** Between the state of a list and a saved view: its query is the list's URL without page, page size and view. */

/** The query under which the state is saved. @param columns the visible ones, in their order */
export function queryOfView(state: ListState, defaults: ListDefaults, columns: readonly string[]): string {
  return contentsOf({ ...state, columns }, defaults);
}

function contentsOf(state: ListState, defaults: ListDefaults): string {
  const { search, sort, filters, columns } = state;
  const contents = { search, sort, filters, ...(columns && { columns }) };
  return searchOf({ ...contents, page: 1, perPage: undefined }, defaults).slice(1);
}

/** The state that a view leads to; page and page size stay those of the URL. */
export function stateOfView(
  { id, query }: Pick<SavedViewBody, 'id' | 'query'>,
  { page, perPage }: Pick<ListState, 'page' | 'perPage'>,
): ListState {
  return { ...stateOf(`?${query}`), page, perPage, view: id };
}

/** Whether the list shows something else than the view. */
export function isEdited(state: ListState, { query }: Pick<SavedViewBody, 'query'>, defaults: ListDefaults): boolean {
  return contentsOf(state, defaults) !== contentsOf(stateOf(`?${query}`), defaults);
}

const PLACE = ['page', 'per_page', 'view'];

/**
 * The view that a URL names without saying more, so that the view decides what the list shows. Undefined: the URL says it
 * itself, or no view is wanted.
 * @param chosen the view that the administrator has chosen as the start of this list
 */
export function viewToApply(search: string, chosen: string | undefined): string | undefined {
  const parameters = new URLSearchParams(search);
  if ([...parameters.keys()].some((name) => !PLACE.includes(name))) return undefined;
  const named = parameters.get('view');
  if (named === null) return search === '' ? chosen : undefined;
  return named === '' ? undefined : named;
}
