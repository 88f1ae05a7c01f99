import { createHost } from '@gatehouse/host';
import { adminDatabase, createSqlDirectory, preparedStatements } from '@gatehouse/host/admin';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, sqliteDatabase } from '@gatehouse/host/sql';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { CONTROLLERS, SHOP } from '../peers/admin/shop.js';
import { PRAGMAS } from '../peers/admin/shop-rows.js';
import type { ShopTables } from '../peers/admin/shop-rows.js';

/** A host with both halves, with default options and metadata documents on. */
const ISSUER = 'http://localhost:1';

const oauthDatabase = sqliteDatabase(new Database(':memory:'));
await migrate(oauthDatabase);
const shop = new Database(process.env['BENCH_SQLITE'] ?? ':memory:');
shop.exec(PRAGMAS);
const db = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database: preparedStatements(shop) }) });
const database = adminDatabase(db, 'sqlite');
const host = createHost({
  applicationName: 'Benchmark',
  address: '127.0.0.1:0',
  backend: createSqlBackend({ database: oauthDatabase, issuer: createOpaqueTokenIssuer(oauthDatabase) }),
  oauth: { issuer: ISSUER, resource: `${ISSUER}/mcp`, clientIdMetadataDocuments: true },
  admin: { database, directory: createSqlDirectory(database), controllers: CONTROLLERS, plugins: [SHOP] },
});
const { address } = await host.listen();
process.send?.({ ready: { address } });
