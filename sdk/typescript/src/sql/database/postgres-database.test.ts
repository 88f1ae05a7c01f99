import { expect } from 'chai';
import { EventEmitter } from 'node:events';
import { isDatabases } from './database-errors.js';
import type { PostgresClient, PostgresPool } from './postgres-database.js';
import { postgresDatabase } from './postgres-database.js';
import type { SqlTransaction } from './sql-database.js';
import { Statement } from './statement.js';
import { NO_FLOOR } from './sweep-floors.js';

type Answer = (text: string, attempt: number) => object | Promise<object>;

/** A pool whose server answers as the test says: errors of a real one come when they like. */
function pool(answer: Answer = () => ({})) {
  const events = new EventEmitter();
  const clients: ReturnType<typeof client>[] = [];
  const connect = (): Promise<PostgresClient> => {
    const next = client(answer, clients.length + 1);
    clients.push(next);
    events.emit('connect', next.client);
    return Promise.resolve(next.client);
  };
  const given = Object.assign(events, { connect });
  return { database: postgresDatabase(given), given, clients, sent: () => clients.map(({ sent }) => sent) };
}

function client(answer: Answer, attempt: number) {
  const sent: string[] = [];
  const released: unknown[] = [];
  const events = new EventEmitter();
  const query = async (given: string | { readonly text: string }): Promise<object> => {
    const text = typeof given === 'string' ? given : given.text;
    sent.push(text.replace(/(?<== )\d+$/, 'n'));
    const command = /^(?:commit|rollback)/.exec(text)?.[0].toUpperCase();
    return { rows: [], rowCount: null, command, ...(await answer(text, attempt)) };
  };
  const release = (destroy: unknown): void => void released.push(destroy);
  const made = Object.assign(events, { query, release }) as unknown as PostgresClient & EventEmitter;
  return { client: made, events, sent, released };
}

function failsWith(code: string, when = /^select/): Answer {
  return (text) => (when.test(text) ? Promise.reject(Object.assign(new Error('from the server'), { code })) : {});
}

