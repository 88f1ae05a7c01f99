import type { SqlDatabase } from '@gatehouse/host/sql';
import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  sqliteDatabase,
} from '@gatehouse/host/sql';
import { expect } from 'chai';
import Database from 'libsql';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import type { Backend } from '../../daemon/oauth/ports/backend.js';
import { eventually } from '../support/eventually.js';
import { startPostgres } from '../support/postgres.js';
import { tempDir } from '../support/temp-dir.js';
import { aClient, aCode } from './host-records.js';
import { inProcess } from './sdk-in-process.js';
import { concurrently } from './state-under-test.js';

/** The PostgreSQL behavior in docs/decisions/availability.md, and the effect of a failing write on either database. */

const CALL = { requestId: 'test' };
const UNLIMITED_BUT_COUNTED = { cap: 1_000_000, evictOldestUnconsented: false, replaceExisting: false };

function backendOn(database: SqlDatabase): Backend {
  return inProcess(createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) }));
}

describe("the SDK's SQL on PostgreSQL alongside other transactions (docs/decisions/availability.md)", () => {
  let pool: Pool;
  let other: PoolClient;
  let database: SqlDatabase;
  let backend: Backend;
  /** The text of every statement that the backend sent. */
  let statements: string[];

  beforeEach(async () => {
    const connectionString = await (await startPostgres()).createDatabase();
    pool = new Pool({ connectionString, max: 20 });
    const aside = new Pool({ connectionString, max: 1 });
    statements = [];
    const observed = {
      on: pool.on.bind(pool),
      async connect() {
        const client = await pool.connect();
        return {
          query: (query: { text: string } | string) => {
            statements.push(typeof query === 'string' ? query : query.text);
            return client.query(query as string);
          },
          on: client.on.bind(client),
          off: client.off.bind(client),
          release: client.release.bind(client),
        };
      },
    };
    database = postgresDatabase(observed);
    await migrate(database);
    backend = backendOn(database);
    other = await aside.connect();
    other.once('end', () => void aside.end());
  });
  afterEach(async () => {
    other.release(true);
    await pool.end();
  });

  const sweep = (before = Date.now()): Promise<unknown> =>
    backend.transact(
      [
        { kind: 'sweepExpired', before },
        { kind: 'createCode', code: aCode() },
      ],
      CALL,
    );

  /** Creates a client, and runs `before` in the same transaction before it commits. */
  const register = (cap: number, before: () => Promise<void> = () => Promise.resolve()): Promise<void> => {
    return createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) }).transaction(
      async ({ clients }) => {
        const { clientId, clientName, redirectUris, scopes, grantTypes } = aClient();
        const registered = { registeredAt: new Date(), selfRegistered: true, metadata: {} };
        await clients.create(
          { clientId, clientName, redirectUris, tokenEndpointAuthMethod: 'none', scopes, grantTypes, ...registered },
          { ...UNLIMITED_BUT_COUNTED, cap },
        );
        await before();
      },
      { readOnly: false, deadline: new Date(Date.now() + 15_000) },
    );
  };

  const codes = async (): Promise<number> =>
    Number((await other.query<{ n: string }>('select count(*) as n from gatehouse_codes')).rows[0]!.n);

  /** The number of index entries that all scans have visited so far, including those of removed rows. */
  const visited = async (): Promise<number> => {
    const { rows } = await other.query<{ n: string }>(
      "select idx_tup_read as n from pg_stat_user_indexes where indexrelname = 'gatehouse_codes_expiry'",
    );
    return Number(rows[0]!.n);
  };

  /** A server process reports its statistics when it is idle, or ends. */
  const allReported = async (): Promise<void> => {
    await pool.query('select pg_stat_force_next_flush()').catch(() => undefined);
    await eventually(async () => {
      const before = await visited();
      await new Promise((resolve) => setTimeout(resolve, 1100));
      if ((await visited()) !== before) throw new Error('statistics still arrive');
    });
  };

  it('a token request does not scan swept rows while a snapshot is open', async () => {
    const past = Date.now() - 1000;
    const create = () => ({ kind: 'createCode', code: aCode({ expiresAt: past }) }) as const;
    await other.query('begin isolation level repeatable read; select 1 from gatehouse_codes');
    await concurrently(150, () => backend.transact(Array.from({ length: 14 }, create), CALL));
    while ((await pool.query('select 1 from gatehouse_codes where expires_at <= $1 limit 1', [past])).rowCount !== 0)
      await sweep();
    await other.query('commit; begin isolation level repeatable read; select 1 from gatehouse_codes');
    await allReported();
    const [before, since] = [await visited(), Date.now()];
    for (let request = 0; request < 200; request++) await sweep();
    // Up to three scans a second, each of 2,100 dead entries. 200 scans would be 420,000 visits.
    const scans = 3 * (2 + (Date.now() - since) / 1000);
    await allReported();
    expect((await visited()) - before).to.be.below(2100 * scans);
    await other.query('commit');
  });

  it('most token requests read nothing if nothing expires, and the sweep still comes in time', async () => {
    await sweep();
    statements = [];
    for (let request = 0; request < 100; request++) await sweep();
    const looks = statements.filter((text) => text.includes('min(expires_at)'));
    expect(looks.length).to.be.below(50);
    const soon = Date.now() + 50;
    await backend.transact([{ kind: 'createCode', code: aCode({ expiresAt: soon }) }], CALL);
    const stored = await codes();
    while (Date.now() <= soon) await sleep(10);
    await sweep();
    expect(await codes()).to.equal(stored);
  });

  it('the next sweep removes an expired row, whichever transaction stored it (HC-26)', async () => {
    for (let round = 0; round < 20; round++) {
      // Behind the clock of the host, before which no sweep removes anything.
      const expiresAt = Date.now() - 1000 + round;
      await sweep(expiresAt - 1);
      await Promise.all([
        backend.transact([{ kind: 'createCode', code: aCode({ expiresAt }) }], CALL),
        ...Array.from({ length: 5 }, () => sweep(expiresAt - 1)),
      ]);
      await sweep(expiresAt + 1);
      const left = await other.query('select 1 from gatehouse_codes where expires_at = $1', [expiresAt]);
      expect(left.rowCount).to.equal(0);
    }
  });

  it('a sweep that is rolled back leaves its rows to the next one', async () => {
    const expiresAt = Date.now() - 1000;
    await sweep();
    await backend.transact([{ kind: 'createCode', code: aCode({ expiresAt }) }], CALL);
    const aborted = await backend.transact(
      [
        { kind: 'sweepExpired', before: Date.now() },
        { kind: 'spendCode', codeHash: Buffer.alloc(32), lineageId: 'none', at: 1 },
      ],
      CALL,
    );
    expect(aborted).to.include({ committed: false, reason: 'code_not_found' });
    await sweep();
    expect((await other.query('select 1 from gatehouse_codes where expires_at = $1', [expiresAt])).rowCount).to.equal(
      0,
    );
  });

  it('a sweep soon removes a row whose expiry the application moved into the past', async () => {
    await sweep();
    const past = Date.now() - 1000;
    await other.query('update gatehouse_codes set expires_at = $1', [past]);
    await eventually(async () => {
      await sweep();
      const { rowCount } = await other.query('select 1 from gatehouse_codes where expires_at = $1', [past]);
      if (rowCount !== 0) throw new Error('still there');
    });
  });

  it('registrations far below the cap do not wait for each other, and use no advisory lock', async () => {
    let registering = 0;
    const inside: (() => void)[] = [];
    const everyoneIsInside = new Promise<void>((resolve) => inside.push(resolve));
    // Each of the ten has created its client without committing, and waits until the other nine have done so too.
    await concurrently(10, () =>
      register(1_000_000, async () => {
        registering += 1;
        if (registering === 10) inside[0]?.();
        await everyoneIsInside;
      }),
    );
    await backend.transact([{ kind: 'createClient', client: aClient(), ...UNLIMITED_BUT_COUNTED }], CALL);
    const { rows } = await other.query<{ value: string }>('select value from gatehouse_counters');
    expect(rows.map(({ value }) => Number(value))).to.deep.equal([11]);
    expect(statements.filter((text) => text.includes('advisory'))).to.deep.equal([]);
  });

  it('a registration near the cap waits for those that share the lock, and counts them', async () => {
    await other.query(`insert into gatehouse_clients (client_id, client_name, redirect_uris, token_endpoint_auth_method,
      scopes, grant_types, registered_at, self_registered, metadata)
      select 'bulk-' || n, '', '[]', 'none', '', '', 1, 0, '{}' from generate_series(1, 2600) as n`);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let created = (): void => undefined;
    const hasCreated = new Promise<void>((resolve) => (created = resolve));
    const sharing = register(1_000_000, async () => {
      created();
      await released;
    });
    await hasCreated;
    // There is room for one, and the transaction above has taken it without committing yet.
    const last = register(2601).catch((error: unknown) => error);
    await eventually(async () => {
      const { rowCount } = await other.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
      if (rowCount === 0) throw new Error('nothing waits yet');
    });
    release();
    await sharing;
    expect(await last).to.include({ name: 'Abort', reason: 'client_cap_reached' });
  });

  it('a host of the previous release, which reads one count, sees all parts of it', async () => {
    await concurrently(20, () =>
      backend.transact([{ kind: 'createClient', client: aClient(), ...UNLIMITED_BUT_COUNTED }], CALL),
    );
    const { rows } = await other.query<{ value: string }>(
      "select value from gatehouse_counters where name = 'unrevoked_clients'",
    );
    expect(rows).to.deep.equal([{ value: '20' }]);
  });

  it('a code that cannot be stored fails its transaction, which commits nothing', async () => {
    await expectFailingInsert(backend);
    expect(await codes()).to.equal(1);
    const { rowCount } = await other.query('select 1 from gatehouse_clients where consented_at is not null');
    expect(rowCount).to.equal(0);
  });
});

