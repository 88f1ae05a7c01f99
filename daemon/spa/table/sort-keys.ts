import { MAX_SORTS } from '../../admin/api/limits.js';
import type { SortKey } from '../../admin/api/query-grammar.js';
import { formatSort, parseSort } from '../../admin/api/query-grammar.js';

/**
 * Returns the sort order after a click on a column heading: ascending, descending, and then the list's own order.
 * @param current the current order
 * @param fallback the list's own order, which this function returns as an empty text
 * @param additive whether to keep the other columns: the clicked one is added, reversed and then removed
 */
export function nextSort(current: string, fallback: string, column: string, additive: boolean): string {
  const keys = parseSort(current);
  const pressed = keys.find((key) => key.column === column);
  const next = additive ? nextOfSeveral(keys, pressed, column) : nextOfOne(pressed, column, fallback);
  const text = formatSort(next);
  return text === fallback ? '' : text;
}

function nextOfOne(pressed: SortKey | undefined, column: string, fallback: string): readonly SortKey[] {
  if (pressed === undefined) return [{ column, descending: false }];
  if (!pressed.descending) return [{ column, descending: true }];
  // If this is already the list's own order, resetting to it would change nothing.
  return fallback === `-${column}` ? [{ column, descending: false }] : [];
}

function nextOfSeveral(keys: readonly SortKey[], pressed: SortKey | undefined, column: string): readonly SortKey[] {
  if (pressed === undefined) return keys.length < MAX_SORTS ? [...keys, { column, descending: false }] : keys;
  if (pressed.descending) return keys.filter((key) => key !== pressed);
  return keys.map((key) => (key === pressed ? { column, descending: true } : key));
}
