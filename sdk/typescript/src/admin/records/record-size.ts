import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { RelationValue } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationValue';
import { MAX_STREAM_ANSWER_BYTES } from '@gatehouse/proto/limits';
import { invalidValueOf } from '../sql/stored-value.js';
import type { SentRecord } from './read-records.js';

/** The share of an answer for a record or the values of a settings screen. The rest is for ids, names and framing. */
const MAX_VALUES_BYTES = MAX_STREAM_ANSWER_BYTES - 256 * 1024;

/** Framing of a cell. */
const CELL_BYTES = 16;

function sizeOf(cell: Cell): number {
  const { stringValue, jsonValue, bytesValue, decimalValue, invalidValue, truncatedValue } = cell;
  const text = stringValue ?? jsonValue ?? decimalValue ?? invalidValue?.raw ?? truncatedValue?.text ?? '';
  return CELL_BYTES + Buffer.byteLength(text) + (bytesValue?.length ?? 0);
}

function sizeOfRelations(relations: readonly RelationValue[]): number {
  const related = relations.flatMap((value) => value.related?.records ?? []);
  return related.reduce((bytes, { id = '', value }) => bytes + sizeOf({ stringValue: id }) + sizeOf(value ?? {}), 0);
}

/** The cells of one record that is too long to be sent with the longest of them as invalid values; otherwise as they are. */
export function sendableCells(cells: readonly Cell[], relations: readonly RelationValue[] = []): Cell[] {
  const sizes = cells.map(sizeOf);
  let bytes = sizes.reduce((sum, size) => sum + size, sizeOfRelations(relations));
  const sent = [...cells];
  const byLength = [...sizes.keys()].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  for (const index of byLength) {
    const cell = cells[index];
    if (bytes <= MAX_VALUES_BYTES || cell === undefined) break;
    const shown = invalidValueOf(cell);
    bytes += sizeOf(shown) - sizeOf(cell);
    sent[index] = shown;
  }
  return sent;
}

/** As many of the first records as one answer can hold, at least one. */
export function sendableTogether(records: readonly SentRecord[]): readonly SentRecord[] {
  let bytes = 0;
  const fitting = records.findIndex(({ id, cells, relations }, index) => {
    bytes += cells.reduce((sum, cell) => sum + sizeOf(cell), sizeOf({ stringValue: id }) + sizeOfRelations(relations));
    return index > 0 && bytes > MAX_VALUES_BYTES;
  });
  const [first, ...others] = fitting === -1 ? records : records.slice(0, fitting);
  return first === undefined ? [] : [sendable(first), ...others];
}

/** A record of which the host sends no other in the same answer. */
export function sendable(record: SentRecord): SentRecord {
  return { ...record, cells: sendableCells(record.cells, record.relations) };
}

/**
 * Which of the columns just written makes the record too long to be sent: the longest of them. Undefined for a record that is
 * short enough, or that is too long because of other columns alone, which the application stored.
 */
export function tooLongWrite(
  names: readonly string[],
  cells: readonly Cell[],
  written: ReadonlySet<string>,
  relations: readonly RelationValue[] = [],
): string | undefined {
  const shortened = sendableCells(cells, relations);
  const isShortened = (index: number): boolean => shortened[index] !== cells[index];
  if (!cells.some((_cell, index) => isShortened(index))) return undefined;
  const others = cells.filter((_cell, index) => !written.has(names[index] ?? ''));
  const sentOthers = sendableCells(others, relations);
  const othersFit = others.every((cell, index) => cell === sentOthers[index]);
  const concerned = names.flatMap((name, index) => {
    const cell = cells[index];
    const isConcerned = cell !== undefined && written.has(name) && (othersFit || isShortened(index));
    return isConcerned ? [{ name, size: sizeOf(cell) }] : [];
  });
  return concerned.sort((a, b) => b.size - a.size)[0]?.name;
}
