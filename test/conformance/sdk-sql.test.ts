import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gatehouse/host';
import type { SqlBackend, SqlDatabase, SqlTokenIssuer } from '@gatehouse/host/sql';
import { createOpaqueTokenIssuer, createSqlBackend, migrate } from '@gatehouse/host/sql';
import { expect } from 'chai';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { aClient, aCode, aMint, aRefreshToken, HOUR } from './host-records.js';
import { eventually } from '../support/eventually.js';
import type { TestDatabase } from './sdk-databases.js';
import { DRIVERS, migrated } from './sdk-databases.js';
import type { Way } from './sdk-host-link.js';
import { CALL_MS, throughHost, WAYS } from './sdk-host-link.js';
import { inProcess } from './sdk-in-process.js';
import { concurrently } from './state-under-test.js';
import { tally } from './tally.js';

const CALL = { requestId: 'test' };

for (const { engine, open } of DRIVERS) {
  describe(`the SDK's SQL on ${engine}`, () => {
    let test: TestDatabase & { database: SqlDatabase };
    let sql: SqlBackend;
    let backend: Backend;
    let host: Awaited<ReturnType<typeof withIssuer>> | undefined;

    beforeEach(async () => {
      test = await migrated(open);
      sql = createSqlBackend({ database: test.database, issuer: createOpaqueTokenIssuer(test.database) });
      backend = inProcess(sql);
    });
    afterEach(async () => {
      await host?.close();
      host = undefined;
      await test.close();
    });

    /** Each connection of PostgreSQL is a process of its server, and 20 of them find the races as well as 80. */
    const fourProcesses = (): Backend[] =>
      [0, 1, 2, 3].map(() => {
        const database = test.connect(5);
        return inProcess(createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) }));
      });

    it('runs migrations once, for any number of calls and processes', async () => {
      const fresh = await open();
      const applied = await concurrently(8, () => migrate(fresh.connect(2)));
      expect(applied.flat()).to.deep.equal(['initial', 'parallel-registration']);
      expect(await migrate(fresh.connect())).to.deep.equal([]);
      await fresh.close();
    });

    it('of 100 spends of one code from four processes exactly one succeeds', async () => {
      const code = aCode();
      await backend.transact([{ kind: 'createCode', code }], CALL);
      const processes = fourProcesses();
      const outcomes = await concurrently(100, async (n) => {
        const lineageId = randomUUID();
        const spend = { kind: 'spendCode', codeHash: code.codeHash, lineageId, at: 1 } as const;
        const outcome = await processes[n % 4]!.transact([spend, aMint({ lineageId })], CALL);
        return outcome.committed ? 'committed' : outcome.reason;
      });
      expect(tally(outcomes)).to.deep.equal({ committed: 1, code_already_spent: 99 });
    });

    it('of 300 registrations from four processes at a cap of 200 exactly 200 succeed', async () => {
      const processes = fourProcesses();
      const outcomes = await concurrently(300, async (n) => {
        const creation = {
          kind: 'createClient',
          client: aClient(),
          cap: 200,
          evictOldestUnconsented: false,
          replaceExisting: false,
        } as const;
        const outcome = await processes[n % 4]!.transact([creation], CALL);
        return outcome.committed ? 'committed' : outcome.reason;
      });
      expect(tally(outcomes)).to.deep.equal({ committed: 200, client_cap_reached: 100 });
    });

    it('verify returns the permissions of a live token until its lineage is revoked', async () => {
      const issuer = createOpaqueTokenIssuer(test.database);
      const lineageId = randomUUID();
      const expiresAt = Date.now() + HOUR;
      const minted = await backend.transact([aMint({ lineageId, expiresAt })], CALL);
      if (!minted.committed) throw new Error('not minted');
      const { accessToken } = minted.results[0];
      expect(await issuer.verify(accessToken)).to.deep.equal({
        userId: 'ada@example.test',
        clientId: 'client',
        scopes: ['read'],
        resource: 'https://notes.example/mcp',
        expiresAt: new Date(expiresAt),
        lineageId,
        grantContext: Buffer.from('tenant-7'),
      });
      expect(await issuer.verify(`${accessToken}x`)).to.equal(undefined);
      await backend.transact([{ kind: 'revokeLineage', lineageId, at: Date.now() }], CALL);
      expect(await issuer.verify(accessToken)).to.equal(undefined);
    });

    it('revokeLineage of the issuer alone ends only the tokens that it minted in that lineage (ports: AccessTokenIssuer)', async () => {
      const issuer = createOpaqueTokenIssuer(test.database);
      const [ended, other] = [randomUUID(), randomUUID()];
      const minted = await backend.transact([aMint({ lineageId: ended }), aMint({ lineageId: other })], CALL);
      if (!minted.committed) throw new Error('not minted');
      const [gone, stays] = minted.results.map(({ accessToken }) => accessToken);
      await test.database.transaction((tx) => issuer.within(tx).revokeLineage(ended, new Date()), { readOnly: false });
      expect(await issuer.verify(gone!)).to.equal(undefined);
      expect(await issuer.verify(stays!)).to.include({ lineageId: other });
    });

    it('connectedApps lists the live connections of a user; disconnectApp ends one, and none of another user', async () => {
      const client = aClient();
      const of = { clientId: client.clientId };
      const [older, newer] = [aRefreshToken({ ...of, issuedAt: Date.now() - 9 }), aRefreshToken(of)];
      const others = [
        aRefreshToken({ ...of, userId: 'grace@example.test' }),
        aRefreshToken({ ...of, expiresAt: Date.now() - 1 }),
      ];
      const create = { cap: 0, evictOldestUnconsented: false, replaceExisting: false };
      const tokens = [older, newer, ...others].map(
        (refreshToken) => ({ kind: 'createRefreshToken', refreshToken }) as const,
      );
      await backend.transact([{ kind: 'createClient', client, ...create }, ...tokens], CALL);
      const apps = await sql.connectedApps('ada@example.test');
      expect(apps.map(({ lineageId }) => lineageId)).to.deep.equal([newer.lineageId, older.lineageId]);
      expect(apps[0]).to.deep.equal({
        lineageId: newer.lineageId,
        clientId: client.clientId,
        clientName: client.clientName,
        scopes: newer.scopes,
        resource: newer.resource,
        connectedAt: new Date(newer.lineageStartedAt),
        lastUsedAt: new Date(newer.issuedAt),
        expiresAt: new Date(newer.expiresAt),
      });
      expect(await sql.disconnectApp('grace@example.test', newer.lineageId)).to.equal(false);
      expect(await sql.disconnectApp('ada@example.test', newer.lineageId)).to.equal(true);
      expect(await sql.disconnectApp('ada@example.test', newer.lineageId)).to.equal(false);
      expect(await sql.connectedApps('ada@example.test')).to.have.length(1);
    });

    it('sweeps also remove access tokens and lineages once nothing in them is live', async () => {
      const past = Date.now() - HOUR;
      const token = aRefreshToken({ expiresAt: past });
      const dead = aMint({ lineageId: token.lineageId, at: past - 2, expiresAt: past });
      const live = aMint({ lineageId: token.lineageId });
      await backend.transact([{ kind: 'createRefreshToken', refreshToken: token }, dead, live], CALL);
      await sql.transaction(
        async ({ refreshTokens, accessTokens }) => {
          await refreshTokens.sweepExpired(new Date(), 1000);
          await accessTokens.sweepExpired?.(new Date(), 1000);
        },
        { readOnly: false, deadline: new Date(Date.now() + 10_000) },
      );
      const left = ['gatehouse_lineages', 'gatehouse_refresh_tokens', 'gatehouse_access_tokens'].map(test.countRows);
      expect(await Promise.all(left)).to.deep.equal([0, 0, 1]);
    });

    it('a sweep keeps access tokens that have not expired by the clock of the host (HC-26)', async () => {
      const token = aRefreshToken();
      const live = aMint({ lineageId: token.lineageId });
      await backend.transact([{ kind: 'createRefreshToken', refreshToken: token }, live], CALL);
      const ahead = new Date(Date.now() + 1000 * HOUR);
      await sql.transaction(async ({ accessTokens }) => accessTokens.sweepExpired?.(ahead, 1000), {
        readOnly: false,
        deadline: new Date(Date.now() + 10_000),
      });
      expect(await test.countRows('gatehouse_access_tokens')).to.equal(1);
    });

    it('the count of clients follows changes that the application makes to the table with its own SQL', async () => {
      const create = { cap: 0, evictOldestUnconsented: false, replaceExisting: false };
      const register = async (): Promise<unknown> => {
        const outcome = await backend.transact([{ kind: 'createClient', client: aClient(), ...create }], CALL);
        return outcome.committed && outcome.results[0].clientCount;
      };
      const execute = (text: string): Promise<void> =>
        test.database.transaction((tx) => tx.execute(text), { readOnly: false });
      const counts = [await register(), await register()];
      await execute('update gatehouse_clients set revoked_at = 1');
      counts.push(await register());
      await execute("update gatehouse_clients set revoked_at = null, client_name = 'again'");
      counts.push(await register());
      await execute('delete from gatehouse_clients');
      counts.push(await register());
      expect(counts).to.deep.equal([1, 2, 1, 4, 1]);
    });

    it('a sweep sees rows stored earlier in its own transaction and in one that shares its commit', async () => {
      const before = Date.now();
      const sweep = { kind: 'sweepExpired', before } as const;
      const expired = () => ({ kind: 'createCode', code: aCode({ expiresAt: before - 1 }) }) as const;
      await backend.transact([{ kind: 'createCode', code: aCode() }, sweep, expired(), sweep], CALL);
      expect(await test.countRows('gatehouse_codes')).to.equal(1);
      await Promise.all([[sweep], [expired(), expired()], [sweep]].map((work) => backend.transact(work, CALL)));
      await backend.transact([sweep], CALL);
      expect(await test.countRows('gatehouse_codes')).to.equal(1);
    });

    it('a sweep eventually sees rows that another process stored, however early they expire (sweep-floors.ts)', async () => {
      const beside = test.connect();
      const other = inProcess(createSqlBackend({ database: beside, issuer: createOpaqueTokenIssuer(beside) }));
      const sweep = () => backend.transact([{ kind: 'sweepExpired', before: Date.now() }], CALL);
      // From here on, this process assumes that there is nothing to remove.
      await sweep();
      for (const expiresAt of [Date.now() - 1, 1000]) {
        await other.transact([{ kind: 'createCode', code: aCode({ expiresAt }) }], CALL);
        await eventually(async () => {
          await sweep();
          expect(await test.countRows('gatehouse_codes')).to.equal(0);
        });
      }
    });

    for (const way of WAYS) {
      it(`through ${way}: a deadline that passes before the commit rolls back (HC-6; backend.proto)`, async () => {
        let minted = 0;
        const tooLate = async (deadline: Date): Promise<void> => {
          minted += 1;
          while (Date.now() < deadline.getTime()) await sleep(deadline.getTime() - Date.now());
        };
        const code = aCode();
        await backend.transact([{ kind: 'createCode', code }], CALL);
        // On a busy machine, it may need more than one attempt to get as far as the issuer.
        for (let timeoutMs = 250; minted === 0 && timeoutMs < CALL_MS; timeoutMs *= 2) {
          await host?.close();
          host = await withIssuer(test.database, tooLate, way, timeoutMs);
          expect(await spendAndMint(host.backend, code.codeHash)).to.include({ name: 'Unavailable' });
          await host.lastEnded();
        }
        expect(minted).to.equal(1);
        const found = await backend.transact([{ kind: 'findCode', codeHash: code.codeHash }], CALL);
        expect(found).to.deep.equal({ committed: true, results: [code] });
      });

      it(`through ${way}: an exception in the application's issuer rolls back, and the log has no secret`, async () => {
        const log: string[] = [];
        const write = (fields: object, message: string): void => void log.push(JSON.stringify({ fields, message }));
        const logger: Logger = { info: write, warn: write, error: write };
        const code = aCode();
        const issuer = (): Promise<never> => Promise.reject(new Error(`bug at ${code.codeHash.toString('hex')}`));
        host = await withIssuer(test.database, issuer, way, 5000, logger);
        await host.backend.transact([{ kind: 'createCode', code }], CALL);
        expect(await spendAndMint(host.backend, code.codeHash)).to.include({ name: 'Unavailable' });
        const found = await host.backend.transact([{ kind: 'findCode', codeHash: code.codeHash }], CALL);
        expect(found).to.deep.equal({ committed: true, results: [code] });
        expect(log.join()).to.contain('bug at [secret]').and.contain('mintAccessToken');
        expect(log.join()).not.to.contain(code.codeHash.toString('hex'));
      });
    }
  });
}

