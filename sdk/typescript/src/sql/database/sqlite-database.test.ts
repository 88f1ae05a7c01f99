import { expect } from 'chai';
import { DatabaseSync } from '@photostructure/sqlite';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Abort, DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { migrate } from '../migrations/migrate.js';
import type { SqlDatabase, SqlTransaction } from './sql-database.js';
import { sqliteDatabase } from './sqlite-database.js';
import type { SqliteConnection } from './sqlite-driver.js';
import { Statement } from './statement.js';

const insert = new Statement<{ version: number }, unknown>((db, { version }) =>
  db.insertInto('gatehouse_migrations').values({ version, name: 'test', applied_at: 0 }),
);
const versions = new Statement<object, { version: number }>((db) =>
  db.selectFrom('gatehouse_migrations').select('version').where('name', '=', 'test').orderBy('version'),
);

const WRITE = { readOnly: false };
const READ = { readOnly: true };

type TestConnection = SqliteConnection & { prepare(sql: string): { get(): unknown }; close(): void };

const DRIVERS: readonly [string, (path: string) => TestConnection][] = [
  ['libsql', (path) => new Database(path)],
  ['the interface of node:sqlite', (path) => new DatabaseSync(path)],
];

for (const [driver, open] of DRIVERS) {
  describe(`SQLite as the backend uses it, through ${driver}`, () => {
    let directory: string;
    let path: string;
    let connection: TestConnection;
    let database: SqlDatabase;

    beforeEach(async () => {
      directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
      path = join(directory, 'host.db');
      connection = open(path);
      database = sqliteDatabase(connection);
      await migrate(database);
      // A table for the rows of these tests.
      connection.exec('delete from gatehouse_migrations');
    });
    afterEach(() => {
      connection.close();
      rmSync(directory, { recursive: true });
    });

    const add = (version: number): Promise<number> => database.transaction((tx) => tx.run(insert, { version }), WRITE);
    const present = (): Promise<number[]> => database.transaction(listed, READ);

    it('keeps 16 MB of pages, unless the application has chosen another size', () => {
      const size = (): unknown => Object.values(connection.prepare('pragma cache_size').get() as object)[0];
      expect(size()).to.equal(-16_000);
      connection.exec('pragma cache_size = -4000');
      sqliteDatabase(connection);
      expect(size()).to.equal(-4000);
    });

    it('is in WAL mode, durable to the last commit by default, and never waits inside SQLite', () => {
      const pragma = (name: string): unknown => Object.values(connection.prepare(`pragma ${name}`).get() as object)[0];
      expect([pragma('journal_mode'), pragma('synchronous'), pragma('busy_timeout')]).to.deep.equal(['wal', 2, 0]);
      sqliteDatabase(connection, { synchronous: 'normal' });
      expect(pragma('synchronous')).to.equal(1);
    });

    it('prepares a statement once for any number of runs and transactions', async () => {
      const prepared: string[] = [];
      const noting = sqliteDatabase({
        prepare: (text) => {
          prepared.push(text);
          return connection.prepare(text);
        },
        exec: (text) => connection.exec(text),
      });
      for (const version of [1, 2, 3]) {
        await noting.transaction((tx) => tx.run(insert, { version }), WRITE);
        expect(await noting.transaction(listed, READ)).to.include(version);
      }
      const { length } = prepared.filter((text) => text.includes('gatehouse_migrations'));
      expect(length).to.equal(2);
    });

    it('shares a commit among transactions of one tick, and answers none before it', async () => {
      const commits: number[][] = [];
      const watching = watched(connection, 'commit', () => commits.push([...answered]));
      const answered: number[] = [];
      const shared = sqliteDatabase(watching);
      await Promise.all(
        [1, 2, 3].map(async (version) => {
          await shared.transaction((tx) => tx.run(insert, { version }), WRITE);
          answered.push(version);
        }),
      );
      expect(commits).to.deep.equal([[]]);
      expect(await present()).to.deep.equal([1, 2, 3]);
    });

    it('keeps the changes of other transactions when one throws or aborts', async () => {
      const failing = (version: number, error: Error): Promise<unknown> =>
        database
          .transaction(async (tx) => {
            await tx.run(insert, { version });
            throw error;
          }, WRITE)
          .catch((caught: unknown) => caught);
      const [abort, bug] = [new Abort('lineage_revoked'), new Error('bug')];
      const outcomes = await Promise.all([add(1), failing(2, abort), add(3), failing(4, bug), add(5)]);
      expect(outcomes).to.deep.equal([1, abort, 1, bug, 1]);
      expect(await present()).to.deep.equal([1, 3, 5]);
    });

    describe('keeps to its own transaction what makes SQLite roll back everything (HC-97)', () => {
      const refuse = (tx: SqlTransaction): Promise<void> => tx.execute('insert into refusing values (1)');
      const ignore = (): undefined => undefined;

      beforeEach(() => {
        connection.exec('create table refusing (a); create table filled (a)');
        connection.exec(
          "create trigger refuse before insert on refusing begin select raise(rollback, 'refused by a trigger'); end",
        );
      });

      for (const [what, work, told] of [
        ['an error that it passes on', refuse, 'refused by a trigger'],
        ['an error that it ignores', (tx) => refuse(tx).catch(ignore), 'the application ignored its error'],
        [
          'an error that it ignores before a further write',
          async (tx) => {
            await refuse(tx).catch(ignore);
            await tx.run(insert, { version: 9 });
          },
          'the application ignored its error',
        ],
        [
          'an error that it ignores, as all that follow',
          async (tx) => {
            await refuse(tx).catch(ignore);
            await tx.run(insert, { version: 9 }).catch(ignore);
          },
          'the application ignored its error',
        ],
        [
          'an error without a text (HC-95)',
          async (tx) => {
            await refuse(tx).catch(ignore);
            throw Object.create(null);
          },
          'the application threw a value that cannot be read',
        ],
      ] satisfies readonly [string, (tx: SqlTransaction) => Promise<unknown>, string][]) {
        it(what, async () => {
          const failing = async (version: number): Promise<string> => {
            const made = database.transaction(async (tx) => {
              await tx.run(insert, { version });
              await work(tx);
            }, WRITE);
            return made.then(() => 'it succeeded', String);
          };
          expect(await failing(1)).to.contain(told);
          const outcomes = await Promise.all([add(2), failing(3), add(4), failing(5), add(6)]);
          expect(outcomes.filter((outcome) => outcome === 1)).to.have.length(3);
          for (const at of [1, 3]) expect(outcomes[at]).to.contain(told);
          expect(await present()).to.deep.equal([2, 4, 6]);
        });
      }

      it('a full disk, which is an unavailable database (HC-88)', async () => {
        const pages = Object.values(connection.prepare('pragma page_count').get() as object)[0] as number;
        connection.prepare(`pragma max_page_count = ${pages + 8}`).get();
        const fill = database.transaction((tx) => tx.execute('insert into filled values (zeroblob(100000))'), WRITE);
        const outcomes = await Promise.all([add(1), fill.catch((error: unknown) => error), add(3)]);
        expect(outcomes[1]).to.be.instanceOf(Unavailable);
        expect([outcomes[0], outcomes[2]]).to.deep.equal([1, 1]);
        expect(await present()).to.deep.equal([1, 3]);
      });
    });

    for (const other of ['succeeds', 'fails'] as const) {
      it(`commits nothing of a transaction whose deadline passes while others run, of which one ${other} (HC-6)`, async () => {
        const outcomes = await Promise.allSettled([
          database.transaction((tx) => tx.run(insert, { version: 1 }), {
            ...WRITE,
            deadline: new Date(Date.now() + 50),
          }),
          database.transaction(async (tx) => {
            await tx.run(insert, { version: 2 });
            if (other === 'fails') throw new Error('bug');
          }, WRITE),
          database.transaction(async (tx) => {
            await tx.run(insert, { version: 3 });
            await sleep(100);
          }, WRITE),
        ]);
        const [late] = outcomes;
        expect(late.status === 'rejected' && late.reason).to.be.instanceOf(DeadlineExceeded);
        expect(await present()).to.deep.equal(other === 'succeeds' ? [2, 3] : [3]);
      });
    }

    it('goes on without a transaction whose work never ends, and takes no statement of it later (HC-6)', async () => {
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      let late: Promise<unknown> | undefined;
      const hanging = database.transaction(
        async (tx) => {
          await tx.run(insert, { version: 1 });
          late = held.then(() => tx.run(insert, { version: 2 })).catch(String);
          await new Promise(() => undefined);
        },
        { ...WRITE, deadline: new Date(Date.now() + 50) },
      );
      const other = database.transaction(async (tx) => {
        await tx.run(insert, { version: 3 });
        goOn();
        await turn();
        expect(await late).to.contain('has ended');
      }, WRITE);
      expect(await hanging.catch((error: unknown) => error)).to.be.instanceOf(DeadlineExceeded);
      await other;
      expect(await present()).to.deep.equal([3]);
    });

    it('commits those that have run when one of them was slow, so that slow ones do not make each other fail', async () => {
      const committed: number[] = [];
      const watching = watched(connection, 'commit', () => committed.push(runs.length));
      const runs: number[] = [];
      const shared = sqliteDatabase(watching);
      await Promise.all(
        [1, 2, 3, 4].map((version) =>
          shared.transaction(async (tx) => {
            runs.push(version);
            await tx.run(insert, { version });
            if (version % 2 === 0) await sleep(260);
          }, WRITE),
        ),
      );
      expect(committed).to.deep.equal([2, 4]);
      expect(runs, 'in their order, each once').to.deep.equal([1, 2, 3, 4]);
      expect(await present()).to.deep.equal([1, 2, 3, 4]);
    });

    it('does not rerun a transaction that fails alone, and discards the first run of one that failed with others', async () => {
      const runs: number[] = [];
      const failing = (version: number): Promise<unknown> =>
        database
          .transaction(async (tx) => {
            runs.push(version);
            await tx.run(insert, { version });
            throw new Error('bug');
          }, WRITE)
          .catch(() => undefined);
      await failing(1);
      expect(runs).to.deep.equal([1]);
      await Promise.all([add(2), failing(3), add(4)]);
      expect(runs).to.deep.equal([1, 3, 3]);
      expect(await present()).to.deep.equal([2, 4]);
    });

    it('answers reads before writes wait for the disk', async () => {
      const answered: string[] = [];
      const answeredAtCommit: string[][] = [];
      const watching = sqliteDatabase(watched(connection, 'commit', () => answeredAtCommit.push([...answered])));
      await Promise.all([
        watching.transaction((tx) => tx.run(insert, { version: 1 }), WRITE).then(() => answered.push('write')),
        watching.transaction(listed, READ).then((rows) => answered.push(`read ${rows.length} rows`)),
      ]);
      expect(answeredAtCommit).to.deep.equal([[], ['read 0 rows']]);
    });

    it('fails only the transaction of a failing statement', async () => {
      const outcomes = await Promise.allSettled([add(1), add(1), add(2)]);
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
      expect(await present()).to.deep.equal([1, 2]);
    });

    it('fails every transaction that shared a failed commit, even aborted ones', async () => {
      let full = true;
      const broken = watched(connection, 'commit', () => {
        if (full) throw new Error('disk full');
      });
      const shared = sqliteDatabase(broken);
      const outcomes = await Promise.allSettled([
        shared.transaction((tx) => tx.run(insert, { version: 1 }), WRITE),
        shared.transaction(() => Promise.reject(new Abort('code_already_spent')), WRITE),
        shared.transaction(listed, READ),
      ]);
      expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).to.deep.equal(
        Array.from({ length: 3 }, () => 'Error: disk full'),
      );
      full = false;
      expect(await shared.transaction(listed, READ)).to.deep.equal([]);
    });

    it('runs one transaction at a time, even while its work waits for something else', async () => {
      const order: string[] = [];
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const slow = database.transaction(async (tx) => {
        order.push('slow begins');
        await tx.run(insert, { version: 1 });
        await held;
        order.push('slow ends');
      }, WRITE);
      while (order.length === 0) await turn();
      const quick = database.transaction(async (tx) => {
        order.push('quick');
        return listed(tx);
      }, READ);
      // More turns of the event loop than work that does not wait would need.
      for (let turns = 0; turns < 100; turns++) await turn();
      expect(order).to.deep.equal(['slow begins']);
      goOn();
      expect(await quick).to.deep.equal([1]);
      await slow;
      expect(order).to.deep.equal(['slow begins', 'slow ends', 'quick']);
    });

    it('waits for another writing process without blocking the event loop', async () => {
      const other = open(path);
      other.exec('begin immediate');
      const added = add(1);
      // The timer that releases the lock can fire only if the event loop is not blocked.
      setTimeout(() => other.exec('commit'), 50);
      await added;
      expect(await present()).to.deep.equal([1]);
      other.close();
    });

    it('throws Unavailable if the disk is full, keeps nothing, and goes on once there is room (HC-88)', async () => {
      const pages = (name: string): number =>
        Number(Object.values(connection.prepare(`pragma ${name}`).get() as object)[0]);
      const most = pages('max_page_count');
      connection.exec(`pragma max_page_count = ${pages('page_count')}`);
      const large = (version: number): Promise<unknown> =>
        database
          .transaction(async (tx) => {
            await tx.run(insert, { version });
            await tx.execute('create table filler as select zeroblob(100000) as bytes');
          }, WRITE)
          .catch((error: unknown) => error);
      for (const error of [...(await Promise.all([large(1), large(2)])), await large(3)]) {
        expect(error).to.include({ name: 'Unavailable' });
        expect(String(error)).to.contain('disk is full');
      }
      expect(await present()).to.deep.equal([]);
      connection.exec(`pragma max_page_count = ${most}`);
      await add(4);
      expect(await present()).to.deep.equal([4]);
    });

    it('throws Unavailable if the file only reads, and still reads (HC-88)', async () => {
      await add(1);
      connection.exec('pragma query_only = on');
      expect(await add(2).catch((error: unknown) => error)).to.include({ name: 'Unavailable' });
      expect(await present()).to.deep.equal([1]);
      connection.exec('pragma query_only = off');
      await add(3);
      expect(await present()).to.deep.equal([1, 3]);
    });

    it('throws Unavailable if another process keeps the lock', async () => {
      const other = open(path);
      other.exec('begin immediate');
      const impatient = sqliteDatabase(connection, { lockTimeoutMs: 20 });
      const refused = await impatient
        .transaction((tx) => tx.run(insert, { version: 1 }), WRITE)
        .catch((error: unknown) => error);
      expect(refused).to.include({ name: 'Unavailable' });
      expect(await impatient.transaction(listed, READ)).to.deep.equal([]);
      other.close();
    });
  });
}

it('sqliteDatabase names the drivers it takes if the connection is of another one', () => {
  const old = { prepare: () => ({ get: () => undefined }), exec: () => undefined };
  expect(() => sqliteDatabase(old as unknown as SqliteConnection)).to.throw(TypeError, /node:sqlite of Node.js 22.16/);
});

async function listed(tx: SqlTransaction): Promise<number[]> {
  return (await tx.all(versions, {})).map(({ version }) => version);
}

/** The connection, which calls `before` before each such statement. */
function watched(connection: TestConnection, sql: string, before: () => void): TestConnection {
  return new Proxy(connection, {
    get(target, name) {
      if (name !== 'exec') return (sql: string) => target.prepare(sql);
      return (text: string) => {
        if (text === sql) before();
        return target.exec(text);
      };
    },
  });
}
