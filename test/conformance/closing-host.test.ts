import type { Host } from '@gatehouse/host';
import { createHost } from '@gatehouse/host';
import { adminDatabase, createSqlDirectory } from '@gatehouse/host/admin';
import { createOpaqueTokenIssuer, createSqlBackend, type SqlDatabase } from '@gatehouse/host/sql';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { HostLink } from '../../daemon/host/link.js';
import { connectHost } from '../../daemon/host/link.js';
import { eventually } from '../support/eventually.js';
import { EVERY_TEST } from '../support/every-test.js';
import { ENGINES as ADMIN_ENGINES, type TestDatabase as AdminTestDatabase } from './admin/databases.js';
import { aCode } from './host-records.js';
import { ENGINES, migrated, type TestDatabase } from './sdk-databases.js';

/** Stops a host many times on each engine under a flood on both of its streams (backend.proto, StreamClosing). */

const STOPS = EVERY_TEST ? 100 : 10;
const AT_ONCE = 24;
const CALL = { requestId: 'flood' };
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

for (const [index, { engine, open }] of ENGINES.entries()) {
  describe(`a host on ${engine} that is stopped under load`, () => {
    let oauth: TestDatabase & { database: SqlDatabase };
    let backoffice: AdminTestDatabase;
    let tables: ReturnType<AdminTestDatabase['connect']>;
    let host: Host | undefined;
    let link: HostLink | undefined;

    beforeEach(async () => {
      oauth = await migrated(open);
      backoffice = await ADMIN_ENGINES[index]!.openShop();
      tables = backoffice.connect();
    });
    afterEach(async () => {
      await link?.stop(0);
      await host?.close();
      await oauth.close();
      await backoffice.close();
    });

    async function started(): Promise<{ host: Host; link: HostLink }> {
      const database = adminDatabase(tables, backoffice.engine);
      host = createHost({
        applicationName: 'Stopped',
        address: '127.0.0.1:0',
        oauth: { issuer: 'https://notes.example', resource: 'https://notes.example/mcp' },
        backend: createSqlBackend({ database: oauth.database, issuer: createOpaqueTokenIssuer(oauth.database) }),
        admin: { database, directory: createSqlDirectory(database), controllers: [], plugins: [] },
        logger: SILENT,
        // A stop that does not end on its own must fail the test.
        drainTimeout: '1h',
      });
      const { address } = await host.listen();
      link = connectHost(
        { at: { address }, timeoutMs: 60_000, maxInFlight: 1000 },
        {
          logger: SILENT,
          telemetry: { rpcFinished: ignore, contractViolation: (rpc) => violations.push(rpc) },
          gatehouseVersion: '0.0.0-test',
          onDescription: ignore,
        },
      );
      await link.start();
      await eventually(() => {
        if (link?.status().problem !== '') throw new Error('the host has not described itself yet');
      });
      return { host, link };
    }

    const violations: string[] = [];

    it(`completes each of ${STOPS} stops, and leaves no write with an unknown outcome`, async () => {
      let codes = 0;
      let retired = 0;
      for (let stop = 0; stop < STOPS; stop++) {
        const running = await started();
        let stopping: Promise<void> | undefined;
        const answered = { codes: 0, tokens: 0 };

        const flood = async (write: () => Promise<unknown>, kind: keyof typeof answered): Promise<void> => {
          for (;;) {
            try {
              await write();
              answered[kind] += 1;
            } catch (error) {
              const message = error instanceof Error ? error.message : String(error);
              // Rejected before the host accepted it, so certainly not executed: the host does not return in this test.
              expect(message).to.match(/UNAVAILABLE|has not answered Describe/);
              expect(message).to.not.contain('before the response');
              expect(stopping, message).to.not.equal(undefined);
              return;
            }
            // Both streams are under load when the host is stopped, each time at a different moment.
            if (answered.codes > stop % 10 && answered.tokens > 0) stopping ??= running.host.close();
          }
        };
        const code = (): Promise<unknown> =>
          running.link.backend.transact([{ kind: 'createCode', code: aCode() }], CALL);
        const token = (): Promise<unknown> =>
          running.link.admin.directory.blacklist(
            { administratorId: '7', tokenVersion: 0, tokenId: randomUUID() },
            { effectiveAt: 1, expiresAt: 2_000_000_000_000, sweepBefore: 0 },
            CALL,
          );
        await Promise.all([
          ...Array.from({ length: AT_ONCE }, () => flood(code, 'codes')),
          ...Array.from({ length: AT_ONCE }, () => flood(token, 'tokens')),
        ]);
        await stopping;
        await running.link.stop(0);
        link = host = undefined;
        codes += answered.codes;
        retired += answered.tokens;
      }
      expect(violations).to.deep.equal([]);
      expect(await oauth.countRows('gatehouse_codes')).to.equal(codes);
      const stored = await tables.selectFrom('backend_jwt_blacklist').select('token_id').execute();
      expect(stored).to.have.length(retired);
    });
  });
}

function ignore(): void {
  // Nothing to do.
}
