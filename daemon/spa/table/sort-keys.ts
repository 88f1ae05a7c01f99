import { MAX_SORTS } from '../../admin/api/limits.js';
import type { SortKey } from '../../admin/api/query-grammar.js';
import { formatSort, parseSort } from '../../admin/api/query-grammar.js';

/**
 * The sort after a press on a column's heading: ascending, descending, and then as the list has it by itself.
 * @param current what is in force
 * @param fallback the list's own; as an answer it is the empty text
 * @param additive further columns stay as they are: the pressed one is added, turned, and taken away again
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
  // Where the list itself is sorted like this, going back to that would change nothing.
  return fallback === `-${column}` ? [{ column, descending: false }] : [];
}

function nextOfSeveral(keys: readonly SortKey[], pressed: SortKey | undefined, column: string): readonly SortKey[] {
  if (pressed === undefined) return keys.length < MAX_SORTS ? [...keys, { column, descending: false }] : keys;
  if (pressed.descending) return keys.filter((key) => key !== pressed);
  return keys.map((key) => (key === pressed ? { column, descending: true } : key));
}
