import type { SqlDatabase, SqlTransaction } from '@gatehouse/host/sql';
import { createOpaqueTokenIssuer, createSqlBackend, migrate, postgresDatabase } from '@gatehouse/host/sql';
import { adminDatabase, migrateAdmin } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import { Pool } from 'pg';
import { startPostgres } from '../support/postgres.js';
import { startTcpProxy } from '../support/tcp-proxy.js';

const WRITE = { readOnly: false };
const CODE = {
  ...{ codeHash: Buffer.alloc(32, 0x5c), clientId: 'client', userId: 'ada', redirectUri: 'https://client.example/cb' },
  ...{ codeChallenge: 'c'.repeat(43), scopes: ['read'], resource: 'https://shop.example/mcp' },
  ...{ issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) },
};

/** Tests what PostgreSQL does and SQLite cannot: lost connections and colliding transactions. */
describe("the SDK's PostgreSQL", () => {
  let pool: Pool;
  let database: SqlDatabase;

  beforeEach(async () => {
    pool = new Pool({ connectionString: await (await startPostgres()).createDatabase(), max: 5 });
    database = postgresDatabase(pool);
    await pool.query('create table accounts (id integer primary key, n integer not null)');
    await pool.query('insert into accounts values (1, 0), (2, 0)');
  });
  afterEach(() => pool.end());

  const add = (tx: SqlTransaction, id: number): Promise<void> =>
    tx.execute(`update accounts set n = n + 1 where id = ${id}`);

  async function amounts(): Promise<number[]> {
    const { rows } = await pool.query<{ n: number }>('select n from accounts order by id');
    return rows.map(({ n }) => n);
  }

  async function ended(work: (tx: SqlTransaction) => Promise<unknown>, options = WRITE): Promise<unknown> {
    return database.transaction(work, options).catch((error: unknown) => error);
  }

  it('retries a transaction that was the victim of a deadlock (backend.proto: "retries it itself")', async () => {
    let runs = 0;
    const firstLocks = barrier(2);
    const crossing = (first: number, second: number): Promise<void> =>
      database.transaction(async (tx) => {
        runs += 1;
        await add(tx, first);
        await firstLocks();
        await add(tx, second);
      }, WRITE);
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    // At least one was retried; on a busy machine the second attempt may collide with the other's first one.
    expect(runs).to.be.at.least(3);
    expect(await amounts()).to.deep.equal([2, 2]);
  });

  for (const code of ['ECONNREFUSED', '40001', '57014']) {
    it(`does not treat an error with code ${code} from the application's own issuer as a database error, and does not retry it`, async () => {
      let runs = 0;
      const failure = Object.assign(new Error('of another server'), { code });
      const outcome = await ended(async (tx) => {
        runs += 1;
        await add(tx, 1);
        throw failure;
      });
      expect([outcome, runs]).to.deep.equal([failure, 1]);
      expect(await amounts()).to.deep.equal([0, 0]);
    });
  }

  it('ends a statement that waits beyond the deadline, and rolls back the transaction', async () => {
    const blocker = await pool.connect();
    await blocker.query('begin; update accounts set n = 7 where id = 2');
    const outcome = await database
      .transaction(
        async (tx) => {
          await add(tx, 1);
          await add(tx, 2);
        },
        { ...WRITE, deadline: new Date(Date.now() + 100) },
      )
      .catch((error: unknown) => error);
    expect(outcome).to.include({ name: 'DeadlineExceeded' });
    await blocker.query('rollback');
    blocker.release();
    expect(await amounts()).to.deep.equal([0, 0]);
  });

  it('does not report a commit after a failed statement whose error was swallowed', async () => {
    const outcome = await ended(async (tx) => {
      await add(tx, 1);
      await tx.execute('select nonsense').catch(() => undefined);
    });
    expect(outcome).to.match(/so the transaction was rolled back/);
    expect(await amounts()).to.deep.equal([0, 0]);
  });

  it('a connection that breaks inside a transaction is Unavailable, not retried, and not reused', async () => {
    let runs = 0;
    const outcome = await ended(async (tx) => {
      runs += 1;
      await add(tx, 1);
      await tx.execute('select pg_terminate_backend(pg_backend_pid())');
    });
    expect(outcome).to.include({ name: 'Unavailable' });
    expect(runs).to.equal(1);
    expect(await amounts()).to.deep.equal([0, 0]);
  });

  it('a connection that breaks while idle has no effect', async () => {
    await Promise.all([ended((tx) => add(tx, 1)), ended((tx) => add(tx, 2))]);
    const killer = await pool.connect();
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    killer.release();
    while (pool.idleCount > 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await amounts()).to.deep.equal([1, 1]);
  });

  it('a connection that breaks in use by the rest of the application does not end the process (pg: Client, error)', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await lost;
    client.release(true);
  });

  it('a server that is down is Unavailable', async () => {
    const away = new Pool({ host: '127.0.0.1', port: 1 });
    const outcome = await postgresDatabase(away)
      .transaction(() => Promise.resolve(), WRITE)
      .catch((error: unknown) => error);
    expect(outcome).to.include({ name: 'Unavailable' });
    await away.end();
  });

  for (const [readOnly, pipeline] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    const where = `in a ${readOnly ? 'read' : 'write'}${pipeline ? ' of a pipelining connection' : ''}`;
    it(`a server that goes silent costs no connection of the pool, ${where} (HC-86)`, async () => {
      const url = new URL(await (await startPostgres()).createDatabase());
      const proxy = await startTcpProxy(Number(url.port));
      url.port = String(proxy.port);
      const only = new Pool({ connectionString: url.href, max: 1, pipeline });
      const behind = postgresDatabase(only);
      const ask = (patienceMs: number): Promise<unknown> =>
        behind
          .transaction((tx) => tx.execute('select 1'), { readOnly, deadline: new Date(Date.now() + patienceMs) })
          .then(
            () => 'answered',
            (error: unknown) => error,
          );
      expect(await ask(10_000)).to.equal('answered');
      proxy.silence();
      // The second one waits for the connection that the first one has.
      const [silent, waited] = await Promise.all([ask(100), ask(100)]);
      expect(silent).to.include({ name: 'Unavailable' });
      expect(waited).to.include({ name: 'DeadlineExceeded' });
      expect(await ask(10_000), 'the next connection reaches a server that is there').to.equal('answered');
      await only.end();
      await proxy.close();
    });
  }

  it('a server that only reads is Unavailable, and the next transaction has another connection (HC-87)', async () => {
    const url = await (await startPostgres()).createDatabase();
    const [owner, only] = [new Pool({ connectionString: url, max: 1 }), new Pool({ connectionString: url, max: 1 })];
    const name = new URL(url).pathname.slice(1);
    await owner.query('create table accounts (id integer primary key, n integer not null)');
    await owner.query(`alter database ${name} set default_transaction_read_only = on`);
    const write = (): Promise<unknown> =>
      postgresDatabase(only)
        .transaction((tx) => tx.execute('insert into accounts values (1, 0)'), WRITE)
        .catch((error: unknown) => error);
    expect(await write()).to.include({ name: 'Unavailable' });
    await owner.query('set default_transaction_read_only = off');
    await owner.query(`alter database ${name} reset default_transaction_read_only`);
    // The setting of a connection is that of its beginning.
    expect(await write()).to.equal(undefined);
    await Promise.all([owner.end(), only.end()]);
  });

  for (const encoding of ['LATIN1', 'LATIN2', 'WIN1251', 'SQL_ASCII']) {
    it(`rejects a database of encoding ${encoding} before creating anything (docs/operations.md, PostgreSQL)`, async () => {
      const options = `template template0 encoding '${encoding}' locale 'C'`;
      const other = new Pool({ connectionString: await (await startPostgres()).createDatabase(options) });
      const admin = adminDatabase(new Kysely({ dialect: new PostgresDialect({ pool: other }) }), 'postgres');
      for (const start of [() => migrate(postgresDatabase(other)), () => migrateAdmin(admin)]) {
        const refusal = await start().catch((error: unknown) => error);
        expect(refusal).to.match(
          new RegExp(`the database "test_\\w+" has the encoding ${encoding}, but Gatehouse needs UTF8`),
        );
      }
      const { rows } = await other.query("select relname from pg_class where relname ~ '^(gatehouse|backend)'");
      expect(rows).to.deep.equal([]);
      await other.end();
    });
  }

  it("works with any parsers that the application has set for PostgreSQL's types", async () => {
    const types = { getTypeParser: () => (value: unknown) => ({ parsed: value }) };
    const odd = new Pool({ ...pool.options, types });
    const oddDatabase = postgresDatabase(odd);
    expect(await migrate(oddDatabase)).to.deep.equal(['initial', 'parallel-registration']);
    expect(await migrate(oddDatabase)).to.deep.equal([]);
    const backend = createSqlBackend({ database: oddDatabase, issuer: createOpaqueTokenIssuer(oddDatabase) });
    expect(await backend.connectedApps('ada')).to.deep.equal([]);
    await odd.end();
  });

  for (const [what, change] of [
    ['are gone, as behind PgBouncer', (single: Pool) => single.query('deallocate all')],
    ['are there already, as behind PgBouncer', reconnectToPrepared],
    [
      'have another result, after a change of the table',
      (single: Pool) => single.query('alter table gatehouse_codes alter column client_id type varchar(3000)'),
    ],
  ] as const) {
    it(`goes on without named statements if those of a connection ${what} (docs/operations.md, PostgreSQL)`, async () => {
      const single = new Pool({ ...pool.options, max: 1 });
      const own = postgresDatabase(single);
      await migrate(own);
      const backend = createSqlBackend({ database: own, issuer: createOpaqueTokenIssuer(own) });
      const findNothing = async (): Promise<void> => {
        for (const readOnly of [true, false]) {
          const call = { readOnly, deadline: new Date(Date.now() + 20_000) };
          expect(await backend.transaction(async ({ codes }) => codes.find(CODE.codeHash), call)).to.equal(undefined);
        }
      };
      await findNothing();
      await change(single);
      await findNothing();
      await single.end();
    });
  }

  it('reads bytes in either form of bytea_output (HC-21)', async () => {
    const escaping = new Pool({ ...pool.options, options: '-c bytea_output=escape' });
    const own = postgresDatabase(escaping);
    await migrate(own);
    const backend = createSqlBackend({ database: own, issuer: createOpaqueTokenIssuer(own) });
    const grantContext = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const code = { ...CODE, grantContext };
    const call = { readOnly: false, deadline: new Date(Date.now() + 20_000) };
    await backend.transaction(async ({ codes }) => codes.create(code), call);
    const found = await backend.transaction(async ({ codes }) => codes.find(code.codeHash), call);
    expect(found?.grantContext.equals(grantContext)).to.equal(true);
    await escaping.end();
  });
});

/** The next connection of the pool leads to a session that has the statements of its last one, which the driver cannot know. */
async function reconnectToPrepared(single: Pool): Promise<void> {
  const { rows } = await single.query<{ name: string }>('select name from pg_prepared_statements');
  expect(rows).not.to.have.lengthOf(0);
  const statements = rows.map(({ name }) => `prepare ${name} as select 1`);
  single.once('connect', (client: PoolClient) => void client.query(statements.join(';')));
  (await single.connect()).release(true);
}

/** Resolves for the first `count` callers once all of them have arrived, and immediately for later ones. */
function barrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived >= count) open();
    return opened;
  };
}
