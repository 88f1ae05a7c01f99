import type { Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { InvalidFields__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/InvalidFields';
import type { Record__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RecordPage__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import type { Refusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Refusal';
import type { RelatedRecords__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelatedRecords';
import type { RelationValue__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationValue';
import { MAX_ADMIN_NAME, MAX_ADMIN_TEXT } from '@gatehouse/proto/limits';
import type { Column, ReadCell } from '../../admin/model/column.js';
import type { ListQuery, RelationSelection, Selection } from '../../admin/model/query.js';
import type { AdminRecord, RecordPage, RelationValue } from '../../admin/model/record.js';
import type { Invalid, NotFound, Refused } from '../../admin/ports/record-store.js';
import type { Reading } from './cell.js';
import { readCell } from './cell.js';
import { requiredText, violation } from './checks.js';

/** The outcomes that several rpcs share. Administrators see their messages unchanged. */

export const NOT_FOUND: NotFound = Object.freeze({ outcome: 'notFound' });

export function fromInvalid(rpc: string, { fields }: InvalidFields__Output): Invalid {
  if (fields.length === 0) throw violation(rpc, 'invalid.fields', 'is empty');
  if (new Set(fields.map(({ field }) => field)).size < fields.length) {
    throw violation(rpc, 'invalid.fields', 'has a duplicate field');
  }
  const errors = fields.map(({ field, messages }) => {
    if (messages.length === 0) throw violation(rpc, 'invalid.fields.messages', 'is empty');
    return {
      field: requiredText(rpc, 'invalid.fields.field', field, MAX_ADMIN_NAME),
      messages: messages.map((message) => requiredText(rpc, 'invalid.fields.messages', message, MAX_ADMIN_TEXT)),
    };
  });
  return { outcome: 'invalid', errors };
}

export function fromRefusal(rpc: string, { message }: Refusal__Output): Refused {
  return { outcome: 'refused', message: requiredText(rpc, 'refused.message', message, MAX_ADMIN_TEXT) };
}

/** For an answer without an outcome: from a newer host, or a mistake. */
export function noOutcome(rpc: string): Error {
  return violation(rpc, 'outcome', 'is not set, or unknown to this daemon');
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
  const id = requiredText(rpc, `${at}.id`, record.id, MAX_ADMIN_NAME);
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
    ...versionOf(rpc, at, record.version),
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

export function versionOf(rpc: string, at: string, version: string): { version?: string } {
  if (version === '') return {};
  return { version: requiredText(rpc, `${at}.version`, version, MAX_ADMIN_NAME) };
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

export function fromRecordPage(reading: Reading, at: string, page: RecordPage__Output, query: ListQuery): RecordPage {
  const { rpc } = reading;
  const { records, hasMore, total, totalExceeded } = page;
  if (records.length > query.page.size) {
    throw violation(rpc, `${at}.records`, `has ${records.length} records, more than the page size ${query.page.size}`);
  }
  if ((total !== undefined) !== query.count) {
    throw violation(rpc, `${at}.total`, query.count ? 'is missing, although it was requested' : 'was not requested');
  }
  const counted = total === undefined ? undefined : safeCount(rpc, `${at}.total`, total);
  if (totalExceeded && (query.countAtMost === undefined || counted !== query.countAtMost)) {
    throw violation(rpc, `${at}.total_exceeded`, 'is set, although total is not the count_at_most of the query');
  }
  return {
    records: records.map((record, index) => fromRecord(reading, `${at}.records[${index}]`, record, query.selection)),
    hasMore,
    ...(counted !== undefined && (totalExceeded ? { totalOver: counted } : { total: counted })),
  };
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
    id: requiredText(rpc, `${at}.id`, id, MAX_ADMIN_NAME),
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
