import { sql } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { AdminContext } from '../model/context.js';
import type { AnyTables } from '../model/model.js';
import { conditionSql, searchSql, type Subject } from '../sql/conditions.js';
import { pageQuery } from '../sql/page-query.js';
import { withNamedScopes, type ModelQuery } from '../sql/scoped.js';
import type { WireListQuery, WirePage } from '../wire/query.js';
import { readRecords, type WireRecord } from './read.js';
import type { Registry } from './registry.js';

export interface WireRecordPage {
  readonly records: readonly WireRecord[];
  readonly hasMore: boolean;
  readonly total?: string;
  readonly totalExceeded?: boolean;
}

const MAX_PAGE_SIZE = 200;

/** A page of what `base` lets exist. One record more than the page is read to know whether there are more. */
export async function listPage(
  registry: Registry,
  subject: Subject,
  base: ModelQuery,
  query: WireListQuery | null,
  context: AdminContext<AnyTables>,
): Promise<WireRecordPage> {
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
): Promise<Pick<WireRecordPage, 'total' | 'totalExceeded'>> {
  if (atMost === 0) return { total: String(await counted(query)) };
  const some = query.select(sql`1`.as('gatehouse_one')).limit(atMost + 1);
  const found = await counted(trx.selectFrom(some.as('gatehouse_some')));
  return { total: String(Math.min(found, atMost)), totalExceeded: found > atMost };
}

async function counted(query: ModelQuery): Promise<number> {
  const row = await query.select(sql`count(*)`.as('gatehouse_total')).executeTakeFirst();
  return Number((row as { gatehouse_total?: unknown } | undefined)?.gatehouse_total ?? 0);
}

export function window(page: WirePage | null): { readonly offset: number; readonly size: number } {
  const { number = 0, size = 0 } = page ?? {};
  if (number < 1 || size < 1 || size > MAX_PAGE_SIZE) throw new InvalidField('page', 'is no page');
  return { offset: (number - 1) * size, size };
}
