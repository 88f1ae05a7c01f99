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

  it('prepares a text once, and every use has its own parameters', async () => {
    preparations = [];
    expect(await note(1)).to.deep.equal({ text: 'Note 1' });
    expect(await note(3)).to.deep.equal({ text: 'Note 3' });
    expect(await note(4)).to.equal(undefined);
    expect(preparations).to.have.length(1);
  });

  it('tells of writes what the driver tells, each time', async () => {
    const remove = (id: number) => db.deleteFrom('notes').where('id', '=', id).executeTakeFirst();
    expect(await remove(1)).to.deep.equal({ numDeletedRows: 1n });
    expect(await remove(1)).to.deep.equal({ numDeletedRows: 0n });
  });

  it('transactions begin, commit and roll back', async () => {
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

  it('a statement that failed is as good as new', async () => {
    const add = (id: number) => db.insertInto('notes').values({ id, text: 'New' }).execute();
    expect(await add(1).then(() => 'added', String)).to.match(/UNIQUE/);
    await add(9);
    expect(await note(9)).to.deep.equal({ text: 'New' });
  });

  it('after a change of the schema every column is there', async () => {
    const all = () => db.selectFrom('notes').selectAll().where('id', '=', 1).executeTakeFirst();
    expect(await all()).to.deep.equal({ id: 1, text: 'Note 1' });
    await db.schema.alterTable('notes').addColumn('starred', 'integer').execute();
    expect(await all()).to.deep.equal({ id: 1, text: 'Note 1', starred: null });
  });

  it('rows that are streamed are not disturbed by the same query beside them', async () => {
    const seen: number[] = [];
    const query = db.selectFrom('notes').select('id').orderBy('id');
    for await (const { id } of query.stream()) {
      // Kysely has one connection for SQLite, which the stream keeps; the statements are what is shared.
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

  it('closes the database', async () => {
    await db.selectFrom('notes').select('id').execute();
    await db.destroy();
    expect(closed).to.equal(true);
  });
});
