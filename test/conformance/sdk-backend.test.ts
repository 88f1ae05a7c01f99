import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { hostBackendConformance } from './host-backend.js';
import { EVERY_TEST } from '../support/every-test.js';
import {
  DRIVERS,
  migrated,
  newPipeliningPostgres,
  newPostgres,
  newSqlite,
  type OpenDatabase,
} from './sdk-databases.js';
import { throughHost, WAYS, type Way } from './sdk-host-link.js';
import { inProcess } from './sdk-in-process.js';

/** Each way once, since the way and the database do not know of each other. `make every-test` runs every way on each database. */
const REACHED: readonly {
  readonly engine: string;
  readonly open: OpenDatabase;
  readonly ways: readonly Way[];
}[] = [
  { engine: 'SQLite', open: newSqlite, ways: EVERY_TEST ? WAYS : ['unary calls', 'the stream', 'HTTP with JSON'] },
  { engine: 'PostgreSQL', open: newPostgres, ways: EVERY_TEST ? WAYS : ['HTTP'] },
  {
    engine: 'PostgreSQL with pipelining',
    open: newPipeliningPostgres,
    ways: EVERY_TEST ? WAYS : ['the stream socket'],
  },
];

// Those with a host in front of them pass the same suite below.
for (const { engine, open } of DRIVERS.filter(
  (one) => EVERY_TEST || !REACHED.some((other) => other.engine === one.engine),
)) {
  describe(`the SDK's backend on ${engine}, called directly (HC-10)`, () => {
    hostBackendConformance(async () => {
      const { database, close } = await migrated(open);
      const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
      return { backend: inProcess(backend), close };
    }, false);
  });
}

for (const { engine, open, ways } of REACHED) {
  for (const way of ways) {
    describe(`the SDK's backend on ${engine}, through ${way} (HC-10)`, () => {
      hostBackendConformance(async () => {
        const { database, close } = await migrated(open);
        const issuer = createOpaqueTokenIssuer(database);
        const host = await throughHost({ backend: createSqlBackend({ database, issuer }) }, way);
        return {
          backend: host.backend,
          async close() {
            await host.close();
            await close();
          },
        };
      }, true);
    });
  }
}
