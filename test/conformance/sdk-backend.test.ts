import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { hostBackendConformance } from './host-backend.js';
import { DRIVERS, ENGINES, migrated, newPipeliningPostgres } from './sdk-databases.js';
import { throughHost, WAYS } from './sdk-host-link.js';
import { inProcess } from './sdk-in-process.js';

for (const { engine, open } of DRIVERS) {
  describe(`the SDK's backend on ${engine}, called directly (HC-10)`, () => {
    hostBackendConformance(async () => {
      const { database, close } = await migrated(open);
      const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
      return { backend: inProcess(backend), close };
    }, false);
  });
}

/** RedeemCode and RedeemRefreshToken are composed in the host, so the way to it has to be one. */
const PIPELINING = {
  engine: 'PostgreSQL with pipelining',
  open: newPipeliningPostgres,
  ways: ['the stream socket'],
} as const;

for (const { engine, open, ways } of [...ENGINES.map((one) => ({ ...one, ways: WAYS })), PIPELINING]) {
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
