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

/** A page of what `base` lets exist. One record more than the page is read to know whether there are more. */
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
  // A page that is the last one says by itself how many there are.
  const known = !hasMore && (records.length > 0 || offset === 0);
  if (known) return { records, hasMore, total: String(offset + records.length) };
  return { records, hasMore, ...(await count(matching, query.countAtMost, context)) };
}

/** Counts to the end, or stops one behind `atMost`. */
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
