import { createHost } from '@gatehouse/host';
import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  sqliteDatabase,
} from '@gatehouse/host/sql';
import { synchronousOf } from './durability.js';
import { ISSUER, RESOURCE } from './gatehouse-client.js';
import { openGrants } from './sqlite-driver.js';

/**
 * The host under Gatehouse: the SDK's backend on an SQLite file or on PostgreSQL; every commit is synced to disk. It does
 * nothing but serve: gatehouse-credentials.ts prepares the requests in a process of its own. It loads the driver that it uses and no
 * other, as an application does.
 */
const url = process.env['BENCH_POSTGRES'];
const file = url === undefined ? await openGrants() : undefined;
const database =
  file === undefined
    ? postgresDatabase(new (await import('pg')).default.Pool({ connectionString: url, max: 20, pipeline: true }))
    : sqliteDatabase(file);
await migrate(database);
const host = createHost({
  applicationName: 'Benchmark',
  address: '127.0.0.1:0',
  backend: createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) }),
  oauth: {
    issuer: ISSUER,
    resource: RESOURCE,
    dcrClientCap: 1_000_000,
    pendingRequestTtl: process.env['BENCH_PENDING_TTL'] === '1s' ? '1s' : '10m',
  },
});
const { address } = await host.listen();
process.send?.({ ready: { address, ...(file !== undefined && { synchronous: synchronousOf(file) }) } });
