import type { AdminColumnReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminColumnReference';
import type { AdminComparisonOperator__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminComparisonOperator';
import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminSearch__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSearch';
import type { Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Engine } from '../database/transactions.js';
import type { Column, Value } from '../model/column.js';
import { canBeShown } from '../model/column-values.js';
import type { Model, BelongsTo, Relation } from '../model/model.js';
import { columnValueFrom, valueFrom } from '../cell.js';
import type { KeyTypes, NativeType } from './columns.js';
import { comparable, comparableParameter, columnOf, isUuid, keyParameters, ref, valueSql } from './columns.js';
import { contains } from './text-search.js';

export type Predicate = RawBuilder<boolean>;

/** The subject of a query: a model, and the relations that lead from it. */
export interface Subject extends KeyTypes {
  readonly engine: Engine;
  /** Identical for subjects whose queries have the same text, apart from the scopes of the application. */
  readonly name: string;
  readonly model: Model;
  readonly relations: Readonly<Record<string, Relation>>;
  /** Whether `visible` may limit the related records. */
  isLimited(related: Model): boolean;
  /**
   * A condition that the related record with this key exists for the caller in lists; undefined if all of them do.
   * Callers cannot search, filter or sort by related records that they may not see.
   */
  visible(related: Model, key: RawBuilder<unknown>): Predicate | undefined;
}

export function conditionSql(
  subject: Subject,
  { condition, comparison, relatedTo }: AdminCondition__Output,
): Predicate {
  if (condition === 'comparison' && comparison) {
    return onColumn(subject, comparison.column, (column, reference, native) =>
      compare(subject.engine, column, reference, comparison.operator, comparison.values, native),
    );
  }
  if (condition === 'relatedTo' && relatedTo) {
    const relation = relationOf(subject, relatedTo.relation);
    const keys = keyParameters(subject, relation.model, relatedTo.ids);
    if (keys.length === 0) return sql`1 = 0`;
    if (relation.kind === 'belongsTo') return refersTo(subject, relation, keys);
    const key = ref(RELATED, relation.model.primaryKey);
    return throughRelation(subject, relation, sql`${key} in (${sql.join(keys)})`);
  }
  throw new TypeError('a condition was read without a check of its rules');
}

/** Uses the foreign key directly, so that an index on it applies. */
function refersTo({ model, visible }: Subject, relation: BelongsTo, keys: readonly unknown[]): Predicate {
  const foreignKey = ref(model.table, relation.foreignKey);
  const chosen = sql<boolean>`${foreignKey} in (${sql.join(keys)})`;
  const seen = visible(relation.model, foreignKey);
  return seen === undefined ? chosen : sql`${chosen} and ${seen}`;
}

/** Each term matches some column, or any term matches some column. */
export function searchSql(subject: Subject, { mode, terms, columns }: AdminSearch__Output): Predicate {
  const perTerm = terms.map((term) =>
    joined(
      columns.map((reference) =>
        onColumn(subject, reference, (column, expression) =>
          contains(subject.engine, searchable(subject.engine, column, expression), term),
        ),
      ),
      ' or ',
    ),
  );
  return joined(perTerm, mode === 'ADMIN_SEARCH_MODE_ANY' ? ' or ' : ' and ');
}

export function relationOf({ relations }: Subject, name: string): Relation {
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation === undefined) throw new InvalidField('relation', 'is not a relation of the controller');
  return relation;
}

/** Alias of the related table inside a condition, because a model may be related to itself. */
export const RELATED = 'gatehouse_related';

/** A condition that some related record that the caller may see meets the condition on RELATED's columns. */
function throughRelation({ model, visible }: Subject, relation: Relation, wanted: Predicate): Predicate {
  const related = relation.model;
  const from = sql`${sql.table(related.table)} as ${sql.id(RELATED)}`;
  const key = ref(RELATED, related.primaryKey);
  const seen = visible(related, key);
  const condition = seen === undefined ? wanted : sql`${wanted} and ${seen}`;
  const own = ref(model.table, model.primaryKey);
  switch (relation.kind) {
    case 'belongsTo':
      return sql`exists (select 1 from ${from} where ${key} = ${ref(model.table, relation.foreignKey)} and ${condition})`;
    case 'hasMany':
      return sql`exists (select 1 from ${from} where ${ref(RELATED, relation.foreignKey)} = ${own} and ${condition})`;
    case 'belongsToMany': {
      const { pivotTable, foreignKey, relatedKey } = relation;
      return sql`exists (select 1 from ${sql.table(pivotTable)} inner join ${from} on ${key} = ${ref(pivotTable, relatedKey)} where ${ref(pivotTable, foreignKey)} = ${own} and ${condition})`;
    }
  }
}

function onColumn(
  subject: Subject,
  reference: AdminColumnReference__Output | null,
  predicate: (column: Column, expression: RawBuilder<unknown>, native: NativeType) => Predicate,
): Predicate {
  const { relation: relationName = '', column: name = '' } = reference ?? {};
  if (relationName === '') {
    const { table } = subject.model;
    const own = columnOf(subject.model, name, 'column');
    return predicate(own, valueSql(own, table, name), subject.nativeTypes.of(table, name));
  }
  const relation = relationOf(subject, relationName);
  const native = subject.nativeTypes.of(relation.model.table, name);
  const column = columnOf(relation.model, name, 'column');
  const inner = predicate(column, valueSql(column, RELATED, name), native);
  return throughRelation(subject, relation, inner);
}

const OPERATORS: Partial<Record<AdminComparisonOperator__Output, string>> = {
  ADMIN_COMPARISON_OPERATOR_EQUAL: '=',
  ADMIN_COMPARISON_OPERATOR_LESS: '<',
  ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL: '<=',
  ADMIN_COMPARISON_OPERATOR_GREATER: '>',
  ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL: '>=',
};

function compare(
  engine: Engine,
  column: Column,
  reference: RawBuilder<unknown>,
  operator: AdminComparisonOperator__Output,
  cells: readonly Cell__Output[],
  native: NativeType,
): Predicate {
  if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NULL') return sql`${reference} is null`;
  if (operator === 'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL') return sql`${reference} is not null`;
  const values = cells.map((cell) => comparedValue(column, cell));
  const isOfItsType = native === 'text' || (native === 'uuid' && values.every((value) => isUuid(String(value))));
  // A text that is not a value of the column's own type matches nothing; PostgreSQL would fail.
  const isAsText = column.type === 'string' && !isOfItsType;
  const isText = engine === 'postgres' && column.type === 'string';
  if (isText && values.some(hasNul)) {
    return compareWithNul(isAsText ? shownText(engine, reference) : reference, operator, values.map(String));
  }
  // The type json of PostgreSQL has no comparison.
  const isJson = engine === 'postgres' && column.type === 'json';
  const compared = isAsText ? shownText(engine, reference) : isJson ? asJsonb(reference) : reference;
  const expression = comparable(engine, column, compared);
  const parameters = values.map((value) => {
    const parameter = comparableParameter(engine, column, value);
    return isJson ? asJsonb(parameter) : parameter;
  });
  const [first] = parameters;
  if (parameters.length === 0) throw new InvalidField('query.conditions', 'has no value to compare with');
  if (operator === 'ADMIN_COMPARISON_OPERATOR_IN') return sql`${expression} in (${sql.join(parameters)})`;
  if (operator === 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL') {
    return sql`(${expression} <> ${first} or ${expression} is null)`;
  }
  if (operator === 'ADMIN_COMPARISON_OPERATOR_CONTAINS') {
    if (column.type !== 'string') throw new InvalidField('query.conditions.operator', 'is for texts only');
    return contains(engine, searchable(engine, column, reference), String(values[0]));
  }
  const symbol = OPERATORS[operator];
  if (symbol === undefined) throw new InvalidField('query.conditions.operator', 'is unknown to this host');
  return sql`${expression} ${sql.raw(symbol)} ${first}`;
}

const hasNul = (value: Value): boolean => String(value).includes('\0');

/** No text of PostgreSQL has a NUL, and it rejects one to compare with: what the operator says of all other texts. */
function compareWithNul(
  expression: RawBuilder<unknown>,
  operator: AdminComparisonOperator__Output,
  texts: readonly string[],
): Predicate {
  const [before = ''] = (texts[0] ?? '').split('\0');
  switch (operator) {
    case 'ADMIN_COMPARISON_OPERATOR_LESS':
    case 'ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL':
      return sql`${expression} <= ${before}`;
    case 'ADMIN_COMPARISON_OPERATOR_GREATER':
    case 'ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL':
      return sql`${expression} > ${before}`;
    case 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL':
      return sql`1 = 1`;
    case 'ADMIN_COMPARISON_OPERATOR_IN': {
      const others = texts.filter((text) => !hasNul(text));
      return others.length === 0 ? sql`1 = 0` : sql`${expression} in (${sql.join(others)})`;
    }
    default:
      return sql`1 = 0`;
  }
}

function asJsonb(expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(${expression} as jsonb)`;
}

function comparedValue(column: Column, cell: Cell__Output): Value {
  const value = columnValueFrom(column, cell);
  if (value !== null && canBeShown(column, value)) return value;
  // No integer column has it, but its values are less or greater.
  const exact = valueFrom(cell);
  if (column.type === 'integer' && typeof exact === 'bigint') return exact;
  throw new InvalidField('query.conditions', `has a value that a ${column.type} column cannot have`);
}

/**
 * The text that a driver gets, and so the administrator. In PostgreSQL a cast is another one for some types: it adds the
 * netmask to an inet.
 */
function shownText(engine: Engine, reference: RawBuilder<unknown>): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`cast(${reference} as text)`;
  return sql`case when ${reference} is not null then concat(${reference}) end`;
}

/** As text, because PostgreSQL cannot search types such as uuid or an enum, which are declared as strings. */
function searchable(engine: Engine, { type }: Column, expression: RawBuilder<unknown>): RawBuilder<unknown> {
  return type === 'string' && engine === 'sqlite' ? expression : sql`cast(${expression} as text)`;
}

function joined(parts: readonly Predicate[], separator: string): Predicate {
  return sql`(${sql.join(parts, sql.raw(separator))})`;
}
