import type { ColumnValue } from '../../../contract/generated/gatehouse/host/v1/ColumnValue.js';
import type { FormValue } from '../../../contract/generated/gatehouse/host/v1/FormValue.js';
import type { RelationChange } from '../../../contract/generated/gatehouse/host/v1/RelationChange.js';
import type { ColumnWrite, RecordWrite, RelationWrite } from '../../../admin/model/record.js';
import { toCell } from './cell.js';
import { toNamedScope } from './query.js';

/** The members that CreateRecordRequest and UpdateRecordRequest share. */
export function toWrite({ columns, relations }: RecordWrite): { values: ColumnValue[]; relations: RelationChange[] } {
  return { values: toColumnValues(columns), relations: relations.map(toRelationChange) };
}

export function toColumnValues(writes: readonly ColumnWrite[]): ColumnValue[] {
  return writes.map(({ column, value, optionProvider }) => ({
    column: column.name,
    value: toCell(value),
    optionProvider: optionProvider ?? '',
  }));
}

export function toFormValues(values: readonly Pick<ColumnWrite, 'column' | 'value'>[]): FormValue[] {
  return values.map(({ column, value }) => ({ column: column.name, value: toCell(value) }));
}

function toRelationChange({ relation, ids, scope }: RelationWrite): RelationChange {
  return {
    relation: relation.name,
    ids: [...ids],
    ...(scope !== undefined && { scope: toNamedScope(scope) }),
  };
}
