import { rpcOf, type Rpc } from '@gatehouse/proto/rpc';
import { adminDirectoryService, adminRecordService, hostService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { createHost, type Host } from '@gatehouse/host';
import type { AdminOptions, Hooks } from '@gatehouse/host/admin';
import { adminDatabase, column, createSqlDirectory, defineController } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { AdminStreamTransport } from '../../../daemon/hostcheck/subject/transports.js';
import { Connection, RpcStatus } from '../../../daemon/hostcheck/subject/connection.js';
import { eventually } from '../../support/eventually.js';
import { Gate } from '../../support/gate.js';
import { ENGINES, type ShopDatabase, type TestDatabase } from './databases.js';
import { Item, RELATIONS, Tag } from './shop/models.js';
import type { ShopTables } from './shop/tables.js';

const CALLER = { administratorId: '1', login: 'ada', superuser: true, locale: 'en' };
const CONTROLLER = { caller: CALLER, controller: 'acme.shop.items' };
const SELECTION = { columns: [], relations: [] };
const TOKEN = { administratorId: '1', tokenVersion: 0, tokenId: 'token' };
const FAR = { seconds: 4_000_000_000 };
const RETIREMENT = { effectiveAt: FAR, expiresAt: FAR, sweepBefore: { seconds: 0 } };
const HASH = `$2b$04$${'a'.repeat(53)}`;
const rename = (title: string) => ({ values: [{ column: 'title', value: { stringValue: title } }], relations: [] });

interface Write {
  readonly rpc: Rpc<never, object>;
  readonly request: object;
  /** Whether a hook or an action of the application runs inside. */
  readonly hooked: boolean;
}

const record = (name: keyof typeof adminRecordService, request: object, hooked = true): Write => ({
  rpc: rpcOf(adminRecordService[name] as never),
  request: { ...CONTROLLER, ...request },
  hooked,
});
const directory = (name: keyof typeof adminDirectoryService, request: object): Write => ({
  rpc: rpcOf(adminDirectoryService[name] as never),
  request,
  hooked: false,
});

/** Every writing rpc, with arguments that succeed on the data from seed(). */
const WRITES: readonly Write[] = [
  record('CreateRecord', { ...rename('new'), selection: SELECTION }),
  record('UpdateRecord', { id: '1', ...rename('changed'), selection: SELECTION }),
  record('DeleteRecords', { ids: ['2'], scope: 'ADMIN_SCOPE_LIST' }),
  record('Link', { id: '1', relation: 'tags', ids: ['1'] }, false),
  record('Unlink', { id: '1', relation: 'tags', ids: ['2'] }, false),
  record('RunAction', { action: 'rename' }),
  record('UpdateSettings', {
    settings: 'acme-shop',
    values: [{ column: 'name', value: { stringValue: 'changed' } }],
    columns: ['name'],
  }),
  directory('RecordSignIn', { administratorId: '1', at: FAR, passwordHash: HASH }),
  directory('RotateToken', { token: TOKEN, at: { seconds: 1 }, retirement: RETIREMENT }),
  directory('BlacklistToken', { token: TOKEN, retirement: RETIREMENT }),
  directory('CreateAdministrator', { login: 'bob', email: 'bob@shop.example', passwordHash: HASH }),
  directory('SetPassword', { identifier: 'ada', passwordHash: HASH.replaceAll('a', 'b') }),
];

for (const { engine, openShop } of ENGINES) {
  describe(`nothing commits after its deadline, on ${engine} (HC-6; host.proto: rule 4)`, () => {
    const gate = new Gate();
    let database: TestDatabase;
    let db: ShopDatabase;
    let host: Host;
    let address: string;
    let connection: Connection;
    let stream: AdminStreamTransport;
    /** The host's log entries for calls that it did not execute: one for each transaction that has ended. */
    let notCarriedOut: string[];

    beforeEach(async () => {
      database = await openShop();
      db = database.connect();
      const admin = gatedShop(database, gate);
      await seed(db);
      notCarriedOut = [];
      const logger = {
        debug: ignore,
        info: ignore,
        warn: ({ rpc }: { readonly rpc?: string }) => notCarriedOut.push(rpc ?? ''),
        error: ignore,
      };
      host = createHost({ applicationName: 'shop', address: '127.0.0.1:0', logger, admin });
      ({ address } = await host.listen());
      connection = new Connection({ address, timeoutMs: 20_000 });
      stream = new AdminStreamTransport(connection);
    });

    afterEach(async () => {
      gate.open();
      stream.close();
      connection.close();
      await host.close();
      await database.close();
    });

    const send = (way: 'unary' | 'stream', { rpc, request }: Write, settings: { readonly tooLate?: boolean } = {}) =>
      (way === 'unary' ? connection : stream).call(rpc, request as never, settings);

    const ended = (rpc: string) =>
      eventually(() => {
        expect(notCarriedOut).to.include(rpc.split('.')[1]);
      });

    const begin = ({ rpc, request }: Write, timeoutMs: number, answered: (error: unknown) => void) =>
      connection.client.makeUnaryRequest(
        rpc.path,
        (message: object) => rpc.serialize(message as never),
        (bytes: Buffer) => bytes,
        request,
        connection.metadata(),
        { deadline: Date.now() + timeoutMs },
        answered,
      );

    /** A cancellation and this call share one connection, so its answer means that the cancellation has arrived. */
    const describeHost = () => connection.call(rpcOf(hostService.Describe), { protocolVersion: 1 });

    /** Lets a write reach its deadline inside the hook. On a busy machine, it may need more than one attempt to get there. */
    const passDeadlineInHook = async (write: Write): Promise<void> => {
      await describeHost();
      for (let timeoutMs = 250; gate.waiting === 0; timeoutMs *= 2) {
        notCarriedOut.length = 0;
        const failure = await new Promise((answered) => begin(write, timeoutMs, answered));
        expect(failure).to.have.property('code', status.DEADLINE_EXCEEDED);
        // The host counts from when it received the call.
        await describeHost();
        await eventually(() => expect(gate.waiting + notCarriedOut.length).to.be.at.least(1));
      }
    };

    it('a hook that never ends holds up no other call', async () => {
      const write = WRITES.find(({ rpc }) => rpc.name.endsWith('CreateRecord'))!;
      gate.shut();
      await passDeadlineInHook(write);
      await ended(write.rpc.name);
      await send(
        'unary',
        WRITES.find(({ rpc }) => rpc.name.endsWith('.Link'))!,
      );
      expect(await db.selectFrom('item_tag').selectAll().execute()).to.have.length(2);
    });

    for (const write of WRITES) {
      const { rpc } = write;
      const name = rpc.name.split('.')[1] ?? '';

      for (const way of ['unary', 'stream'] as const) {
        it(`${name} (${way}) changes nothing if no time is left`, async () => {
          const before = await contents(db);
          const failure: unknown = await send(way, write, { tooLate: true }).catch((error: unknown) => error);
          expect(failure).to.be.instanceOf(RpcStatus).with.property('code', status.DEADLINE_EXCEEDED);
          await ended(rpc.name);
          expect(await contents(db)).to.deep.equal(before);
        });
      }

      it(`${name} changes data before the deadline`, async () => {
        const before = await contents(db);
        await send('stream', write);
        expect(await contents(db)).to.not.deep.equal(before);
      });

      if (!write.hooked) continue;

      it(`${name} is rolled back if its hook ends after the caller cancelled the call`, async () => {
        const before = await contents(db);
        gate.shut();
        const call = begin(write, 20_000, ignore);
        await eventually(() => expect(gate.waiting).to.equal(1));
        call.cancel();
        await describeHost();
        gate.open();
        await ended(rpc.name);
        expect(await contents(db)).to.deep.equal(before);
      });

      it(`${name} is rolled back if its hook ends after the deadline`, async () => {
        const before = await contents(db);
        gate.shut();
        await passDeadlineInHook(write);
        gate.open();
        await ended(rpc.name);
        expect(await contents(db)).to.deep.equal(before);
      });
    }
  });
}

async function seed(db: ShopDatabase): Promise<void> {
  await db
    .insertInto('items')
    .values([{ title: 'first' }, { title: 'second' }])
    .execute();
  await db
    .insertInto('tags')
    .values([{ name: 'x' }, { name: 'y' }])
    .execute();
  await db.insertInto('item_tag').values({ item_id: 1, tag_id: 2 }).execute();
  await db
    .insertInto('backend_users')
    .values({
      ...{ login: 'ada', login_key: 'ada', email: 'ada@shop.example', email_key: 'ada@shop.example', name: '' },
      ...{ password_hash: HASH, role_id: null, is_superuser: 1, is_activated: 1, permissions: '[]', locale: '' },
      ...{ token_version: 0, last_login_at: null, created_at: 1, updated_at: 1 },
    })
    .execute();
}

const TABLES = ['items', 'tags', 'item_tag', 'backend_users', 'backend_jwt_blacklist', 'backend_settings'] as const;

async function contents(db: ShopDatabase): Promise<unknown[]> {
  const rows = [];
  for (const table of TABLES) rows.push(await db.selectFrom(table).selectAll().execute());
  return rows;
}

/** The shop, with every hook and every action waiting at the gate. */
function gatedShop({ engine, connect }: TestDatabase, gate: Gate): AdminOptions {
  const database = adminDatabase(connect(), engine);
  const pass = () => gate.pass();
  const hooks: Hooks<ShopTables> = { afterCreate: pass, afterUpdate: pass, afterDelete: pass };
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: [
      defineController<ShopTables, 'items'>({
        id: 'acme.shop.items',
        model: Item,
        relations: RELATIONS,
        hooks,
        actions: {
          rename: {
            label: 'Rename',
            async run(_invocation, { trx }) {
              await trx.updateTable('tags').set({ name: 'renamed' }).execute();
              await gate.pass();
              return {};
            },
          },
        },
      }),
      defineController<ShopTables, 'tags'>({ id: 'acme.shop.tags', model: Tag }),
    ],
    plugins: [
      {
        id: 'acme.shop',
        settings: [
          {
            code: 'acme-shop',
            label: 'Shop',
            fields: '~/plugins/acme/shop/models/settings/fields.yaml',
            columns: { name: column.string({ nullable: true }) },
            hooks: { afterUpdate: pass },
          },
        ],
      },
    ],
  };
}

function ignore(): void {
  // Nothing to do.
}
