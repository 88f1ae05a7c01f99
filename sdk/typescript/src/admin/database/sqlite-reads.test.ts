import { expect } from 'chai';
import { CompiledQuery, Kysely, sql } from 'kysely';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AsyncSqliteConnection } from './sqlite-reads.js';
import { ReadConnection, sqliteReads } from './sqlite-reads.js';

interface Tables {
  notes: { id: number; text: string };
}

const ENDLESS = sql<boolean>`(with recursive endless (n) as (select 1 union all select n + 1 from endless)
  select count(*) from endless) > 0`;

describe('admin: sqlite reads', () => {
  let folder: string;
  let writer: Database.Database;
  let opened: AsyncDatabase[];
  let db: Kysely<Tables>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-reads-'));
    const path = join(folder, 'notes.db');
    writer = new Database(path);
    writer.prepare('pragma journal_mode = wal').get();
    writer.exec('create table notes (id integer primary key, text text not null)');
    writer.exec("insert into notes (text) values ('b'), ('a'), ('c')");
    opened = [];
    const open = (): AsyncDatabase => {
      const connection = new AsyncDatabase(path, {});
      opened.push(connection);
      return connection;
    };
    db = new Kysely<Tables>({ dialect: sqliteReads(open) });
  });
  afterEach(async () => {
    await db.destroy();
    writer.close();
    rmSync(folder, { recursive: true });
  });

  const texts = () => db.selectFrom('notes').select('text').orderBy('text', 'desc').execute();

  it('reads rows in order, with parameters and with a WITH clause in the query', async () => {
    expect(await texts()).to.deep.equal([{ text: 'c' }, { text: 'b' }, { text: 'a' }]);
    const one = db.with('some', (qb) => qb.selectFrom('notes').selectAll().where('id', '=', 2));
    expect(await one.selectFrom('some').select('text').execute()).to.deep.equal([{ text: 'a' }]);
  });

  it('closes a connection that it could not make read-only, and does not use it', async () => {
    const path = join(folder, 'notes.db');
    let failures = 1;
    let closed = 0;
    const reads = new Kysely<Tables>({
      dialect: sqliteReads(() => {
        const connection = new AsyncDatabase(path, {});
        return {
          prepare: (text) => connection.prepare(text) as ReturnType<AsyncSqliteConnection['prepare']>,
          exec: (text) =>
            text.includes('query_only') && failures-- > 0
              ? Promise.reject(new Error('disk I/O error'))
              : (connection.exec(text) as ReturnType<AsyncSqliteConnection['exec']>),
          interrupt: () => connection.interrupt(),
          close: () => {
            closed += 1;
            connection.close();
          },
        };
      }),
    });
    const write = () =>
      sql`insert into notes (text) values ('written')`.execute(reads).then(
        () => 'written',
        (error: unknown) => String(error),
      );
    expect(await write()).to.contain('disk I/O error');
    expect(closed).to.equal(1);
    expect(await write()).to.match(/readonly|query_only|SQLITE_READONLY/i);
    expect(await texts()).to.have.length(3);
    await reads.destroy();
    expect(closed).to.equal(2);
  });

  it('has each query find all of its rows in the first step, but runs other statements as they are', async () => {
    const [prepared, executed]: [string[], string[]] = [[], []];
    const connection = new ReadConnection(
      () =>
        ({
          prepare: (text: string) => {
            prepared.push(text);
            return Promise.resolve({ all: () => Promise.resolve([]) });
          },
          exec: (text: string) => Promise.resolve(void executed.push(text)),
        }) as unknown as AsyncSqliteConnection,
    );
    const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text));
    for (const text of [
      "select 'explain this'",
      'with some as (select 1) select * from some',
      ' values (1)',
      'EXPLAIN query plan select 1',
      'begin',
      "pragma note('select')",
    ])
      await run(text);
    expect(
      prepared.map((text) =>
        text.replace(/^with gatehouse_rows as materialized \((.*)\) select \* from gatehouse_rows$/s, '[$1]'),
      ),
    ).to.deep.equal([
      "[select 'explain this']",
      '[with some as (select 1) select * from some]',
      '[ values (1)]',
      'EXPLAIN query plan select 1',
    ]);
    expect(executed).to.deep.equal(['pragma query_only = on', 'begin', "pragma note('select')"]);
  });

  it('sees one state of the database during a transaction', async () => {
    await db.transaction().execute(async (trx) => {
      const count = () => trx.selectFrom('notes').select('id').execute();
      expect(await count()).to.have.length(3);
      writer.exec("insert into notes (text) values ('d')");
      expect(await count()).to.have.length(3);
    });
    expect(await texts()).to.have.length(4);
  });

  it('opens two connections at the most: the other reads wait for one (MAX_READS)', async () => {
    const count = () => db.transaction().execute((trx) => trx.selectFrom('notes').select('id').execute());
    const found = await Promise.all([count(), count(), count(), count()]);
    expect(found.map(({ length }) => length)).to.deep.equal([3, 3, 3, 3]);
    expect(opened).to.have.length(2);
  });

  it('cannot write', async () => {
    const failure = await db
      .deleteFrom('notes')
      .execute()
      .then(() => 'deleted', String);
    expect(failure).to.contain('readonly');
  });

  it('does not block the event loop or the writer, and can be interrupted after any earlier read', async () => {
    for (let n = 0; n < 20; n++)
      await db
        .selectFrom('notes')
        .select(sql`${sql.lit(n)}`.as('n'))
        .execute();
    const search = db.selectFrom('notes').select('id').where(ENDLESS).execute();
    const failed = search.then(
      () => 'found',
      (error: unknown) => (error as { code?: unknown }).code,
    );
    writer.exec("insert into notes (text) values ('d')");
    // Finalizing a statement waits for the query that its connection is running.
    collectGarbage();
    const endings: unknown[] = [];
    void failed.then((ending) => endings.push(ending));
    while (endings.length === 0) {
      for (const connection of opened) connection.interrupt();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await failed).to.equal('SQLITE_INTERRUPT');
    expect(await texts()).to.have.length(4);
  });

  it('replaces a connection that has prepared too many statements', async () => {
    const constant = (n: number) => db.selectFrom('notes').select(sql`${sql.lit(n)}`.as('n'));
    for (let n = 0; n < 450; n++) {
      await db.transaction().execute((trx) => trx.executeQuery(constant(n).compile()));
    }
    expect(opened).to.have.length(3);
    expect(await texts()).to.have.length(3);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