/** A host whose issuer runs a step before it mints. `lastEnded`: resolves when its latest transaction has ended. */
async function withIssuer(
  database: SqlDatabase,
  before: (deadline: Date) => Promise<void>,
  way: Way,
  timeoutMs: number,
  logger?: Logger,
) {
  let deadline = new Date(Number.NaN);
  let latest: Promise<unknown> = Promise.resolve();
  const opaque = createOpaqueTokenIssuer(database);
  const issuer: SqlTokenIssuer = {
    within: (tx) => {
      const tokens = opaque.within(tx);
      return {
        mint: async (request) => {
          await before(deadline);
          return tokens.mint(request);
        },
        find: (token) => tokens.find(token),
        revokeLineage: (lineageId, at) => tokens.revokeLineage(lineageId, at),
      };
    },
  };
  const sql = createSqlBackend({ database, issuer });
  const watched: typeof sql = {
    ...sql,
    transaction: (work, options) => {
      deadline = options.deadline;
      const transaction = sql.transaction(work, options);
      latest = transaction.catch(() => undefined);
      return transaction;
    },
  };
  const host = await throughHost({ backend: watched, ...(logger && { logger }) }, way, timeoutMs);
  return { ...host, lastEnded: () => latest };
}

async function spendAndMint(backend: Backend, codeHash: Buffer): Promise<unknown> {
  const lineageId = randomUUID();
  const spend = { kind: 'spendCode', codeHash, lineageId, at: 1 } as const;
  return backend.transact([spend, aMint({ lineageId })], CALL).catch((error: unknown) => error);
}
