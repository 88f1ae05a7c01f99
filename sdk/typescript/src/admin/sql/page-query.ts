import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
import type { BelongsTo } from '../model/relation.js';
import type { WireSort } from '../wire/query.js';
import { comparable } from './column-sql.js';
import { relationOf, type Subject } from './conditions.js';
import type { ModelQuery } from './scoped.js';
import { columnOf, ref } from './table-reference.js';

/** Rows of a sorted query: all of them from `offset` on, `limit` at the most. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

interface Order {
  readonly by: RawBuilder<unknown>;
  readonly direction: 'asc' | 'desc';
}

const PAGE = 'gatehouse_page';
const KEY = 'gatehouse_key';

/**
 * The rows of `matching` that stand in the window, in their order, for whoever selects columns of the model's table. A
 * database reads the rows that an offset skips like all others. Here it reads of them the key and what is sorted by, which
 * an index may hold by itself, and the other columns only of the rows that are left.
 */
export function pageQuery(
  subject: Subject,
  matching: ModelQuery,
  sorts: readonly WireSort[],
  { offset, limit }: Window,
  { trx }: AdminContext<AnyTables>,
): ModelQuery {
  const { table, primaryKey } = subject.model;
  const key = ref(table, primaryKey);
  const { query, orders } = sorted(subject, matching, sorts);
  const keys = orders
    .reduce((sofar, { by, direction }) => sofar.orderBy(by, direction), query)
    .orderBy(key, 'asc')
    .select([key.as(KEY), ...orders.map(({ by }, index) => by.as(orderName(index)))])
    .limit(limit)
    .offset(offset);
  const page = trx
    .selectFrom(table)
    .innerJoin(keys.as(PAGE), (join) => join.on(sql<boolean>`${ref(PAGE, KEY)} = ${key}`));
  // Ties go by the primary key, always, within and without: a record must not stand on two pages.
  return orders
    .reduce(
      (sofar, { direction }, index) => sofar.orderBy(ref(PAGE, orderName(index)), direction),
      page as unknown as ModelQuery,
    )
    .orderBy(key, 'asc');
}

function orderName(index: number): string {
  return `gatehouse_order_${String(index)}`;
}

/** What is sorted by, and the query with the tables that this takes. */
function sorted(subject: Subject, matching: ModelQuery, sorts: readonly WireSort[]) {
  const { model } = subject;
  const orders: Order[] = [];
  let query = matching;
  for (const [index, { column, descending }] of sorts.entries()) {
    const { relation: relationName = '', column: name = '' } = column ?? {};
    const direction = descending ? 'desc' : 'asc';
    if (relationName === '') {
      const own = columnOf(model, name, 'query.sorts');
      orders.push({ by: comparable(subject.engine, own, ref(model.table, name)), direction });
      continue;
    }
    const relation = relationOf(subject, relationName);
    if (relation.kind !== 'belongsTo') throw new InvalidField('query.sorts', 'sorts by a to-many relation');
    const related = columnOf(relation.model, name, 'query.sorts');
    const alias = `gatehouse_sort_${String(index)}`;
    query = joined(subject, query, relation, alias);
    orders.push({ by: comparable(subject.engine, related, ref(alias, name)), direction });
  }
  return { query, orders };
}

/** The related record under another name, where the caller may see it. */
function joined({ model, visible }: Subject, query: ModelQuery, relation: BelongsTo, alias: string): ModelQuery {
  const key = ref(alias, relation.model.primaryKey);
  const leads = sql<boolean>`${key} = ${ref(model.table, relation.foreignKey)}`;
  const seen = visible(relation.model, key);
  const joinedQuery = query.leftJoin(sql`${sql.table(relation.model.table)}`.as(alias), (join) =>
    join.on(seen === undefined ? leads : sql<boolean>`${leads} and ${seen}`),
  );
  return joinedQuery;
}
