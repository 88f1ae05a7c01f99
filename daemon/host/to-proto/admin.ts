import type { AdminCaller } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminColumnReference } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumnReference';
import type { AdminCondition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminMatching } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { AdminNamedScope } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNamedScope';
import type { AdminPage } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPage';
import type { AdminRelationSelection } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRelationSelection';
import type { AdminSearch } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSearch';
import type { AdminSelection } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { AdminSort } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSort';
import type { Cell as ProtoCell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { ColumnValue } from '@gatehouse/proto/generated/gatehouse/host/v1/ColumnValue';
import type { FormValue } from '@gatehouse/proto/generated/gatehouse/host/v1/FormValue';
import type { TokenReference as ProtoTokenReference } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { RelationChange } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { toTimestamp } from '@gatehouse/proto/time';
import type { Caller, TokenReference } from '../../admin/model/administrator.js';
import type { Cell } from '../../admin/model/column.js';
import type {
  ColumnReference,
  ComparisonOperator,
  Condition,
  ListQuery,
  Matching,
  NamedScope,
  Page,
  RelationSelection,
  Search,
  Selection,
} from '../../admin/model/query.js';
import type { ColumnWrite, RelationWrite } from '../../admin/model/record.js';
import type { QueryScope } from '../../admin/ports/record-store.js';

export function toAdminCaller({ principal, locale, session }: Caller): AdminCaller {
  return {
    administratorId: principal.id,
    login: principal.login,
    superuser: principal.superuser,
    permissions: [...principal.permissions],
    locale,
    session: session === undefined ? null : { token: toToken(session.token), at: toTimestamp(session.at) },
  };
}

export function toToken({ administratorId, tokenVersion, tokenId, sessionId }: TokenReference): ProtoTokenReference {
  return { administratorId, tokenVersion, tokenId, sessionId: sessionId ?? '' };
}

/** No default, so that a new kind does not compile until it can be sent. */
export function toCell(cell: Cell): ProtoCell {
  switch (cell.kind) {
    case 'null':
      return { nullValue: true };
    case 'bool':
      return { boolValue: cell.value };
    case 'int64':
      return { int64Value: Number.isSafeInteger(Number(cell.value)) ? Number(cell.value) : String(cell.value) };
    case 'double':
      return { doubleValue: cell.value };
    case 'decimal':
      return { decimalValue: cell.value };
    case 'string':
      return { stringValue: cell.value };
    case 'date':
      return { dateValue: cell.value };
    case 'time':
      return { timeValue: cell.value };
    case 'timestamp':
      return { timestampValue: toTimestamp(cell.value) };
    case 'json':
      return { jsonValue: cell.value };
    case 'bytes':
      return { bytesValue: cell.value };
  }
}

export function toListQuery(query: ListQuery): AdminListQuery {
  return {
    ...toMatching(query),
    selection: toSelection(query.selection),
    sorts: query.sorts.map(({ reference, descending }): AdminSort => ({ column: toReference(reference), descending })),
    page: toPage(query.page),
    count: query.count,
    countAtMost: query.countAtMost ?? 0,
    acceptsColumns: true,
  };
}

export function toMatching({ conditions, scopes, search }: Matching): AdminMatching {
  return {
    conditions: conditions.map(toCondition),
    scopes: scopes.map(toNamedScope),
    search: search === undefined ? null : toSearch(search),
  };
}

export function toPage({ number, size }: Page): AdminPage {
  return { number, size };
}

export function toSelection({ columns, relations, maxText = 0, maxRelatedText = 0 }: Selection): AdminSelection {
  return {
    columns: columns.map(({ name }) => name),
    relations: relations.map(toRelationSelection),
    maxText,
    maxRelatedText,
  };
}

export function toScope(scope: QueryScope) {
  return scope === 'list' ? 'ADMIN_SCOPE_LIST' : 'ADMIN_SCOPE_FORM';
}

export function toNamedScope({ name, values, valuesOf }: NamedScope): AdminNamedScope {
  return { name, values: values.map(toCell), valuesOf: valuesOf ?? '' };
}

function toRelationSelection(selected: RelationSelection): AdminRelationSelection {
  const relation = selected.relation.name;
  return selected.kind === 'count'
    ? { relation, count: true }
    : { relation, related: { column: selected.column.name, limit: selected.limit } };
}

function toReference({ relation, column }: ColumnReference): AdminColumnReference {
  return { relation: relation?.name ?? '', column: column.name };
}

const OPERATORS = {
  eq: 'ADMIN_COMPARISON_OPERATOR_EQUAL',
  ne: 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL',
  lt: 'ADMIN_COMPARISON_OPERATOR_LESS',
  le: 'ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL',
  gt: 'ADMIN_COMPARISON_OPERATOR_GREATER',
  ge: 'ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL',
  in: 'ADMIN_COMPARISON_OPERATOR_IN',
  contains: 'ADMIN_COMPARISON_OPERATOR_CONTAINS',
  isNull: 'ADMIN_COMPARISON_OPERATOR_IS_NULL',
  isNotNull: 'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL',
} as const satisfies Record<ComparisonOperator, string>;

function toCondition(condition: Condition): AdminCondition {
  if (condition.kind === 'related') {
    return { relatedTo: { relation: condition.relation.name, ids: [...condition.ids] } };
  }
  const { reference, operator, values } = condition;
  return {
    comparison: { column: toReference(reference), operator: OPERATORS[operator], values: values.map(toCell) },
  };
}

/** The contract has no mode for an exact phrase: a phrase is a single term, and all terms have to match. */
function toSearch({ mode, terms, columns }: Search): AdminSearch {
  return {
    mode: mode === 'any' ? 'ADMIN_SEARCH_MODE_ANY' : 'ADMIN_SEARCH_MODE_ALL',
    terms: [...terms],
    columns: columns.map(toReference),
  };
}

export function toColumnValues(writes: readonly ColumnWrite[]): ColumnValue[] {
  return writes.map(({ column, value, optionProvider }): ColumnValue => ({
    column: column.name,
    value: toCell(value),
    optionProvider: optionProvider ?? '',
  }));
}

export function toFormValues(values: readonly Pick<ColumnWrite, 'column' | 'value'>[]): FormValue[] {
  return values.map(({ column, value }): FormValue => ({ column: column.name, value: toCell(value) }));
}

export function toRelationChange({ relation, ids, scope }: RelationWrite): RelationChange {
  return {
    relation: relation.name,
    ids: [...ids],
    scope: scope === undefined ? null : toNamedScope(scope),
  };
}