describe("the SDK's SQL on SQLite when a write fails (docs/decisions/availability.md)", () => {
  it('a code that cannot be stored fails its transaction, which commits nothing', async () => {
    const connection = new Database(join(tempDir('failing'), 'host.db'));
    try {
      const database = sqliteDatabase(connection);
      await migrate(database);
      await expectFailingInsert(backendOn(database));
      const row = connection
        .prepare('select count(*) as n from gatehouse_clients where consented_at is not null')
        .get();
      expect(row).to.deep.include({ n: 0 });
    } finally {
      connection.close();
    }
  });
});

/**
 * The hash of a code is the key of its row (backend.proto, CreateCode): a second one with the same hash is rejected.
 */
async function expectFailingInsert(backend: Backend): Promise<void> {
  const client = aClient();
  const code = aCode({ clientId: client.clientId });
  await backend.transact(
    [
      { kind: 'createClient', client, ...UNLIMITED_BUT_COUNTED },
      { kind: 'createCode', code },
    ],
    CALL,
  );
  const again = backend.transact(
    [
      { kind: 'stampConsent', clientId: client.clientId, at: 1 },
      { kind: 'createCode', code },
    ],
    CALL,
  );
  expect(
    await again.then(
      () => 'committed',
      (error: unknown) => String(error),
    ),
  ).to.match(/unique/i);
}
