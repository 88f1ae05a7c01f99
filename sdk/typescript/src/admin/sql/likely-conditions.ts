import type { AdminComparisonOperator__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminComparisonOperator';
import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import { sql } from 'kysely';
import type { AdminContext, AnyTables } from '../model/model.js';
import type { Registry } from '../registry.js';
import type { Row } from './columns.js';
import { columnsOf, ref } from './columns.js';
import type { Predicate, Subject } from './conditions.js';
import { conditionSql, relationOf } from './conditions.js';

/** Records to look at. */
const SAMPLE = 128;
/** Fewer records of the sample may have been deleted than kept, but a few tell nothing. */
const MIN_FOUND = 32;
/** In a shorter table, every plan is fast. */
const MIN_KEYS = 2000;
/** From this share on, reading the whole table in its order is faster than each matching record in the order of an index. */
const MIN_SHARE = 1 / 8;

/** Tells SQLite's planner that a condition holds for most records, so that it does not look for them in an index. */
export function likely(condition: Predicate): Predicate {
  return sql`likelihood(${condition}, 0.9)`;
}

/**
 * The conditions of a search that hold for a large part of the records. A search reads every record that meets the other
 * conditions. SQLite takes an equality for selective and reads these records through its index, which takes ten times as
 * long as reading the table if it is not. libsql keeps no statistics of values, even after ANALYZE. So the share is
 * estimated from records whose keys are spread over the table, in a fraction of a millisecond. PostgreSQL has statistics.
 */
export async function likelyConditions(
  registry: Registry,
  subject: Subject,
  query: Pick<AdminListQuery__Output, 'search' | 'conditions'>,
  context: AdminContext<AnyTables>,
): Promise<ReadonlySet<AdminCondition__Output>> {
  const { table, primaryKey } = subject.model;
  const keyType = columnsOf(subject.model).get(primaryKey)?.type;
  const candidates = query.conditions.filter((condition) => mayUseIndex(subject, condition));
  if (subject.engine !== 'sqlite' || !isSearch(query) || candidates.length === 0) return NONE;
  if (keyType !== 'integer' && keyType !== 'bigint') return NONE;
  const key = ref(table, primaryKey);
  const base = context.trx.selectFrom(table);
  const end = (aggregate: 'min' | 'max') => base.select(sql`${sql.raw(aggregate)}(${key})`.as(aggregate)).as(aggregate);
  const [ends] = await registry.queries.rows(context, {
    base,
    shape: JSON.stringify([subject.name, 'ends']),
    parameters: {},
    build: () => context.trx.selectNoFrom([end('min'), end('max')]),
  });
  const sample = sampleOf(Number(ends?.['min'] ?? 0), Number(ends?.['max'] ?? 0));
  if (sample === undefined) return NONE;
  const [found] = await registry.queries.rows(context, {
    base,
    shape: JSON.stringify([subject.name, 'shares', candidates]),
    parameters: { sample: JSON.stringify(sample) },
    build: (all, given) =>
      all
        .where(sql<boolean>`${key} in (select value from json_each(${given.sample}))`)
        .select([
          sql`count(*)`.as('found'),
          ...candidates.map((one, index) => sql`sum(${conditionSql(subject, one)})`.as(`met${String(index)}`)),
        ]),
  });
  return new Set(candidates.filter((_, index) => isLarge(found, `met${String(index)}`)));
}

/** Whether the query looks for a text inside of values, which no index answers. */
export function isSearch({ search, conditions }: Pick<AdminListQuery__Output, 'search' | 'conditions'>): boolean {
  return search !== null || conditions.some(({ comparison }) => comparison?.operator === CONTAINS);
}

const NONE: ReadonlySet<AdminCondition__Output> = new Set();
const CONTAINS = 'ADMIN_COMPARISON_OPERATOR_CONTAINS';

const INDEXED: ReadonlySet<AdminComparisonOperator__Output> = new Set([
  'ADMIN_COMPARISON_OPERATOR_EQUAL',
  'ADMIN_COMPARISON_OPERATOR_LESS',
  'ADMIN_COMPARISON_OPERATOR_LESS_OR_EQUAL',
  'ADMIN_COMPARISON_OPERATOR_GREATER',
  'ADMIN_COMPARISON_OPERATOR_GREATER_OR_EQUAL',
  'ADMIN_COMPARISON_OPERATOR_IN',
  'ADMIN_COMPARISON_OPERATOR_IS_NULL',
  'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL',
]);

/** Conditions on columns of the table itself. */
function mayUseIndex(subject: Subject, { comparison, relatedTo }: AdminCondition__Output): boolean {
  if (comparison) return (comparison.column?.relation ?? '') === '' && INDEXED.has(comparison.operator);
  if (!relatedTo) return false;
  const relation = relationOf(subject, relatedTo.relation);
  return relation.kind === 'belongsTo' && !subject.isLimited(relation.model);
}

/** Keys between both ends, evenly spread but in no step that the data could share. */
function sampleOf(first: number, last: number): readonly number[] | undefined {
  const range = last - first;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || range < MIN_KEYS) return undefined;
  return Array.from({ length: SAMPLE }, (_, index) => first + Math.floor(range * ((index * GOLDEN_RATIO) % 1)));
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

function isLarge(row: Row | undefined, name: string): boolean {
  const found = Number(row?.['found'] ?? 0);
  return found >= MIN_FOUND && Number(row?.[name] ?? 0) >= found * MIN_SHARE;
}
