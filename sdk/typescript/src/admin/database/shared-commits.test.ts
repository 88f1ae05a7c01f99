import { expect } from 'chai';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { adminDatabase } from '../admin-options.js';
import type { AnyTables } from '../model/model.js';
import { preparedStatements } from './prepared-statements.js';
import type { AdminDatabase } from './transactions.js';
import { inLongTransaction, inTransaction } from './transactions.js';

interface Tables {
  notes: { id: number; text: string };
  replies: { note: number };
}

describe('writes of administrators on SQLite (AD-340)', () => {
  let file: Database.Database;
  let db: Kysely<Tables>;
  let database: AdminDatabase<AnyTables>;
  /** Statements that begin or end a transaction, and what happened between them. */
  let log: string[];

  beforeEach(() => {
    file = new Database(':memory:');
    file.exec('pragma foreign_keys = on');
    file.exec('create table notes (id integer primary key, text text not null)');
    file.exec('create table replies (note integer not null references notes (id) deferrable initially deferred)');
    log = [];
    const prepared = preparedStatements({
      prepare: (text) => file.prepare(text),
      close: () => file.close(),
    });
    db = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: prepared }),
      log: ({ query }) => {
        if (/^(?:begin|commit|rollback)$/.test(query.sql)) log.push(query.sql);
      },
    });
    database = adminDatabase(db, 'sqlite');
  });
  afterEach(() => db.destroy());

  it('reports why the commit failed, not the rollback of what the database has rolled back itself (AD-481, HC-88)', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    // On a full disk, SQLite rolls back and fails the commit.
    const commit = { reader: false, all: () => [], run: () => fail(file, full), iterate: () => [].values() };
    const unwritable = new Kysely<AnyTables>({
      dialect: new SqliteDialect({
        database: { prepare: (text) => (text === 'commit' ? commit : file.prepare(text)), close: () => undefined },
      }),
    });
    const attempt = inTransaction(adminDatabase(unwritable, 'sqlite'), LIMITS, (trx) =>
      trx.insertInto('notes').values({ id: 1, text: 'Note' }).execute(),
    );
    const failure = await attempt.catch((error: unknown) => error);
    expect(failure).to.include({ name: 'Unavailable', cause: full });
    expect(file.prepare('select * from notes').all()).to.deep.equal([]);
  });

  it('adds nothing to the log of the application about a statement that failed (HC-97)', async () => {
    const errors: string[] = [];
    const logged = new Kysely<AnyTables>({
      dialect: new SqliteDialect({ database: { prepare: (text) => file.prepare(text), close: () => undefined } }),
      log: ({ level, query }) => {
        if (level === 'error') errors.push(query.sql);
      },
    });
    await inTransaction(adminDatabase(logged, 'sqlite'), LIMITS, async (trx) => {
      for (const text of ['first', 'second']) {
        await trx
          .insertInto('notes')
          .values({ id: 1, text })
          .execute()
          .catch(() => undefined);
      }
    });
    expect(errors).to.have.length(1);
    expect(file.prepare('select text from notes').all()).to.deep.equal([{ text: 'first' }]);
  });

  /** Writes a note and then fails if there is an `error`; notes in `log` when it ran, and when it was answered. */
  async function write(id: number, error?: Error): Promise<string> {
    const answer = await inTransaction(database, LIMITS, async (trx) => {
      log.push(`run ${String(id)}`);
      const { length } = await trx.selectFrom('notes').selectAll().execute();
      await trx.insertInto('notes').values({ id, text: 'Note' }).execute();
      if (error !== undefined) throw error;
      return `beside ${String(length)}`;
    }).catch((thrown: unknown) => (thrown as Error).message);
    log.push(`answer ${String(id)}: ${answer}`);
    return answer;
  }

  function reply(note: number): Promise<string> {
    return inTransaction(database, LIMITS, async (trx) => {
      await trx.insertInto('replies').values({ note }).execute();
      return 'replied';
    }).catch((thrown: unknown) => (thrown as Error).message);
  }

  function stored(): number[] {
    return (file.prepare('select id from notes order by id').all([]) as { id: number }[]).map(({ id }) => id);
  }

  it('share one commit, run in their order, and are answered after it', async () => {
    await Promise.all([write(1), write(2), write(3)]);
    expect(log).to.deep.equal([
      ...['begin', 'run 1', 'run 2', 'run 3', 'commit'],
      ...['answer 1: beside 0', 'answer 2: beside 1', 'answer 3: beside 2'],
    ]);
  });

  it('undo only the work of the one that fails, which is answered after the commit too', async () => {
    await Promise.all([write(1), write(2, new Error('no')), write(3)]);
    expect(log.slice(-4)).to.deep.equal(['commit', 'answer 1: beside 0', 'answer 2: no', 'answer 3: beside 1']);
    expect(stored()).to.deep.equal([1, 3]);
  });

  it('are not committed for a caller that gave up while those behind it ran, and the others still are (AD-436)', async () => {
    const first = { ...LIMITS, isCancelled: false };
    const given = inTransaction(database, first, async (trx) => {
      log.push('run 1');
      await trx.insertInto('notes').values({ id: 1, text: 'Note' }).execute();
    }).then(
      () => 'written',
      (error: unknown) => (error as Error).constructor.name,
    );
    const behind = inTransaction(database, LIMITS, async (trx) => {
      log.push('run 2');
      first.isCancelled = true;
      await trx.insertInto('notes').values({ id: 2, text: 'Note' }).execute();
      return 'written';
    });
    expect(await Promise.all([given, behind])).to.deep.equal(['DeadlineExceeded', 'written']);
    expect(stored()).to.deep.equal([2]);
    expect(log.filter((one) => one === 'run 1')).to.have.lengthOf(1);
  });

  it('do not wait for the commit of long work (AD-436)', async () => {
    const long = inLongTransaction(database, LIMITS, async (trx) => {
      log.push('run long');
      await trx.insertInto('notes').values({ id: 9, text: 'Note' }).execute();
    });
    await Promise.all([write(1), long, write(2)]);
    const at = log.indexOf('run long');
    expect(log.slice(at - 1, at + 2)).to.deep.equal(['begin', 'run long', 'commit']);
    expect(stored()).to.deep.equal([1, 2, 9]);
  });

  it('run again alone if the common commit fails, so that only the culprit fails', async () => {
    const answers = await Promise.all([write(1), reply(99), write(3), reply(1)]);
    expect(answers).to.deep.equal(['beside 0', 'FOREIGN KEY constraint failed', 'beside 1', 'replied']);
    expect(stored()).to.deep.equal([1, 3]);
  });

  it('run again alone if one of them makes SQLite roll back everything', async () => {
    file.exec(`create trigger full before insert on notes when new.id = 2 begin select raise(rollback, 'full'); end`);
    const answers = await Promise.all([write(1), write(2), write(3)]);
    expect(answers).to.deep.equal(['beside 0', 'full', 'beside 1']);
    expect(stored()).to.deep.equal([1, 3]);
  });

  it('refuse one whose caller has left before its turn, and keep the others', async () => {
    const left = { ...LIMITS, deadline: new Date(0) };
    const late = inTransaction(database, left, () => Promise.resolve('ran')).catch((error: unknown) => error);
    await Promise.all([write(1), write(2)]);
    expect(await late).to.have.property('name', 'DeadlineExceeded');
    expect(stored()).to.deep.equal([1, 2]);
  });

  it('share commits again after a group that failed', async () => {
    await Promise.all([reply(98), reply(99)]);
    log = [];
    await Promise.all([write(1), write(2)]);
    expect(log.filter((entry) => entry === 'commit')).to.have.length(1);
  });
});

/** The deadline is far away: the files of a run are loaded long before the last of them runs. */
const LIMITS = { deadline: new Date(Date.now() + 24 * 3_600_000), signal: new AbortController().signal };

function fail(file: Database.Database, error: Error): never {
  file.exec('rollback');
  throw error;
}
