import type { Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { InvalidFields__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/InvalidFields';
import type { Record__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RecordPage__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { Refusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Refusal';
import type { RelatedRecords__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelatedRecords';
import type { RelationValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationValue';
import { ColumnsMismatch, readRecordColumns } from '@gatehouse/proto/record-columns';
import type { Column, ReadCell } from '../../admin/model/column.js';
import type { ListQuery, RelationSelection, Selection } from '../../admin/model/query.js';
import type { AdminRecord, RecordPage, RelationValue } from '../../admin/model/record.js';
import type { Invalid, NotFound, Refused } from '../../admin/ports/record-store.js';
import type { Reading } from './cell.js';
import { readCell } from './cell.js';
import { violation } from './checks.js';

/** The outcomes that several rpcs share. Administrators see their messages unchanged. */

export const NOT_FOUND: NotFound = Object.freeze({ outcome: 'notFound' });

export function fromInvalid({ fields }: InvalidFields__Output): Invalid {
  return { outcome: 'invalid', errors: fields.map(({ field, messages }) => ({ field, messages })) };
}

export function fromRefusal({ message }: Refusal__Output): Refused {
  return { outcome: 'refused', message };
}

/** @param expectedId the requested record; absent if any record is acceptable */
export function fromRecord(
  reading: Reading,
  at: string,
  record: Record__Output,
  selection: Selection,
  expectedId?: string,
): AdminRecord {
  const { rpc } = reading;
  const { id } = record;
  if (expectedId !== undefined && id !== expectedId) {
    throw violation(rpc, `${at}.id`, 'is not the one that was requested');
  }
  const { relations } = record;
  if (relations.length !== selection.relations.length) {
    throw violation(
      rpc,
      `${at}.relations`,
      `has ${relations.length} values for ${selection.relations.length} relations`,
    );
  }
  return {
    id,
    ...versionOf(record.version),
    cells: fromCells(reading, at, id, record.cells, selection.columns, selection.maxText),
    relations: selection.relations.map((selected, index) =>
      fromRelationValue(
        reading,
        `${at}.relations[${selected.relation.name}]`,
        relations[index],
        selected,
        selection.maxRelatedText,
      ),
    ),
  };
}

export function versionOf(version: string): { version?: string } {
  return version === '' ? {} : { version };
}

/**
 * A cell for each column, in column order.
 *
 * @param record id of the record; empty for settings
 */
export function fromCells(
  reading: Reading,
  at: string,
  record: string,
  cells: readonly Cell__Output[],
  columns: readonly Column[],
  most?: number,
): readonly ReadCell[] {
  if (cells.length !== columns.length) {
    throw violation(reading.rpc, `${at}.cells`, `has ${cells.length} cells for ${columns.length} columns`);
  }
  return columns.map((column, index) => readCell(reading, cells[index], column, { record, column: column.name }, most));
}

export function fromRecordPage<Row>(
  reading: Reading,
  page: RecordPage__Output,
  query: Pick<ListQuery, 'selection' | 'page' | 'count' | 'countAtMost'>,
  rowOf: (record: AdminRecord) => Row,
): RecordPage<Row> {
  const at = 'page';
  const { rpc } = reading;
  const { hasMore, total, totalExceeded } = page;
  const { length } = page.columns?.ids ?? page.records;
  if (length > query.page.size) {
    throw violation(rpc, `${at}.records`, `has ${length} records, more than the page size ${query.page.size}`);
  }
  if ((total !== undefined) !== query.count) {
    throw violation(rpc, `${at}.total`, query.count ? 'is missing, although it was requested' : 'was not requested');
  }
  const counted = total === undefined ? undefined : safeCount(rpc, `${at}.total`, total);
  if (totalExceeded && (query.countAtMost === undefined || counted !== query.countAtMost)) {
    throw violation(rpc, `${at}.total_exceeded`, 'is set, although total is not the count_at_most of the query');
  }
  return {
    records: eachRecord(rpc, at, page, (record, index) =>
      rowOf(fromRecord(reading, `${at}.records[${index}]`, record, query.selection)),
    ),
    hasMore,
    ...(counted !== undefined && (totalExceeded ? { totalOver: counted } : { total: counted })),
  };
}

/** The records of a page, which come as they are or as columns. */
function eachRecord<Read>(
  rpc: string,
  at: string,
  { records, columns }: RecordPage__Output,
  read: (record: Record__Output, index: number) => Read,
): Read[] {
  if (columns === null) return records.map(read);
  try {
    return readRecordColumns(columns, read);
  } catch (error) {
    if (error instanceof ColumnsMismatch) throw violation(rpc, `${at}.columns`, error.message);
    throw error;
  }
}

function fromRelationValue(
  reading: Reading,
  at: string,
  value: RelationValue__Output | undefined,
  selected: RelationSelection,
  most: number | undefined,
): RelationValue {
  const { rpc } = reading;
  if (value?.value !== selected.kind) {
    throw violation(rpc, at, `is ${value?.value ?? 'empty'}, not ${selected.kind}`);
  }
  if (selected.kind === 'count') return { kind: 'count', count: safeCount(rpc, `${at}.count`, value.count ?? '0') };
  return fromRelated(reading, at, value.related ?? { records: [], hasMore: false }, selected, most);
}

function fromRelated(
  reading: Reading,
  at: string,
  { records, hasMore }: RelatedRecords__Output,
  { relation, column, limit }: Extract<RelationSelection, { kind: 'related' }>,
  most: number | undefined,
): RelationValue {
  const { rpc } = reading;
  if (records.length > limit)
    throw violation(rpc, at, `has ${records.length} related records, more than the limit ${limit}`);
  const items = records.map(({ id, value }) => ({
    id,
    value: readCell(reading, value, column, { record: id, column: `${relation.name}.${column.name}` }, most),
  }));
  return { kind: 'related', items, hasMore };
}

/** A uint64 arrives as text. */
function safeCount(rpc: string, at: string, count: string): number {
  const value = Number(count);
  if (!Number.isSafeInteger(value)) throw violation(rpc, at, 'is greater than 2^53 - 1');
  return value;
}
