import { adminDatabase, createSqlDirectory, migrateAdmin, type AdminOptions } from '@gatehouse/host/admin';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { createPeople } from './people.js';
import { SHOP, shopControllers, undecided } from './shop.js';
import { createShop } from './shop-tables.js';

/** Puts the shop, its administrators and so many further items into a database that processes of a host are to serve. */
export async function createShopOnPostgres(url: string, items: number): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 3 });
  const database = databaseOf(pool);
  await migrateAdmin(database);
  const sql = (statement: string): Promise<unknown> => pool.query(statement);
  await sql(createShop('postgres'));
  await sql(`insert into shop_items (title) select 'Item ' || n from generate_series(1, ${String(items)}) as n`);
  await createPeople(database, sql);
  await pool.end();
}

/** The admin half of a host on such a database. Its connections end with the process. */
export function shopOnPostgres(url: string): AdminOptions {
  const database = databaseOf(new Pool({ connectionString: url, max: 10 }));
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: shopControllers(undecided()),
    plugins: [SHOP],
  };
}

function databaseOf(pool: Pool): AdminOptions['database'] {
  return adminDatabase(new Kysely<never>({ dialect: new PostgresDialect({ pool }) }), 'postgres');
}
