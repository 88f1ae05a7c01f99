import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  type PostgresClient,
  type PostgresPool,
} from '@gatehouse/host/sql';
import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import type { Operation, RedeemCode, RedeemRefreshToken } from '../../daemon/oauth/ports/backend.js';
import { startPostgres } from '../support/postgres.js';
import { aClient, aCode, HOUR } from './host-records.js';
import { throughHost, type HostUnderTest } from './sdk-host-link.js';

const NOW = Date.now();
const CREDENTIALS = { authMethod: 'none' } as const;

describe("round trips between the SDK's backend and PostgreSQL (docs/decisions/performance.md, PostgreSQL)", () => {
  for (const { pipeline, exchange, refresh, how } of [
    { pipeline: false, exchange: 8, refresh: 8, how: 'one for each statement' },
    { pipeline: true, exchange: 4, refresh: 4, how: 'with pipelining: begin, reads, writes, commit' },
  ]) {
    it(`an exchange takes ${String(exchange)} and a refresh ${String(refresh)}, ${how}`, async () => {
      const pool = new Pool({ connectionString: await (await startPostgres()).createDatabase(), max: 2, pipeline });
      const trips = { made: 0 };
      const database = postgresDatabase(counting(pool, trips));
      await migrate(database);
      const host = await throughHost(
        { backend: createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) }) },
        'the stream socket',
      );
      const [client, code] = [aClient({ authMethod: 'none' }), aCode({ issuedAt: NOW, expiresAt: NOW + HOUR })];
      const own = { ...code, clientId: client.clientId };
      await commit(host, {
        kind: 'createClient',
        client,
        cap: 0,
        evictOldestUnconsented: false,
        replaceExisting: false,
      });
      await commit(host, { kind: 'createCode', code: own });

      const [first, second] = [randomBytes(32), randomBytes(32)];
      const made = async (operation: RedeemCode | RedeemRefreshToken): Promise<number> => {
        const before = trips.made;
        const [result] = (await commit(host, operation)) as [{ readonly minted?: unknown }];
        expect(result.minted, operation.kind).not.to.equal(undefined);
        return trips.made - before;
      };
      const credentials = { ...CREDENTIALS, clientId: client.clientId };
      const expiry = { at: NOW, accessTokenExpiresAt: NOW + HOUR };
      const { codeHash, redirectUri, codeChallenge } = own;
      expect(
        await made({
          ...{ kind: 'redeemCode', credentials, codeHash, redirectUri, codeChallenge, lineageId: randomUUID() },
          ...{ ...expiry, refreshTokenHash: first, refreshTokenExpiresAt: NOW + 2 * HOUR },
        }),
      ).to.equal(exchange);
      expect(
        await made({
          ...{ kind: 'redeemRefreshToken', credentials, tokenHash: first, scopes: [] },
          ...{ ...expiry, successorHash: second, successorExpiresAt: NOW + 2 * HOUR },
        }),
      ).to.equal(refresh);
      await host.close();
      await pool.end();
    });
  }
});

async function commit({ backend }: HostUnderTest, operation: Operation): Promise<readonly unknown[]> {
  const outcome = await backend.transact([operation], { requestId: 'test' });
  if (!outcome.committed) throw new Error(`aborted: ${outcome.reason}`);
  return outcome.results;
}

/** The pool, counting how often a statement is sent while none waits for its answer. */
function counting(pool: Pool, trips: { made: number }): PostgresPool {
  return {
    on: (event, listener) => pool.on(event, listener),
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      let waiting = 0;
      return {
        pipeline: client.pipeline,
        async query(query) {
          if (waiting === 0) trips.made += 1;
          waiting += 1;
          try {
            return await client.query(query as string);
          } finally {
            waiting -= 1;
          }
        },
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
        release: (destroy) => client.release(destroy),
      };
    },
  };
}
