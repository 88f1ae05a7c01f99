import { adminDatabase, createSqlDirectory, preparedStatements } from '@gatehouse/host/admin';
import { createHost } from '@gatehouse/host';
import { Kysely, SqliteDialect } from 'kysely';
import { synchronousOf } from '../durability.js';
import { openTables } from '../sqlite-driver.js';
import { CONTROLLERS, SHOP } from './shop.js';
import { PRAGMAS } from './shop-rows.js';
import type { ShopTables } from './shop-rows.js';

/** The host under Gatehouse: the SDK's stores over Kysely. */
const file = await openTables();
file.exec(PRAGMAS);
const db = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database: preparedStatements(file) }) });
const database = adminDatabase(db, 'sqlite');
const host = createHost({
  applicationName: 'Benchmark',
  address: '127.0.0.1:0',
  admin: { database, directory: createSqlDirectory(database), controllers: CONTROLLERS, plugins: [SHOP] },
});
const { address } = await host.listen();
process.send?.({ ready: { address, synchronous: synchronousOf(file) } });
