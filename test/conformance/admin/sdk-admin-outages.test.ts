import { rpcOf } from '@gatehouse/proto/rpc';
import { adminBulkService, adminDirectoryService, adminRecordService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { createHost, type Host } from '@gatehouse/host';
import { adminDatabase, createSqlDirectory, defineController, migrateAdmin } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Pool } from 'pg';
import { Connection } from '../../../daemon/hostcheck/subject/connection.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { startPostgres } from '../../support/postgres.js';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import { Item } from './shop/models.js';
import { createShopTables, type ShopTables } from './shop/tables.js';

const update = rpcOf(adminRecordService.UpdateRecord);
const find = rpcOf(adminDirectoryService.FindAdministrator);
const run = rpcOf(adminBulkService.RunOnRecords);
const LOST = 'warn: an admin call failed because the database is unavailable; counting further failures';
const BACK = 'info: the database of the admin backend is available again';
const CHANGE = {
  caller: { administratorId: '1', login: 'ada', superuser: true, locale: 'en' },
  controller: 'acme.shop.items',
  id: '1',
  relations: [],
  selection: { columns: ['title'], relations: [] },
};

describe('the cause of an error inside a transaction (admin_record.proto: UNAVAILABLE, INTERNAL)', () => {
  let proxy: TcpProxy;
  let db: Kysely<ShopTables>;
  let host: Host;
  let connection: Connection;
  let hook: () => Promise<void>;
  let hookRuns: number;
  const logged: string[] = [];

  before(async () => {
    const url = new URL(await (await startPostgres()).createDatabase());
    proxy = await startTcpProxy(Number(url.port));
    url.host = `127.0.0.1:${String(proxy.port)}`;
    const pool = new Pool({ connectionString: url.href });
    pool.on('error', ignore);
    // As the SDK's README requires: a client in use also reports a lost connection by an event.
    pool.on('connect', (client) => void client.on('error', ignore));
    db = new Kysely<ShopTables>({ dialect: new PostgresDialect({ pool }) });
    await createShopTables(db, 'postgres');
    await db.insertInto('items').values({ title: 'first' }).execute();
    const database = adminDatabase(db, 'postgres');
    await migrateAdmin(database);
    const controller = defineController<ShopTables, 'items'>({
      id: 'acme.shop.items',
      model: Item,
      defaultForModel: true,
      hooks: {
        async beforeUpdate(_id, _values, { trx }) {
          hookRuns += 1;
          await sql`select 1`.execute(trx);
          await hook();
          await sql`select 1`.execute(trx);
        },
      },
    });
    host = createHost({
      applicationName: 'shop',
      address: '127.0.0.1:0',
      logger: {
        info: (_fields: object, message: string) => void logged.push(`info: ${message}`),
        warn: (_fields: object, message: string) => void logged.push(`warn: ${message}`),
        error: (_fields: object, message: string) => void logged.push(`error: ${message}`),
      },
      admin: {
        database,
        directory: createSqlDirectory(database),
        controllers: [controller],
        plugins: [{ id: 'acme.shop' }],
      },
    });
    const { address } = await host.listen();
    connection = new Connection({ address, timeoutMs: 20_000 });
  });

  beforeEach(() => {
    hook = async () => undefined;
    hookRuns = 0;
    logged.length = 0;
  });

  after(async () => {
    connection.close();
    await host.close();
    await db.destroy();
    await proxy.close();
  });

  const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => status.OK,
      (error: unknown) => (error as { readonly code?: unknown }).code,
    );
  // A new title each time: hooks only run for a change.
  let changes = 0;
  const change = () => {
    const values = [{ column: 'title', value: { stringValue: `title ${String(changes++)}` } }];
    return codeOf(connection.call(update, { ...CHANGE, values }));
  };

  /** A database that has failed within the last second may fail again. */
  const untilBack = () =>
    eventually(async () => {
      expect(await change()).to.equal(status.OK);
      expect(logged).to.include(BACK);
    });

  it("a mail server that rejects a hook's connection is a failure of the host, not an outage of its database", async () => {
    const closed = await freePort();
    hook = async () => {
      await once(connect(closed, '127.0.0.1'), 'connect');
    };
    expect(await change()).to.equal(status.INTERNAL);
    expect(logged).to.deep.equal(['error: an admin call failed']);
  });

  for (const code of ['40001', '40P01', '57014']) {
    it(`a hook whose other database returns ${code} runs once, and its error is a failure of the host`, async () => {
      hook = () => Promise.reject(Object.assign(new Error('of another database'), { code }));
      expect(await change()).to.equal(status.INTERNAL);
      expect([hookRuns, logged]).to.deep.equal([1, ['error: an admin call failed']]);
    });
  }

  it('a database that fails during a statement is an outage, even if a hook runs the statement', async () => {
    hook = async () => proxy.cut();
    expect(await change()).to.equal(status.UNAVAILABLE);
    expect(logged).to.deep.equal([LOST]);
    hook = async () => undefined;
    expect(await change()).to.equal(status.OK);
    await untilBack();
    expect(logged).to.deep.equal([LOST, BACK]);
  });

  it('an act on many records whose commit gets no answer is not told as undone: its record would be repeated (AD-455)', async () => {
    await db.insertInto('items').values({ title: 'second' }).execute();
    await sql`create function lose() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db);
    await sql`create constraint trigger lost after delete on items deferrable initially deferred
      for each row when (old.title = 'second') execute function lose()`.execute(db);
    const { id: last } = await db
      .selectFrom('items')
      .select('id')
      .where('title', '=', 'second')
      .executeTakeFirstOrThrow();
    const spare = await db.insertInto('items').values({ title: 'spare' }).returning('id').executeTakeFirstOrThrow();
    const request = { caller: CHANGE.caller, controller: CHANGE.controller, delete: true, labelColumn: 'title' };
    const ids = [String(spare.id), String(last)];
    expect(await codeOf(connection.call(run, { ...request, ids: { ids } }))).to.equal(status.UNAVAILABLE);
    // The one before it is done.
    const left = await db.selectFrom('items').select('title').where('id', '=', spare.id).execute();
    expect(left).to.deep.equal([]);
    await sql`drop trigger lost on items`.execute(db);
    await untilBack();
  });

  it("reports a hook's error if the rollback after it fails", async () => {
    hook = async () => {
      proxy.cut();
      throw new Error('the hook was first');
    };
    expect(await change()).to.equal(status.INTERNAL);
  });

  it('a database that accepts no connection is an outage, for a transaction and for a sign-in', async () => {
    const sound = proxy.port;
    expect(await codeOf(connection.call(find, { identifier: 'ada' }))).to.equal(status.OK);
    proxy.retarget(await freePort());
    proxy.cut();
    expect(await change()).to.equal(status.UNAVAILABLE);
    for (let more = 0; more < 3; more++) {
      expect(await codeOf(connection.call(find, { identifier: 'ada' }))).to.equal(status.UNAVAILABLE);
    }
    expect(proxy.port).to.equal(sound);
    // One line for all of them (docs/operations.md, Logs of an outage).
    expect(logged).to.deep.equal([LOST]);
  });
});

function ignore(): void {
  // Nothing to do.
}
