import { sql } from 'kysely';
import type { DialectName } from '../query-builder.js';
import { Statement } from '../statement.js';

/** Removes the rows of a table that expired first. Every swept table has an index on expires_at. */
export function sweepStatement(table: string, key: string): Statement<{ before: number; limit: number }, unknown> {
  return new Statement((db, { before, limit }, dialect) => ({
    compile: () =>
      sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where expires_at < ${before}
        order by expires_at limit ${limit} ${locking(dialect)})`.compile(db),
  }));
}

/** Of concurrent sweeps each takes other rows, so that none waits for another. SQLite has one writer at a time anyway. */
function locking(dialect: DialectName): ReturnType<typeof sql> {
  return dialect === 'postgres' ? sql`for update skip locked` : sql``;
}
