import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminPage__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPage';
import type { AdminSort__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSort';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import { MAX_PAGE_SIZE } from '@gatehouse/proto/limits';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext, AnyTables, BelongsTo } from '../model/model.js';
import type { Registry } from '../registry.js';
import { columnOf, comparable, ref } from '../sql/columns.js';
import type { Subject } from '../sql/conditions.js';
import { conditionSql, relationOf, searchSql } from '../sql/conditions.js';
import type { ModelQuery } from '../sql/scopes.js';
import { withNamedScopes } from '../sql/scopes.js';
import { readRecords } from './read-records.js';

/** The window of a sorted query: at most `limit` rows, starting at `offset`. */
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
 * The rows of `matching` in the window, in order, from which the caller selects columns of the model's table. A database
 * also reads the rows that an offset skips. Here it reads only their key and sort columns, which an index alone may
 * provide, and reads the other columns only of the remaining rows.
 */
function pageQuery(
  subject: Subject,
  matching: ModelQuery,
  sorts: readonly AdminSort__Output[],
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
  // Both the inner and the outer query always break ties by the primary key: a record must not appear on two pages.
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

/** The sort expressions, and the query with the tables that they need. */
function sorted(subject: Subject, matching: ModelQuery, sorts: readonly AdminSort__Output[]) {
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
    if (relation.kind !== 'belongsTo') throw new InvalidField('query.sorts', 'cannot sort by a to-many relation');
    const related = columnOf(relation.model, name, 'query.sorts');
    const alias = `gatehouse_sort_${String(index)}`;
    query = joined(subject, query, relation, alias);
    orders.push({ by: comparable(subject.engine, related, ref(alias, name)), direction });
  }
  return { query, orders };
}

/** Joins the related record under an alias, if the caller may see it. */
function joined({ model, visible }: Subject, query: ModelQuery, relation: BelongsTo, alias: string): ModelQuery {
  const key = ref(alias, relation.model.primaryKey);
  const leads = sql<boolean>`${key} = ${ref(model.table, relation.foreignKey)}`;
  const seen = visible(relation.model, key);
  const joinedQuery = query.leftJoin(sql`${sql.table(relation.model.table)}`.as(alias), (join) =>
    join.on(seen === undefined ? leads : sql<boolean>`${leads} and ${seen}`),
  );
  return joinedQuery;
}

/** A page of the records of `base`. Reads one record more than the page holds, to know whether there are more. */
export async function listPage(
  registry: Registry,
  subject: Subject,
  base: ModelQuery,
  query: AdminListQuery__Output | null,
  context: AdminContext<AnyTables>,
): Promise<RecordPage> {
  if (query === null) throw new InvalidField('query', 'is required');
  const { offset, size } = window(query.page);
  let matching = withNamedScopes(base, subject.model, query.scopes, context);
  for (const condition of query.conditions) matching = matching.where(conditionSql(subject, condition));
  if (query.search !== null) matching = matching.where(searchSql(subject, query.search));

  const page = pageQuery(subject, matching, query.sorts, { offset, limit: size + 1 }, context);
  const read = await readRecords(registry, subject, page, query.selection, context);
  const records = read.slice(0, size);
  const hasMore = read.length > size;
  if (!query.count) return { records, hasMore };
  // The last page determines the total without a count.
  const known = !hasMore && (records.length > 0 || offset === 0);
  if (known) return { records, hasMore, total: String(offset + records.length) };
  return { records, hasMore, ...(await count(matching, query.countAtMost, context)) };
}

/** Counts all, or stops after `atMost` + 1. */
async function count(
  query: ModelQuery,
  atMost: number,
  { trx }: AdminContext<AnyTables>,
): Promise<Pick<RecordPage, 'total' | 'totalExceeded'>> {
  if (atMost === 0) return { total: String(await counted(query)) };
  const some = query.select(sql`1`.as('gatehouse_one')).limit(atMost + 1);
  const found = await counted(trx.selectFrom(some.as('gatehouse_some')));
  return { total: String(Math.min(found, atMost)), totalExceeded: found > atMost };
}

async function counted(query: ModelQuery): Promise<number> {
  const row = await query.select(sql`count(*)`.as('gatehouse_total')).executeTakeFirst();
  return Number((row as { gatehouse_total?: unknown } | undefined)?.gatehouse_total ?? 0);
}

export function window(page: AdminPage__Output | null): { readonly offset: number; readonly size: number } {
  const { number = 0, size = 0 } = page ?? {};
  if (number < 1 || size < 1 || size > MAX_PAGE_SIZE) throw new InvalidField('page', 'is not a valid page');
  return { offset: (number - 1) * size, size };
}
