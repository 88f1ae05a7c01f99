import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { hostBackendConformance } from './host-backend.js';
import { ENGINES, migrated } from './sdk-databases.js';
import { throughGrpc } from './sdk-host-link.js';
import { inProcess } from './sdk-in-process.js';

for (const { engine, open } of ENGINES) {
  describe(`the SDK's backend on ${engine}, called directly (HC-10)`, () => {
    hostBackendConformance(async () => {
      const { database, close } = await migrated(open);
      const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
      return { backend: inProcess(backend), close };
    });
  });

  for (const way of ['unary calls', 'the stream'] as const) {
    describe(`the SDK's backend on ${engine}, through ${way}`, () => {
      hostBackendConformance(async () => {
        const { database, close } = await migrated(open);
        const issuer = createOpaqueTokenIssuer(database);
        const host = await throughGrpc({ backend: createSqlBackend({ database, issuer }) }, way);
        return {
          backend: host.backend,
          async close() {
            await host.close();
            await close();
          },
        };
      });
    });
  }
}
