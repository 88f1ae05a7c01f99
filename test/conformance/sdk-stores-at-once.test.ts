import type { Client, CreateClientOptions } from '@gatehouse/host';
import type { SqlBackend, SqlDatabase } from '@gatehouse/host/sql';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, postgresDatabase } from '@gatehouse/host/sql';
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { eventually } from '../support/eventually.js';
import { startPostgres } from '../support/postgres.js';
import { HOUR } from './host-records.js';
import { DRIVERS, migrated } from './sdk-databases.js';
import { CALL_MS } from './sdk-host-link.js';
import { concurrently } from './state-under-test.js';

const NOTHING: CreateClientOptions = { cap: 0, evictOldestUnconsented: false, replaceExisting: false };
const EVICTING: CreateClientOptions = { cap: 2, evictOldestUnconsented: true, replaceExisting: false };

function client(clientName: string, age = 0): Client {
  return {
    clientId: randomUUID(),
    clientName,
    redirectUris: ['https://client.example/callback'],
    tokenEndpointAuthMethod: 'none',
    scopes: ['read'],
    grantTypes: ['authorization_code'],
    registeredAt: new Date(Date.now() - age),
    selfRegistered: true,
    metadata: {},
  };
}

const backendOn = (database: SqlDatabase): SqlBackend =>
  createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });

function inTransaction<T>(backend: SqlBackend, work: Parameters<typeof backend.transaction<T>>[0]): Promise<T> {
  return backend.transaction(work, { readOnly: false, deadline: new Date(Date.now() + CALL_MS) });
}

const create = (backend: SqlBackend, one: Client, options: CreateClientOptions) =>
  inTransaction(backend, ({ clients }) => clients.create(one, options));

const names = async (backend: SqlBackend, all: readonly Client[]): Promise<string[]> => {
  const found = await inTransaction(backend, async ({ clients }) => {
    const rows = [];
    for (const { clientId } of all) rows.push(await clients.find(clientId));
    return rows;
  });
  return found.flatMap((one) => (one === undefined ? [] : [one.clientName]));
};

/** On PostgreSQL a statement that waited for a row continues with the values that the other transaction left. */
describe("the SDK's stores while another transaction changes the row (backend.proto: CreateClient, StampConsent)", () => {
  let pool: Pool;
  let backend: SqlBackend;
  let other: PoolClient;

  beforeEach(async () => {
    pool = new Pool({ connectionString: await (await startPostgres()).createDatabase(), max: 5 });
    const database = postgresDatabase(pool);
    await migrate(database);
    backend = backendOn(database);
    other = await pool.connect();
    await other.query('begin');
  });
  afterEach(async () => {
    other.release();
    await pool.end();
  });

  /** Commits the other transaction once the call waits for it; `before` runs in between, in that transaction. */
  async function behind<T>(call: Promise<T>, before?: string): Promise<T> {
    await eventually(async () => {
      const { rows } = await pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).to.have.length(1);
    });
    if (before !== undefined) await other.query(before);
    await other.query('commit');
    return call;
  }

  const text = (one: Client): string => `'${one.clientId}'`;

  for (const [what, column] of [
    ['gets its consent', 'consented_at'],
    ['is revoked', 'revoked_at'],
  ] as const) {
    it(`a full store evicts the next client if the oldest one ${what} in the meantime`, async () => {
      const [oldest, newer, added] = [client('oldest', HOUR), client('newer', HOUR / 2), client('added')];
      for (const one of [oldest, newer]) await create(backend, one, NOTHING);
      await other.query(`update gatehouse_clients set ${column} = 1 where client_id = ${text(oldest)}`);
      await behind(create(backend, added, EVICTING));
      expect(await names(backend, [oldest, newer, added])).to.deep.equal(['oldest', 'added']);
    });
  }

  it('a full store stays full if the last client without consent gets it in the meantime', async () => {
    const [asking, consented, added] = [client('asking'), client('consented'), client('added')];
    for (const one of [asking, { ...consented, consentedAt: new Date() }]) await create(backend, one, NOTHING);
    await other.query(`update gatehouse_clients set consented_at = 1 where client_id = ${text(asking)}`);
    const outcome = await behind(create(backend, added, EVICTING).catch((error: unknown) => error));
    expect(outcome).to.include({ name: 'Abort', reason: 'client_cap_reached' });
    expect(await names(backend, [asking, consented, added])).to.deep.equal(['asking', 'consented']);
  });

  for (const cap of [0, 5]) {
    it(`a client that is removed while it is being replaced is created, at a cap of ${String(cap)}`, async () => {
      const before = client('before');
      await create(backend, before, NOTHING);
      await other.query(`select 1 from gatehouse_clients where client_id = ${text(before)} for update`);
      const again = { ...before, clientName: 'again' };
      const { clientCount } = await behind(
        create(backend, again, { ...NOTHING, cap, replaceExisting: true }),
        `delete from gatehouse_clients where client_id = ${text(before)}`,
      );
      expect(clientCount).to.equal(1);
      expect(await names(backend, [again])).to.deep.equal(['again']);
    });
  }

  it('a sweep keeps a client that gets its consent in the meantime', async () => {
    const old = client('old', HOUR);
    await create(backend, old, NOTHING);
    // By then the sweep has selected the client, and waits for the lock of the cap.
    await other.query("select 1 from gatehouse_locks where name = 'registration' for update");
    const sweep = inTransaction(backend, ({ clients }) => clients.sweepUnconsented(new Date()));
    const removed = await behind(sweep, `update gatehouse_clients set consented_at = 1 where client_id = ${text(old)}`);
    expect(removed).to.equal(0);
    expect(await names(backend, [old])).to.deep.equal(['old']);
  });
});

for (const { engine, open } of DRIVERS) {
  it(`a client that got its consent is never evicted, whatever registers concurrently (${engine}; backend.proto: CreateClient)`, async () => {
    const test = await migrated(open);
    const backend = backendOn(test.database);
    const asking = Array.from({ length: 40 }, (_, n) => client(`asking ${String(n)}`, HOUR - n));
    for (const one of asking) await create(backend, one, NOTHING);
    const options = { ...EVICTING, cap: asking.length };
    const stamped: Client[] = [];
    await Promise.all([
      concurrently(20, (n) => create(backend, client(`added ${String(n)}`), options)),
      concurrently(20, async (n) => {
        const one = asking[n]!;
        const outcome = await inTransaction(backend, ({ clients }) =>
          clients.stampConsent(one.clientId, new Date()),
        ).then(
          () => 'stamped',
          (error: unknown) => (error as { reason?: string }).reason,
        );
        expect(outcome).to.be.oneOf(['stamped', 'client_not_found']);
        if (outcome === 'stamped') stamped.push(one);
      }),
    ]);
    expect(await names(backend, stamped)).to.have.members(stamped.map(({ clientName }) => clientName));
    await test.close();
  });
}
