import { createHost, type Host } from '@gatehouse/host';
import { adminDatabase, createSqlDirectory, defineController, migrateAdmin, sqliteReads } from '@gatehouse/host/admin';
import {
  createOpaqueTokenIssuer,
  createSqlBackend,
  migrate,
  postgresDatabase,
  sqliteDatabase,
} from '@gatehouse/host/sql';
import type { SqlBackend } from '@gatehouse/host/sql';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService, hostService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import { setMaxListeners } from 'node:events';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { join } from 'node:path';
import { Pool } from 'pg';
import { AdminStreamTransport } from '../../../daemon/hostcheck/subject/transports.js';
import { Connection } from '../../../daemon/hostcheck/subject/connection.js';
import { ENDLESS, ENDLESS_MARK, RunningReads } from '../../support/admin/running-reads.js';
import { eventually } from '../../support/eventually.js';
import { startPostgres } from '../../support/postgres.js';
import { tempDir } from '../../support/temp-dir.js';
import { Item, RELATIONS, Tag } from './shop/models.js';
import { createShopTables, type ShopTables } from './shop/tables.js';

/** Enough to tell a count that ends early from one that does not. */
const ROWS = 30_000;
const list = rpcOf(adminRecordService.ListRecords);
const get = rpcOf(adminRecordService.GetRecord);
const CALLER = { administratorId: '1', login: 'ada', superuser: true, locale: 'en' };
const SELECTION = { columns: ['id'], relations: [] };

/** One database shared by the admin backend and the authorization server, as in a small application. */
interface Shared {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Kysely<ShopTables>;
  readonly reads: Kysely<ShopTables> | undefined;
  readonly backend: SqlBackend;
  running(): Promise<number>;
  close(): Promise<void>;
}

async function sharedSqlite(): Promise<Shared> {
  const path = join(tempDir('shared'), 'host.db');
  const own = new Database(path);
  const oauth = sqliteDatabase(own);
  await migrate(oauth);
  const running = new RunningReads();
  const connection = new Database(path);
  const db = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database: connection }) });
  const reads = new Kysely<ShopTables>({
    dialect: sqliteReads(() => running.watch(new AsyncDatabase(path, {}))),
  });
  return {
    engine: 'sqlite',
    db,
    reads,
    backend: createSqlBackend({ database: oauth, issuer: createOpaqueTokenIssuer(oauth) }),
    running: async () => running.count(ENDLESS_MARK),
    async close() {
      await reads.destroy();
      await db.destroy();
      own.close();
    },
  };
}

async function sharedPostgres(): Promise<Shared> {
  const connectionString = await (await startPostgres()).createDatabase();
  // The default of pg.
  const pool = new Pool({ connectionString, max: 10 });
  const aside = new Pool({ connectionString, max: 1 });
  const oauth = postgresDatabase(pool);
  await migrate(oauth);
  const db = new Kysely<ShopTables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    db,
    reads: undefined,
    backend: createSqlBackend({ database: oauth, issuer: createOpaqueTokenIssuer(oauth) }),
    running: async () => (await aside.query(RUNNING, [`%${ENDLESS_MARK}%`])).rowCount ?? 0,
    async close() {
      await aside.end();
      await db.destroy();
    },
  };
}