/** As pg fails a query of a client that is released to be destroyed. */
async function ended({ released }: { readonly released: readonly unknown[] }): Promise<object> {
  while (released.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  throw new Error('Connection terminated');
}

const BEGIN = 'begin isolation level read committed; set local statement_timeout = n';
const WRITE = { readOnly: false };
const select = (tx: SqlTransaction): Promise<void> => tx.execute('select 1');

describe('a transaction on PostgreSQL (backend.proto: Transact)', () => {
  it('runs between begin and commit, on a connection that goes back to the pool', async () => {
    const { database, clients } = pool();
    expect(await database.transaction(async (tx) => (await select(tx), 'done'), WRITE)).to.equal('done');
    expect(clients[0]?.sent).to.deep.equal([BEGIN, 'select 1', 'commit']);
    expect(clients[0]?.released).to.deep.equal([false]);
  });

  it('that only reads is its statements alone', async () => {
    const { database, sent } = pool();
    await database.transaction(select, { readOnly: true });
    expect(sent()).to.deep.equal([['select 1']]);
  });

  for (const [when, deadlineIn, fewest, most] of [
    ['as long as its deadline allows', 3_600_000, 2_000_000, 3_600_000],
    ['a millisecond when its deadline has passed, since 0 would be no limit', -5, 1, 1],
    ['ten seconds without a deadline', undefined, 2, 10_000],
  ] as const) {
    it(`lets a statement take ${when}`, async () => {
      let limit = Number.NaN;
      const { database } = pool((text) => {
        if (text.startsWith('begin')) limit = Number(/\d+$/.exec(text)?.[0]);
        return {};
      });
      const deadline = deadlineIn === undefined ? {} : { deadline: new Date(Date.now() + deadlineIn) };
      await database.transaction(select, { ...WRITE, ...deadline });
      expect(limit).to.be.within(fewest, most);
    });
  }

  for (const code of ['40001', '40P01']) {
    it(`that lost against another one (${code}) runs again, rolled back, until it commits`, async () => {
      const { database, sent } = pool((text, attempt) => (attempt < 3 ? failsWith(code)(text, attempt) : {}));
      await database.transaction(select, WRITE);
      const lost = [BEGIN, 'select 1', 'rollback'];
      expect(sent()).to.deep.equal([lost, lost, [BEGIN, 'select 1', 'commit']]);
    });
  }

  it('that loses every time is Unavailable after ten attempts', async () => {
    const { database, clients } = pool(failsWith('40001'));
    const error = await thrown(database.transaction(select, WRITE));
    expect(error).to.include({ name: 'Unavailable' });
    expect(clients.map(({ released }) => released)).to.deep.equal(Array(10).fill([false]));
  });

  it('that lost does not run again after its deadline', async () => {
    const { database, clients } = pool(failsWith('40001'));
    const error = await thrown(database.transaction(select, { ...WRITE, deadline: new Date(Date.now() - 1) }));
    expect(error).to.include({ name: 'Unavailable' });
    expect(clients).to.have.length(1);
  });

  it('that may have been committed does not run again', async () => {
    const { database, clients } = pool(failsWith('57P01', /^commit/));
    expect(await thrown(database.transaction(select, WRITE))).to.include({ name: 'Unavailable' });
    expect(clients).to.have.length(1);
  });

  it('that only reads and lost runs again, and has nothing to roll back', async () => {
    const { database, sent, clients } = pool((text, attempt) => (attempt < 2 ? failsWith('40001')(text, 1) : {}));
    await database.transaction(select, { readOnly: true });
    expect(sent()).to.deep.equal([['select 1'], ['select 1']]);
    expect(clients[0]?.released).to.deep.equal([false]);
  });

  it("passes on an error of the application's own, whatever its code, and does not run again", async () => {
    const { database, sent, clients } = pool();
    const bug = Object.assign(new Error('the mail server'), { code: '40001' });
    const error = await thrown(database.transaction(() => Promise.reject(bug), WRITE));
    expect(error).to.equal(bug);
    expect(sent()).to.deep.equal([[BEGIN, 'rollback']]);
    expect(clients[0]?.released).to.deep.equal([false]);
  });

  it('takes no statement after its end, which would be one of the next user of the connection (HC-6)', async () => {
    const { database, sent } = pool();
    const kept = await database.transaction((tx) => select(tx).then(() => tx), WRITE);
    const late = new Statement<object, object>((db) => db.selectFrom('gatehouse_locks').select('name'));
    expect(String(await thrown(kept.all(late, {})))).to.contain('has ended');
    expect(sent()).to.deep.equal([[BEGIN, 'select 1', 'commit']]);
  });

  it('fails when a statement failed and its error was swallowed: PostgreSQL answers COMMIT with ROLLBACK', async () => {
    const { database } = pool((text) => (text === 'commit' ? { command: 'ROLLBACK' } : {}));
    const error = await thrown(database.transaction(select, WRITE));
    expect(String(error)).to.contain('a statement failed and the transaction ignored its error');
  });

  it('gives up a connection that cannot be rolled back, and throws the first error', async () => {
    const { database, clients } = pool((text, attempt) =>
      text === 'commit' || text === 'rollback' ? failsWith('08006', /./)(text, attempt) : {},
    );
    expect(await thrown(database.transaction(select, WRITE))).to.include({ name: 'Unavailable' });
    expect(clients[0]?.released).to.deep.equal([true]);
  });

  it('gives up a connection that broke beneath it, and listens no longer than it lasts', async () => {
    const { database, clients, given } = pool();
    const before = await pool().given.connect();
    const listeners = (before as unknown as EventEmitter).listenerCount('error');
    await database.transaction(async (tx) => {
      await select(tx);
      clients[0]?.events.emit('error', new Error('Connection terminated'));
    }, WRITE);
    expect(clients[0]?.released).to.deep.equal([true]);
    expect(clients[0]?.events.listenerCount('error')).to.equal(listeners);
    expect(given.listenerCount('error')).to.equal(1);
  });

  it('survives a connection of the pool that breaks while it is idle, or while the application uses it', async () => {
    const { given, clients } = pool();
    await given.connect();
    expect(() => given.emit('error', new Error('idle'))).not.to.throw();
    expect(() => clients[0]?.events.emit('error', new Error('in use'))).not.to.throw();
  });

  it('gives up a connection that is silent after the deadline, which fails its statement, and releases it once', async () => {
    const { database, clients } = pool((text) => (text === 'select 1' ? ended(clients[0]!) : {}));
    const outcome = await database
      .transaction(select, { ...WRITE, deadline: new Date(0) })
      .catch((error: unknown) => error);
    expect(outcome).to.include({ name: 'Unavailable' });
    expect(clients[0]?.released).to.deep.equal([true]);
  });

  it('gives up a connection of a server that only reads', async () => {
    const { database, clients } = pool(failsWith('25006'));
    const outcome = await database.transaction(select, WRITE).catch((error: unknown) => error);
    expect(outcome).to.include({ name: 'Unavailable' });
    expect(clients[0]?.released).to.deep.equal([true]);
  });

  it('waits for a connection until the deadline, and returns one that comes later', async () => {
    const { client: late, released } = client(() => ({}), 1);
    let come: (client: PostgresClient) => void = () => undefined;
    const connect = () => new Promise<PostgresClient>((resolve) => (come = resolve));
    const outcome = await postgresDatabase(Object.assign(new EventEmitter(), { connect }))
      .transaction(select, { ...WRITE, deadline: new Date(0) })
      .catch((error: unknown) => error);
    expect(outcome).to.include({ name: 'DeadlineExceeded' });
    come(late);
    await Promise.resolve();
    expect(released).to.deep.equal([undefined]);
  });

  it('is Unavailable when no connection is to be had, with the reason as its cause', async () => {
    const reason = new Error('ECONNREFUSED');
    const given = Object.assign(new EventEmitter(), { connect: () => Promise.reject(reason) });
    const error = await thrown(postgresDatabase(given as unknown as PostgresPool).transaction(select, WRITE));
    expect(error).to.include({ name: 'Unavailable', message: 'cannot reach PostgreSQL', cause: reason });
  });

  it('that is rolled back leaves no floors to later ones', async () => {
    const { database } = pool();
    const before: number[] = [];
    for (const outcome of ['fails', 'commits', 'commits']) {
      await database
        .transaction((tx) => {
          const floors = tx.floors!;
          before.push(floors.floors.gatehouse_codes);
          floors.settled.add('gatehouse_codes');
          floors.floors.gatehouse_codes = 7;
          return outcome === 'fails' ? Promise.reject(new Error('a bug')) : Promise.resolve();
        }, WRITE)
        .catch(() => undefined);
    }
    expect(before).to.deep.equal([NO_FLOOR, NO_FLOOR, 7]);
  });

  it('whose statements the server never knows fails after ten attempts', async () => {
    const { database, clients } = pool(failsWith('26000'));
    expect(await thrown(database.transaction(select, WRITE))).to.include({ code: '26000' });
    expect(clients).to.have.length(10);
  });

  it("knows an error of a statement that the application ran, and leaves it pg's callbacks", async () => {
    const { database } = pool(failsWith('23505'));
    const outcomes: unknown[] = [];
    await database
      .transaction(async (tx) => {
        const connection = tx.connection as { query(...given: unknown[]): Promise<unknown> };
        outcomes.push(await thrown(connection.query('select 1')));
      }, WRITE)
      .catch(() => undefined);
    expect(outcomes.map(isDatabases)).to.deep.equal([true]);
  });

  it('returns what pg returns for a callback or a cursor, on every use of a connection', async () => {
    const calls: unknown[][] = [];
    const raw = Object.assign(new EventEmitter(), {
      query: (...given: unknown[]) => {
        calls.push(given);
        return given.length > 1 ? undefined : Promise.resolve({ rows: [], rowCount: null, command: 'COMMIT' });
      },
      release: () => undefined,
    });
    const given = Object.assign(new EventEmitter(), { connect: () => Promise.resolve(raw) });
    const database = postgresDatabase(given as unknown as PostgresPool);
    const callback = (): void => undefined;
    const observed: unknown[] = [];
    for (let use = 0; use < 2; use++) {
      await database.transaction((tx) => {
        const { query } = tx.connection as { query(...given: unknown[]): unknown };
        observed.push(query);
        expect(query('select 1', callback)).to.equal(undefined);
        return Promise.resolve();
      }, WRITE);
    }
    expect(calls.filter(([, second]) => second === callback)).to.have.length(2);
    expect(observed[0]).to.equal(observed[1]);
  });
});

describe('a statement on PostgreSQL', () => {
  const names = new Statement<{ id: string }, { client_name: string }>((db, { id }) =>
    db.selectFrom('gatehouse_clients').select('client_name').where('client_id', '=', id),
  );
  const rows = [{ client_name: 'a' }, { client_name: 'b' }];

  it('returns all rows, the first one, or how many it changed', async () => {
    const { database } = pool(() => ({ rows, rowCount: 2 }));
    const found = await database.transaction(
      async (tx) => [
        await tx.all(names, { id: 'x' }),
        await tx.first(names, { id: 'x' }),
        await tx.run(names, { id: 'x' }),
      ],
      { readOnly: true },
    );
    expect(found).to.deep.equal([rows, rows[0], 2]);
  });

  it('returns none, undefined and 0 where there is no row', async () => {
    const { database } = pool();
    const found = await database.transaction(
      async (tx) => [
        await tx.all(names, { id: 'x' }),
        await tx.first(names, { id: 'x' }),
        await tx.run(names, { id: 'x' }),
      ],
      { readOnly: true },
    );
    expect(found).to.deep.equal([[], undefined, 0]);
  });

  for (const [mode, text] of [
    ['shared', 'for share'],
    ['exclusive', 'for update'],
  ] as const) {
    it(`takes a lock "${mode}" with "${text}"`, async () => {
      const { database, sent } = pool(() => ({ rows: [{ name: 'registration' }] }));
      await database.transaction((tx) => tx.lock('registration', mode), { readOnly: true });
      expect(sent()[0]).to.deep.equal([`select "name" from "gatehouse_locks" where "name" = $1 ${text}`]);
    });
  }

  it('says that the database was not migrated when a lock is missing', async () => {
    const { database } = pool();
    const error = await thrown(database.transaction((tx) => tx.lock('registration', 'shared'), { readOnly: true }));
    expect(String(error)).to.contain('gatehouse_locks has no row "registration": migrate the database');
  });

  it('is sent by its name, with types of its own: counts and milliseconds as numbers, bytes as a buffer', async () => {
    const given: { name: string; values: unknown[]; types: Types }[] = [];
    const raw = Object.assign(new EventEmitter(), {
      query: (query: (typeof given)[number]) => {
        given.push(query);
        return Promise.resolve({ rows: [], rowCount: null });
      },
      release: () => undefined,
    });
    const only = Object.assign(new EventEmitter(), { connect: () => Promise.resolve(raw) });
    await postgresDatabase(only as unknown as PostgresPool).transaction((tx) => tx.all(names, { id: 'x' }), {
      readOnly: true,
    });
    const [query] = given;
    expect(query?.name).to.match(/^gatehouse_/);
    expect(query?.values).to.deep.equal(['x']);
    const read = (oid: number, text: string): unknown => query?.types.getTypeParser(oid)(text);
    expect([20, 21, 23].map((oid) => read(oid, '1700000000000'))).to.deep.equal(Array(3).fill(1_700_000_000_000));
    expect(read(17, '\\x0a0b')).to.deep.equal(Buffer.from([10, 11]));
    expect(read(25, '12')).to.equal('12');
    // bytea_output = escape
    expect(read(17, 'a\\\\b\\000\\377')).to.deep.equal(Buffer.from([97, 92, 98, 0, 255]));
  });

  for (const pipeline of [true, false]) {
    it(`${pipeline ? 'has' : 'needs no'} timeout of its own on a connection that ${pipeline ? 'pipelines' : 'waits'}: behind the deadline`, async () => {
      const given: (string | { readonly text: string; readonly query_timeout?: number })[] = [];
      const raw = Object.assign(new EventEmitter(), {
        pipeline,
        query: (query: (typeof given)[number]) => {
          given.push(query);
          return Promise.resolve({ rows: [], rowCount: null, command: 'COMMIT' });
        },
        release: () => undefined,
      });
      const only = Object.assign(new EventEmitter(), { connect: () => Promise.resolve(raw) });
      const deadline = new Date(Date.now() + 3_600_000);
      const work = (tx: SqlTransaction): Promise<unknown> => tx.all(names, { id: 'x' });
      await postgresDatabase(only as unknown as PostgresPool).transaction(work, { ...WRITE, deadline });
      expect(given).to.have.length(3);
      for (const query of given) {
        const timeout = typeof query === 'string' ? undefined : query.query_timeout;
        if (pipeline) expect(timeout).to.be.within(3_599_000, 3_602_000);
        else expect(timeout).to.equal(undefined);
      }
    });
  }

  it('has no name any more after the server lost one, as behind a pooler that changes sessions', async () => {
    const sentNames: unknown[] = [];
    const raw = Object.assign(new EventEmitter(), {
      query: (query: { readonly name?: string }) => {
        if (typeof query === 'string') return Promise.resolve({ rows: [] });
        sentNames.push(query.name);
        return query.name === undefined
          ? Promise.resolve({ rows, rowCount: 2 })
          : Promise.reject(Object.assign(new Error('no such statement'), { code: '26000' }));
      },
      release: () => undefined,
    });
    const only = Object.assign(new EventEmitter(), { connect: () => Promise.resolve(raw) });
    const database = postgresDatabase(only as unknown as PostgresPool);
    const work = (tx: SqlTransaction): Promise<unknown> => tx.all(names, { id: 'x' });
    for (let turn = 0; turn < 2; turn++) {
      expect(await database.transaction(work, { readOnly: true })).to.deep.equal(rows);
    }
    expect(sentNames).to.deep.equal([names.for('postgres').name, undefined, undefined]);
  });
});

interface Types {
  getTypeParser(oid: number): (text: string) => unknown;
}

async function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => error,
  );
}
