import { isDeepStrictEqual } from 'node:util';
import type { Cell, ReadCell } from '../../model/column.js';
import { losesDigits } from '../../model/json-text.js';
import type { Selection } from '../../model/query.js';
import type { AdminRecord, RecordWrite } from '../../model/record.js';

/** Whether a record already has everything that a row would write, so that its update would change nothing. */
export function hasAlready({ columns, relations }: RecordWrite, record: AdminRecord, selection: Selection): boolean {
  return (
    columns.every(({ column, value }) => {
      const at = selection.columns.findIndex(({ name }) => name === column.name);
      const stored = record.cells[at];
      return stored !== undefined && isSame(value, stored);
    }) &&
    relations.every(({ relation, ids }) => {
      const at = selection.relations.findIndex((one) => one.relation.name === relation.name);
      const stored = record.relations[at];
      if (stored?.kind !== 'related' || stored.hasMore) return false;
      const linked = new Set(stored.items.map(({ id }) => id));
      return linked.size === ids.length && ids.every((id) => linked.has(id));
    })
  );
}

/** Never for a value that the host could not read or send whole: no given one is of such a kind. */
function isSame(given: Cell, stored: ReadCell): boolean {
  if (given.kind === 'json' && stored.kind === 'json') {
    if (given.value === stored.value) return true;
    // Two such numbers can differ in exactly the digits that they lose.
    if (losesDigits(given.value) || losesDigits(stored.value)) return false;
    return isDeepStrictEqual(JSON.parse(given.value), JSON.parse(stored.value));
  }
  if (given.kind === 'bytes' && stored.kind === 'bytes') return given.value.equals(stored.value);
  return given.kind === stored.kind && textOf(given) === textOf(stored);
}

/** The same text for equal values of one kind. */
function textOf(cell: ReadCell): string {
  const text = 'value' in cell ? String(cell.value) : '';
  return cell.kind === 'decimal' || cell.kind === 'time' ? withoutZeros(text) : text;
}

/** Zeros at the end of a fraction do not change a value. */
function withoutZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}