const RUNNING = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like $1`;

for (const [name, open] of [
  ['SQLite', sharedSqlite],
  ['PostgreSQL', sharedPostgres],
] as const) {
  describe(`the capacity that the SDK's lists leave to others, on ${name} (host.proto: rule 4)`, () => {
    let shared: Shared;
    let host: Host;
    let connection: Connection;
    let stream: AdminStreamTransport;
    let controllers: AbortController[] = [];

    before(async () => {
      shared = await open();
      await createShopTables(shared.db, shared.engine);
      await sql`insert into items (title) select 'Item ' || n from (${NUMBERS}) as numbers`.execute(shared.db);
      const { db, engine, reads } = shared;
      await sql`insert into tags (name) values ('Tag')`.execute(db);
      for (const pivot of ['item_tag', 'item_badge'])
        await sql`insert into ${sql.table(pivot)} (item_id, tag_id) values (1, 1)`.execute(db);
      const database = adminDatabase(db, engine, reads === undefined ? {} : { reads });
      await migrateAdmin(database);
      const endless = defineController<ShopTables, 'items'>({
        id: 'acme.shop.endless',
        model: Item,
        listScope: (query) => query.where(ENDLESS[engine]),
      });
      const items = defineController<ShopTables, 'items'>({
        id: 'acme.shop.items',
        model: Item,
        defaultForModel: true,
        relations: { tags: RELATIONS.tags, badges: RELATIONS.badges, more: RELATIONS.tags },
      });
      const tags = defineController<ShopTables, 'tags'>({
        id: 'acme.shop.tags',
        model: Tag,
        defaultForModel: true,
        listScope: (query) => query.where(ENDLESS[engine]),
      });
      const admin = {
        database,
        directory: createSqlDirectory(database),
        controllers: [items, endless, tags],
        plugins: [{ id: 'acme.shop' }],
      };
      const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
      host = createHost({ applicationName: 'shop', address: '127.0.0.1:0', logger, admin });
      const { address } = await host.listen();
      connection = new Connection({ address, timeoutMs: 30_000 });
      stream = new AdminStreamTransport(connection);
      controllers = [];
    });

    after(async () => {
      for (const controller of controllers) controller.abort();
      stream.close();
      connection.close();
      await host.close();
      await shared.close();
    });

    const query = (overrides = {}) => ({
      caller: CALLER,
      controller: 'acme.shop.items',
      query: { selection: SELECTION, page: { number: 1, size: 10 }, ...overrides },
    });

    const endlessList = { ...query(), controller: 'acme.shop.endless' };

    /** Runs an endless list by a unary call. Resolves when it has ended, successfully or not. */
    function search(deadlineMs: number, cancelled?: AbortSignal, request: object = endlessList): Promise<void> {
      return new Promise((resolve) => {
        const call = connection.client.makeUnaryRequest(
          list.path,
          (message: object) => list.serialize(message as never),
          (bytes: Buffer) => bytes,
          request,
          connection.metadata(),
          { deadline: Date.now() + deadlineMs },
          () => resolve(),
        );
        cancelled?.addEventListener('abort', () => call.cancel());
      });
    }

    const underWay = (check: (number: number) => void) => eventually(async () => check(await shared.running()));

    it('a cancelled unary call ends its query', async () => {
      const cancelled = new AbortController();
      const ended = search(30_000, cancelled.signal);
      await underWay((number) => expect(number).to.equal(1));
      cancelled.abort();
      await ended;
      await underWay((number) => expect(number).to.equal(0));
    });

    it('a cancelled call ends all of its queries, also those for several relations (AD-192)', async () => {
      const cancelled = new AbortController();
      const relations = ['tags', 'badges', 'more'].map((relation) => ({ relation, count: true }));
      const ended = search(30_000, cancelled.signal, query({ selection: { columns: ['id'], relations } }));
      await underWay((number) => expect(number).to.equal(1));
      cancelled.abort();
      await ended;
      await underWay((number) => expect(number).to.equal(0));
      // Each connection of the pool is free: none has one that was still waiting when the first one ended.
      const { db, reads = db } = shared;
      await Promise.all(Array.from({ length: 10 }, () => sql`select 1`.execute(reads)));
      expect(await shared.running()).to.equal(0);
    });

    it('a call whose deadline has passed has ended its query', async () => {
      // On a busy machine, its time may be over before anyone sees it.
      for (let [seen, deadlineMs] = [false, 1000]; !seen; deadlineMs *= 2) {
        let isOver = false;
        const ended = search(deadlineMs).finally(() => (isOver = true));
        seen = await eventually(async () => {
          const number = await shared.running();
          if (number === 0 && !isOver) throw new Error('it has not begun yet');
          return number === 1;
        });
        await ended;
        await underWay((number) => expect(number).to.equal(0));
      }
    });

    it('transactions of the authorization server and other calls run alongside 24 of them', async () => {
      const cancelled = new AbortController();
      setMaxListeners(0, cancelled.signal);
      let ended = 0;
      const searches = Array.from({ length: 24 }, () => search(30_000, cancelled.signal).then(() => (ended += 1)));
      await underWay((number) => expect(number).to.be.greaterThan(1));
      const deadline = new Date(Date.now() + 20_000);
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          shared.backend.transaction(
            ({ codes }) =>
              codes.create({
                codeHash: Buffer.alloc(32, n),
                clientId: 'client',
                redirectUri: 'https://client.example/',
                userId: 'user',
                scopes: [],
                codeChallenge: 'x'.repeat(43),
                resource: '',
                issuedAt: new Date(),
                expiresAt: new Date(),
                grantContext: Buffer.alloc(0),
              }),
            { readOnly: false, deadline },
          ),
        ),
      );
      const one = {
        caller: CALLER,
        controller: 'acme.shop.items',
        id: '1',
        scope: 'ADMIN_SCOPE_FORM',
        selection: SELECTION,
      };
      expect(await stream.call(get, one as never)).to.have.nested.property('record.id', '1');
      expect(await connection.call(rpcOf(hostService.Describe), { protocolVersion: 1 })).to.have.property('admin');
      expect(ended).to.equal(0);
      cancelled.abort();
      await Promise.all(searches);
      await underWay((number) => expect(number).to.equal(0));
    });

    it('a count stops at its limit and reports that; without a limit it is exact (admin_query.proto: count_at_most)', async () => {
      const page = async (overrides: object) => (await stream.call(list, query(overrides))).page;
      const some = await page({ count: true, countAtMost: 10_000 });
      expect(some).to.deep.include({ total: '10000', totalExceeded: true, hasMore: true });
      expect(await page({ count: true })).to.deep.include({ total: String(ROWS), totalExceeded: false });
      const last = { number: ROWS / 10, size: 10 };
      expect(await page({ count: true, countAtMost: 10_000, page: last })).to.deep.include({ total: String(ROWS) });
      const enough = await page({ count: true, countAtMost: ROWS });
      expect(enough).to.deep.include({ total: String(ROWS), totalExceeded: false });
    });
  });
}

const NUMBERS = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ROWS)})
  select n from numbers`;

function ignore(): void {
  // Nothing to do.
}
