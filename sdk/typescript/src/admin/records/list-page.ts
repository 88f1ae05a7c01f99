import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminPage__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPage';
import type { AdminSort__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSort';
import type { Record as ProtoRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import { toRecordColumns } from '@gatehouse/proto/record-columns';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { InvalidField, present } from '../../wire/fields.js';
import type { AdminContext, AnyTables, BelongsTo } from '../model/model.js';
import type { Registry } from '../registry.js';
import { columnOf, ref, sortable } from '../sql/columns.js';
import type { Subject } from '../sql/conditions.js';
import { conditionSql, relationOf, searchSql } from '../sql/conditions.js';
import { isSearch, likely, likelyConditions } from '../sql/likely-conditions.js';
import type { ModelQuery } from '../sql/scopes.js';
import { withChosenScopes } from '../sql/scopes.js';
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
  { trx }: Pick<AdminContext<AnyTables>, 'trx'>,
): ModelQuery {
  const { table, primaryKey } = subject.model;
  const key = ref(table, primaryKey);
  const { query, orders } = sorted(subject, matching, sorts);
  const keys = orders
    .reduce((sofar, { by, direction }) => sofar.orderBy(by, direction), query)
    .orderBy(key, 'asc')
    .select([key.as(KEY), ...orders.map(({ by }, index) => by.as(orderName(index)))])
    .limit(sql<number>`cast(${limit} as integer)`)
    .offset(sql<number>`${offset}`);
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
      orders.push({ by: sortable(subject, model.table, name, own), direction });
      continue;
    }
    const relation = relationOf(subject, relationName);
    if (relation.kind !== 'belongsTo') throw new InvalidField('query.sorts', 'cannot sort by a to-many relation');
    const related = columnOf(relation.model, name, 'query.sorts');
    const alias = `gatehouse_sort_${String(index)}`;
    query = joined(subject, query, relation, alias);
    orders.push({ by: sortable(subject, relation.model.table, name, related, alias), direction });
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

/** Limits records to those that meet the conditions and the search. */
export async function matchingQuery(
  registry: Registry,
  subject: Subject,
  query: Pick<AdminListQuery__Output, 'conditions' | 'search'>,
  context: AdminContext<AnyTables>,
): Promise<(records: ModelQuery) => ModelQuery> {
  const isLikely = await likelyConditions(registry, subject, query, context);
  return (records) => {
    const limited = query.conditions.reduce((some, one) => {
      const condition = conditionSql(subject, one);
      return some.where(isLikely.has(one) ? likely(condition) : condition);
    }, records);
    return query.search === null ? limited : limited.where(searchSql(subject, query.search));
  };
}

/** A page of the records of `all`. Reads one record more than the page holds, to know whether there are more. */
export async function listPage(
  registry: Registry,
  subject: Subject,
  all: ModelQuery,
  sent: AdminListQuery__Output | null,
  context: AdminContext<AnyTables>,
): Promise<RecordPage> {
  const query = present(sent);
  const { offset, size } = window(query.page);
  const { query: base } = await withChosenScopes(registry, all, subject.model, query.scopes, context);
  const matching = await matchingQuery(registry, subject, query, context);
  const shape = isRepeated(subject, query) ? JSON.stringify([query.conditions, query.sorts]) : undefined;
  const page = {
    base,
    shape,
    parameters: { offset, limit: size + 1 },
    mayJoin: true,
    narrow: (records: ModelQuery, given: Window) => pageQuery(subject, matching(records), query.sorts, given, context),
  };
  const read = await readRecords(registry, subject, page, query.selection, context);
  const records = read.slice(0, size);
  const hasMore = read.length > size;
  const listed = asAsked(query, records, hasMore);
  if (!query.count) return listed;
  // The last page determines the total without a count.
  const known = !hasMore && (records.length > 0 || offset === 0);
  if (known) return { ...listed, total: String(offset + records.length) };
  const { countAtMost: atMost } = query;
  const counting = registry.queries.query({
    base,
    shape: shape && JSON.stringify([subject.name, 'count', atMost === 0, shape]),
    parameters: { limit: atMost + 1 },
    build: (some, { limit }) => countQuery(matching(some), atMost === 0 ? undefined : limit, context),
  });
  const count = async (): Promise<number> => {
    const { rows } = await context.trx.executeQuery(counting);
    return Number(rows[0]?.['gatehouse_total'] ?? 0);
  };
  const found = subject.engine === 'sqlite' ? await registry.totals.total(context, counting, count) : await count();
  if (atMost === 0) return { ...listed, total: String(found) };
  return { ...listed, total: String(Math.min(found, atMost)), totalExceeded: found > atMost };
}

/** The records in the form that the query asks for. */
function asAsked(query: AdminListQuery__Output, records: Required<ProtoRecord>[], hasMore: boolean): RecordPage {
  if (query.acceptsColumns && records.length > 0) return { columns: toRecordColumns(records), hasMore };
  return { records, hasMore };
}

/**
 * Whether the text of the query's statements is worth keeping: other pages of the list have the same one, while most
 * searches come once, and the scopes of related records may differ for each caller.
 */
export function isRepeated(
  subject: Subject,
  { search, conditions, sorts }: Pick<AdminListQuery__Output, 'search' | 'conditions' | 'sorts'>,
): boolean {
  const related = [
    ...sorts.map(({ column }) => column?.relation ?? ''),
    ...conditions.map(({ comparison, relatedTo }) => comparison?.column?.relation ?? relatedTo?.relation ?? ''),
  ];
  const isScoped = (name: string): boolean => name !== '' && subject.isLimited(relationOf(subject, name).model);
  return !isSearch({ search, conditions }) && !related.some(isScoped);
}

/** Counts all, or stops at the limit. */
function countQuery(query: ModelQuery, limit: number | undefined, { trx }: AdminContext<AnyTables>) {
  const total = sql`count(*)`.as('gatehouse_total');
  if (limit === undefined) return query.select(total);
  const some = query.select(sql`1`.as('gatehouse_one')).limit(sql<number>`cast(${limit} as integer)`);
  return trx.selectFrom(some.as('gatehouse_some')).select(total);
}

export function window(page: AdminPage__Output | null): { readonly offset: number; readonly size: number } {
  const { number, size } = present(page);
  return { offset: (number - 1) * size, size };
}
