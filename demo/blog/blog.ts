import {
  adminDatabase,
  createSqlDirectory,
  migrateAdmin,
  preparedStatements,
  sqliteReads,
  type AdminOptions,
} from '@gatehouse/host/admin';
import { existsSync, renameSync, rmSync } from 'node:fs';
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

/** Raised with every change of the blog's tables, and of what they start with. The file keeps it as its user_version. */
const BLOG_VERSION = 3;

/**
 * The administrators' blog: plugin acme.blog, in a SQLite file that is filled when it is new. A file of another version is set
 * aside as `<path>.old`, because the demo has no migrations of its own.
 */
export async function openBlog(path: string): Promise<Blog> {
  setAsideOther(path);
  const isNew = !existsSync(path);
  const file = new Database(path);
  file.exec('pragma journal_mode = wal; pragma foreign_keys = on');
  const db = new Kysely<BlogTables>({ dialect: new SqliteDialect({ database: preparedStatements(file) }) });
  // Lists use separate connections: a search must not delay sign-ins and tokens of this process.
  const reads = new Kysely<BlogTables>({ dialect: sqliteReads(() => new AsyncDatabase(path, {})) });
  const database = adminDatabase(db, 'sqlite', { reads });
  const directory = createSqlDirectory(database);
  await migrateAdmin(database);
  if (isNew) {
    await createBlogTables(db);
    await seedBlog(db);
    await createAdministrators(db, directory);
    // Last: a start that is interrupted leaves a file without a version, which the next one sets aside.
    file.exec(`pragma user_version = ${BLOG_VERSION}`);
  }
  return {
    admin: { database, directory, controllers: CONTROLLERS, plugins: [BLOG] },
    async close() {
      await reads.destroy();
      await db.destroy();
    },
  };
}

function setAsideOther(path: string): void {
  if (!existsSync(path)) return;
  const file = new Database(path);
  const { user_version: version } = file.prepare('pragma user_version').get() as { readonly user_version: number };
  // Also moves what is left in the write-ahead log into the file.
  file.close();
  if (version === BLOG_VERSION) return;
  renameSync(path, `${path}.old`);
  for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true });
  console.log(`The blog of the demo is from another version; it is now ${path}.old, and a new one is created.`);
}
