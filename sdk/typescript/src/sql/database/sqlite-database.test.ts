import { expect } from 'chai';
import Database from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Abort } from '../../ports/errors.js';
import { migrate } from '../migrations/migrate.js';
import type { SqlDatabase, SqlTransaction } from './sql-database.js';
import { sqliteDatabase } from './sqlite-database.js';
import { Statement } from './statement.js';

const insert = new Statement<{ version: number }, unknown>((db, { version }) =>
  db.insertInto('gatehouse_migrations').values({ version, name: 'test', applied_at: 0 }),
);
const versions = new Statement<object, { version: number }>((db) =>
  db.selectFrom('gatehouse_migrations').select('version').where('name', '=', 'test').orderBy('version'),
);

const WRITE = { readOnly: false };
const READ = { readOnly: true };

describe('SQLite as the backend uses it', () => {
  let directory: string;
  let path: string;
  let connection: Database.Database;
  let database: SqlDatabase;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
    path = join(directory, 'host.db');
    connection = new Database(path);
    database = sqliteDatabase(connection);
    await migrate(database);
    // A table with room for the rows of these tests.
    connection.exec('delete from gatehouse_migrations');
  });
  afterEach(() => {
    connection.close();
    rmSync(directory, { recursive: true });
  });

  const add = (version: number): Promise<number> => database.transaction((tx) => tx.run(insert, { version }), WRITE);
  const present = (): Promise<number[]> => database.transaction(listed, READ);

  it('is in WAL mode, durable to the last commit unless told otherwise, and never waits inside SQLite', () => {
    const pragma = (name: string): unknown => Object.values(connection.prepare(`pragma ${name}`).get() as object)[0];
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('busy_timeout')]).to.deep.equal(['wal', 2, 0]);
    sqliteDatabase(connection, { synchronous: 'normal' });
    expect(pragma('synchronous')).to.equal(1);
  });

  it('prepares a statement once, however often and in however many transactions it runs', async () => {
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

  it('transactions of one tick share a commit, and none is answered before it', async () => {
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

  it('a transaction that fails takes nothing of the others with it, whether it throws or aborts', async () => {
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

  it('a transaction that fails alone is not run again, and one that failed with others keeps nothing of its first run', async () => {
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

  it('who only reads is answered before those who write wait for the disk', async () => {
    const answered: string[] = [];
    const answeredAtCommit: string[][] = [];
    const watching = sqliteDatabase(watched(connection, 'commit', () => answeredAtCommit.push([...answered])));
    await Promise.all([
      watching.transaction((tx) => tx.run(insert, { version: 1 }), WRITE).then(() => answered.push('write')),
      watching.transaction(listed, READ).then((rows) => answered.push(`read ${rows.length} rows`)),
    ]);
    expect(answeredAtCommit).to.deep.equal([[], ['read 0 rows']]);
  });

  it('a failing statement fails its transaction alone', async () => {
    const outcomes = await Promise.allSettled([add(1), add(1), add(2)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(await present()).to.deep.equal([1, 2]);
  });

  it('a commit that fails fails every transaction that shared it, the refused ones too', async () => {
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

  it('one transaction at a time: work that waits for something else keeps the others out', async () => {
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
    // As many turns of the event loop as anything that did not wait would need.
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(order).to.deep.equal(['slow begins']);
    goOn();
    expect(await quick).to.deep.equal([1]);
    await slow;
    expect(order).to.deep.equal(['slow begins', 'slow ends', 'quick']);
  });

  it('waits for another process that writes, without stopping the event loop', async () => {
    const other = new Database(path);
    other.exec('begin immediate');
    const added = add(1);
    // A timer can only fire, and release the lock, if the event loop turns.
    setTimeout(() => other.exec('commit'), 50);
    await added;
    expect(await present()).to.deep.equal([1]);
    other.close();
  });

  it('is unavailable when another process keeps the lock', async () => {
    const other = new Database(path);
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

async function listed(tx: SqlTransaction): Promise<number[]> {
  return (await tx.all(versions, {})).map(({ version }) => version);
}

/** The connection, calling `before` ahead of each such statement. */
function watched(connection: Database.Database, sql: string, before: () => void): Database.Database {
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
