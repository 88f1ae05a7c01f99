import type { SqlDatabase } from '../database.js';
import { queryBuilder } from '../query-builder.js';
import { Statement } from '../statement.js';
import { initial } from './0001-initial.js';
import type { Migration } from './migration.js';

/** In the order of their versions. */
const MIGRATIONS: readonly Migration[] = [initial];

const applied = new Statement<object, { version: number }>((db) =>
  db.selectFrom('gatehouse_migrations').select('version'),
);

const record = new Statement<{ version: number; name: string; at: number }, unknown>((db, { version, name, at }) =>
  db.insertInto('gatehouse_migrations').values({ version, name, applied_at: at }),
);

/**
 * Brings the tables up to date: all missing migrations in one transaction, or none. Safe to be called by any number of
 * processes at once, and by an older release after a newer one: migrations only go forward, and only add.
 *
 * Returns the names of those it applied.
 */
export function migrate(database: SqlDatabase): Promise<string[]> {
  const db = queryBuilder(database.dialect);
  const ledger = db.schema
    .createTable('gatehouse_migrations')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull());

  return database.transaction(
    async (tx) => {
      await tx.lock('migration');
      await tx.execute(ledger.compile().sql);
      const present = new Set((await tx.all(applied, {})).map(({ version }) => version));
      const missing = MIGRATIONS.filter(({ version }) => !present.has(version));
      for (const migration of missing) {
        for (const statement of migration.up(db, database.dialect)) await tx.execute(statement.compile().sql);
        await tx.run(record, { version: migration.version, name: migration.name, at: Date.now() });
      }
      return missing.map(({ name }) => name);
    },
    { readOnly: false },
  );
}
