import type { AdminColumnReference } from '../../../contract/generated/gatehouse/host/v1/AdminColumnReference.js';
import type { AdminCondition } from '../../../contract/generated/gatehouse/host/v1/AdminCondition.js';
import type { AdminListQuery } from '../../../contract/generated/gatehouse/host/v1/AdminListQuery.js';
import type { AdminNamedScope } from '../../../contract/generated/gatehouse/host/v1/AdminNamedScope.js';
import type { AdminRelationSelection } from '../../../contract/generated/gatehouse/host/v1/AdminRelationSelection.js';
import type { AdminSelection } from '../../../contract/generated/gatehouse/host/v1/AdminSelection.js';
import type {
  ColumnReference,
  ComparisonOperator,
  Condition,
  ListQuery,
  NamedScope,
  RelationSelection,
  Search,
  Selection,
} from '../../../admin/model/query.js';
import { toCell } from './cell.js';

export function toListQuery(query: ListQuery): AdminListQuery {
  return {
    selection: toSelection(query.selection),
    conditions: query.conditions.map(toCondition),
    scopes: query.scopes.map(toNamedScope),
    ...(query.search !== undefined && { search: toSearch(query.search) }),
    sorts: query.sorts.map(({ reference, descending }) => ({ column: toReference(reference), descending })),
    page: query.page,
    count: query.count,
    countAtMost: query.countAtMost ?? 0,
  };
}

export function toSelection({ columns, relations }: Selection): AdminSelection {
  return { columns: columns.map(({ name }) => name), relations: relations.map(toRelationSelection) };
}

export function toNamedScope({ name, values }: NamedScope): AdminNamedScope {
  return { name, values: values.map(toCell) };
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

/** The contract has no mode for an exact phrase: it is a single term, of which all have to match. */
function toSearch({ mode, terms, columns }: Search) {
  return {
    mode: mode === 'any' ? ('ADMIN_SEARCH_MODE_ANY' as const) : ('ADMIN_SEARCH_MODE_ALL' as const),
    terms: [...terms],
    columns: columns.map(toReference),
  };
}
