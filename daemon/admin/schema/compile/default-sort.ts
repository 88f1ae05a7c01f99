import type { ListColumn, SortKey } from '../../model/schema/list-schema.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';

/** The order of a list when nobody asked for another: by a column that could be asked for. */
export function compileDefaultSort(
  sort: Given<SortKey> | undefined,
  columns: readonly ListColumn[],
  declared: readonly string[] | undefined,
  context: CompileContext,
): readonly SortKey[] {
  // Where the columns could not be read, that is what is wrong, and not the order.
  if (sort === undefined || declared === undefined) return [];
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined).map(({ name }) => name);
  if (sortable.includes(sort.value.column)) return [sort.value];
  const refused = declared.includes(sort.value.column) && !columns.some(({ name }) => name === sort.value.column);
  if (refused) return [];
  context.problems.unknown(
    sort.at,
    `the list has no sortable column ${sort.value.column}`,
    sort.value.column,
    sortable,
  );
  return [];
}
