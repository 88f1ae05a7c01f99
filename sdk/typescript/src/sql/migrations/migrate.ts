import { sql } from 'kysely';
import { deadlineIn } from '../../shared/deadline.js';
import type { SqlDatabase } from '../database/sql-database.js';
import { queryBuilder, Statement } from '../database/statement.js';
import { initial } from './0001-initial.js';
import { parallelRegistration } from './0002-parallel-registration.js';
import { createLedger, ENCODING_QUERY, requireUtf8, type Encoding } from './migration.js';
import type { Migration } from './migration.js';

/** In the order of their versions. */
const MIGRATIONS: readonly Migration[] = [initial, parallelRegistration];

/** Waits for a process that is recording the same migration, and changes nothing if that process commits. */
const record = new Statement<{ version: number; name: string; at: number }, unknown>((db, { version, name, at }) =>
  db
    .insertInto('gatehouse_migrations')
    .values({ version, name, applied_at: at })
    .onConflict((conflict) => conflict.column('version').doNothing()),
);

const encoding = new Statement<object, Encoding>((db) => ({
  compile: () => sql<Encoding>`${sql.raw(ENCODING_QUERY)}`.compile(db),
}));

/** A migration may have to wait for that of another process, and for transactions that use the tables. */
const LONGEST_MS = 60_000;

/**
 * Brings the tables up to date: all missing migrations in one transaction, or none. Any number of processes may call it
 * at the same time, and an older release may call it after a newer one: migrations only go forward, and only add.
 *
 * Returns the names of the migrations that it applied. Throws for a PostgreSQL database whose encoding is not UTF8.
 */
export async function migrate(database: SqlDatabase): Promise<string[]> {
  const db = queryBuilder(database.dialect);
  const ledger = ledgerOf(database);
  if (database.dialect === 'postgres') {
    requireUtf8(await database.transaction((tx) => tx.first(encoding, {}), { readOnly: true }));
  }
  await createLedger(() => database.transaction((tx) => tx.execute(ledger), { readOnly: false }));
  return database.transaction(
    async (tx) => {
      const names = [];
      for (const { version, name, up } of MIGRATIONS) {
        // Recorded first, so that one of several processes runs it, and the others wait until it has committed.
        if ((await tx.run(record, { version, name, at: Date.now() })) === 0) continue;
        for (const statement of up(db, database.dialect)) await tx.execute(statement.compile().sql);
        names.push(name);
      }
      return names;
    },
    { readOnly: false, deadline: deadlineIn(LONGEST_MS) },
  );
}

function ledgerOf({ dialect }: SqlDatabase): string {
  return queryBuilder(dialect)
    .schema.createTable('gatehouse_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .compile().sql;
}
