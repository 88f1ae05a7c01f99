import { expect } from 'chai';
import type { SqliteDatabase } from 'kysely';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { preparedStatements } from './prepared-statements.js';

interface Tables {
  notes: { id: number; text: string };
}

describe('preparedStatements', () => {
  let preparations: string[];
  let closed: boolean;
  let db: Kysely<Tables>;

  beforeEach(async () => {
    preparations = [];
    closed = false;
    const file = new Database(':memory:');
    const counting: SqliteDatabase = {
      prepare(text) {
        preparations.push(text);
        return file.prepare(text);
      },
      close() {
        closed = true;
        file.close();
      },
    };
    db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparedStatements(counting) }) });
    await sql`create table notes (id integer primary key, text text not null)`.execute(db);
    await db
      .insertInto('notes')
      .values([1, 2, 3].map((id) => ({ id, text: `Note ${String(id)}` })))
      .execute();
  });
  afterEach(() => db.destroy());

  const note = (id: number) => db.selectFrom('notes').select('text').where('id', '=', id).executeTakeFirst();

  it('prepares a text once, and passes the parameters of each use', async () => {
    preparations = [];
    expect(await note(1)).to.deep.equal({ text: 'Note 1' });
    expect(await note(3)).to.deep.equal({ text: 'Note 3' });
    expect(await note(4)).to.equal(undefined);
    expect(preparations).to.have.length(1);
  });

  it('reads one row of any driver, also of one that does not return lists of values', async () => {
    const file = new Database(':memory:');
    file.exec(
      "create table notes (id integer primary key, text text not null); insert into notes values (1, 'Note 1')",
    );
    for (const missing of ['get', 'raw', 'columns']) {
      const other: SqliteDatabase = {
        prepare: (text) => {
          const statement = file.prepare(text);
          return Object.assign(statement, { [missing]: undefined });
        },
        close: () => undefined,
      };
      const reading = new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparedStatements(other) }) });
      const query = reading.selectFrom('notes').select('text').limit(sql.lit(1));
      expect(await query.execute(), missing).to.deep.equal([{ text: 'Note 1' }]);
    }
  });

  it("returns the driver's result of each write", async () => {
    const remove = (id: number) => db.deleteFrom('notes').where('id', '=', id).executeTakeFirst();
    expect(await remove(1)).to.deep.equal({ numDeletedRows: 1n });
    expect(await remove(1)).to.deep.equal({ numDeletedRows: 0n });
  });

  it('begins, commits and rolls back transactions', async () => {
    for (const attempt of [1, 2]) {
      const failing = db.transaction().execute(async (trx) => {
        await trx.deleteFrom('notes').execute();
        throw new Error(`attempt ${String(attempt)}`);
      });
      expect(await failing.catch((error: unknown) => String(error))).to.equal(`Error: attempt ${String(attempt)}`);
    }
    await db.transaction().execute((trx) => trx.deleteFrom('notes').where('id', '=', 1).execute());
    expect((await db.selectFrom('notes').select('id').execute()).map(({ id }) => id)).to.deep.equal([2, 3]);
  });

  it('reuses a statement after it failed', async () => {
    const add = (id: number) => db.insertInto('notes').values({ id, text: 'New' }).execute();
    expect(await add(1).then(() => 'added', String)).to.match(/UNIQUE/);
    await add(9);
    expect(await note(9)).to.deep.equal({ text: 'New' });
  });

  it('returns all columns after a schema change', async () => {
    const all = () => db.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirst();
    expect(await all()).to.deep.equal({ id: 1, text: 'Note 1' });
    await db.schema.alterTable('notes').addColumn('starred', 'integer').execute();
    expect(await all()).to.deep.equal({ id: 1, text: 'Note 1', starred: null });
  });

  it('keeps streamed rows intact while the same query runs', async () => {
    const seen: number[] = [];
    const query = db.selectFrom('notes').select('id').orderBy('id');
    for await (const { id } of query.stream()) {
      // Kysely has one connection for SQLite, which the stream holds; only the statements are shared.
      seen.push(id);
    }
    expect(seen).to.deep.equal([1, 2, 3]);
    expect(await query.execute()).to.have.length(3);
  });

  it('keeps a bounded number of statements', async () => {
    const constant = (value: number) => sql`select ${sql.lit(value)}`.execute(db);
    for (let value = 0; value < 600; value++) await constant(value);
    preparations = [];
    await constant(599);
    await constant(0);
    expect(preparations).to.deep.equal(['select 0']);
  });

  it('keeps 500 statements, and those that were used last', async () => {
    const constant = (value: number) => sql`select ${sql.lit(value)}`.execute(db);
    await sql`pragma user_version`.execute(db);
    for (let value = 0; value < 500; value++) await constant(value);
    preparations = [];
    await constant(0);
    expect(preparations).to.deep.equal([]);
    await constant(500);
    await constant(0);
    await constant(1);
    expect(preparations).to.deep.equal(['select 500', 'select 1']);
  });

  for (const statement of ['create table more (id integer)', ' \n DROP table if exists more', 'pragma user_version']) {
    it(`prepares everything anew after ${JSON.stringify(statement)}, which is not kept`, async () => {
      await note(1);
      preparations = [];
      await sql.raw(statement).execute(db);
      await note(1);
      await sql`drop table if exists more`.execute(db);
      await sql`drop table if exists more`.execute(db);
      expect(preparations.map((text) => text.trim().split(' ', 1)[0]?.toLowerCase())).to.deep.equal([
        statement.trim().split(' ', 1)[0]?.toLowerCase(),
        'select',
        'drop',
        'drop',
      ]);
    });
  }

  it('keeps its statements when a query only mentions a change', async () => {
    for (const text of ["select 'drop table'", 'select 1 as created', "select 'x' as pragma"]) {
      await note(1);
      await sql.raw(text).execute(db);
      preparations = [];
      await note(1);
      expect(preparations, text).to.deep.equal([]);
    }
  });

  it('reads a query of one row as the driver would return it, each time anew (AD-440)', async () => {
    await sql`create table kinds (id integer primary key, value)`.execute(db);
    await sql`insert into kinds values (1, 'a text'), (2, 7), (3, 1.5), (4, null), (5, x'00ff')`.execute(db);
    const columns = sql`id, value, typeof(value) as kind, id as value_of`;
    const one = async (id: number) =>
      (await sql`select ${columns} from kinds where id = ${id} limit 1`.execute(db)).rows;
    // libsql's own rows have an ArrayBuffer, which its types do not declare.
    const all = async (id: number) =>
      (await sql<{ value: unknown }>`select ${columns} from kinds where id = ${id}`.execute(db)).rows.map((row) => ({
        ...row,
        value: row.value instanceof ArrayBuffer ? Buffer.from(row.value) : row.value,
      }));
    for (const id of [1, 9, 2, 3, 4, 9, 5, 1]) {
      const rows = await one(id);
      expect(rows).to.deep.equal(await all(id));
      expect(rows).to.have.length(id === 9 ? 0 : 1);
    }
  });

  it('reads all rows of a query that only ends like one of one row (AD-440)', async () => {
    for (const text of ['select id from notes -- limit 1', 'select id from notes /* limit 1']) {
      expect((await sql.raw(text).execute(db)).rows, text).to.have.length(3);
    }
  });

  it('closes the database', async () => {
    await db.selectFrom('notes').select('id').execute();
    await db.destroy();
    expect(closed).to.equal(true);
  });
});
