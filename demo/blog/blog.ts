import {
  adminDatabase,
  createSqlDirectory,
  migrateAdmin,
  preparedStatements,
  sqliteReads,
  type AdminOptions,
} from '@gatehouse/host/admin';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { createAdministrators, seedBlog } from './seed-blog.js';
import { CONTROLLERS } from './controllers.js';
import { createBlogTables } from './tables.js';
import { BLOG } from './plugin.js';
import type { BlogTables } from './tables.js';

export interface Blog {
  readonly admin: AdminOptions;
  close(): Promise<void>;
}

/** The administrators' blog: plugin acme.blog, in a new SQLite file. */
export async function openBlog(path: string): Promise<Blog> {
  const file = new Database(path);
  file.exec('pragma journal_mode = wal; pragma foreign_keys = on');
  const db = new Kysely<BlogTables>({ dialect: new SqliteDialect({ database: preparedStatements(file) }) });
  // Lists use separate connections: a search must not delay sign-ins and tokens of this process.
  const reads = new Kysely<BlogTables>({ dialect: sqliteReads(() => new AsyncDatabase(path, {})) });
  const database = adminDatabase(db, 'sqlite', { reads });
  const directory = createSqlDirectory(database);
  if ((await migrateAdmin(database)).length > 0) {
    await createBlogTables(db);
    await seedBlog(db);
    await createAdministrators(db, directory);
  }
  return {
    admin: { database, directory, controllers: CONTROLLERS, plugins: [BLOG] },
    async close() {
      await reads.destroy();
      await db.destroy();
    },
  };
}
