import { createHost } from '@gatehouse/host';
import { adminDatabase, createSqlDirectory, preparedStatements } from '@gatehouse/host/admin';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, sqliteDatabase } from '@gatehouse/host/sql';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { CONTROLLERS, SHOP } from './admin/shop.js';
import { PRAGMAS } from './admin/shop-rows.js';
import type { ShopTables } from './admin/shop-rows.js';
import { REDIRECT_URI, SCOPE } from './peer.js';

/** The host under the attacked daemon: all options are on, and every visitor of the consent page is signed in. */
const ISSUER = 'http://localhost:1';
const file = new Database(process.env['BENCH_SQLITE'] ?? ':memory:');
file.exec(PRAGMAS);
const tables = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database: preparedStatements(file) }) });
const admin = adminDatabase(tables, 'sqlite');

const database = sqliteDatabase(new Database(':memory:'));
await migrate(database);
const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
const now = new Date();
await backend.transaction(
  async ({ clients }) => {
    await clients.create(
      {
        clientId: 'bench-client',
        clientName: 'Benchmark',
        redirectUris: [REDIRECT_URI],
        tokenEndpointAuthMethod: 'none',
        scopes: SCOPE.split(' '),
        grantTypes: ['authorization_code', 'refresh_token'],
        registeredAt: now,
        selfRegistered: false,
        metadata: {},
      },
      { cap: 0, evictOldestUnconsented: false, replaceExisting: false },
    );
  },
  { readOnly: false, deadline: new Date(now.getTime() + 60_000) },
);

const host = createHost({
  applicationName: 'Benchmark',
  address: '127.0.0.1:0',
  backend,
  signIn: { resolveUser: async () => ({ userId: 'user-1', displayName: 'Ada' }) },
  oauth: {
    issuer: ISSUER,
    resource: `${ISSUER}/mcp`,
    dcrClientCap: 1_000_000,
    builtinConsentPage: true,
    loopbackPortFlexible: true,
  },
  admin: { database: admin, directory: createSqlDirectory(admin), controllers: CONTROLLERS, plugins: [SHOP] },
});
const { address } = await host.listen();
process.send?.({ ready: { address } });
