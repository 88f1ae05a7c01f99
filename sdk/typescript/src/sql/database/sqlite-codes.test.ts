import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import Database from 'libsql';
import { sqliteCodeOf } from './sqlite-codes.js';

const TABLES = `
  create table parents (id integer primary key);
  create table children (
    name text primary key, tag text unique, size integer not null check (size < 10), parent integer references parents
  );
  create table typed (size integer not null) strict;
  create trigger refusing before delete on parents begin select raise(abort, 'kept'); end;
  insert into parents values (1);
  insert into children values ('a', 't', 1, 1);
`;

/** What SQLite names each failure (https://www.sqlite.org/rescode.html). */
const FAILURES: readonly [statement: string, code: string][] = [
  ["insert into children values ('a', 'u', 1, 1)", 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  ["insert into children values ('b', 't', 1, 1)", 'SQLITE_CONSTRAINT_UNIQUE'],
  ["insert into children values ('b', 'u', null, 1)", 'SQLITE_CONSTRAINT_NOTNULL'],
  ["insert into children values ('b', 'u', 10, 1)", 'SQLITE_CONSTRAINT_CHECK'],
  ["insert into children values ('b', 'u', 1, 2)", 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  ["insert into typed values ('large')", 'SQLITE_CONSTRAINT_DATATYPE'],
  ['delete from parents', 'SQLITE_CONSTRAINT_TRIGGER'],
  ["insert into parents (rowid, id) values (null, 'no number')", 'SQLITE_MISMATCH'],
  ['select zeroblob(2000000000)', 'SQLITE_TOOBIG'],
];

describe("SQLite's names of errors", () => {
  for (const [driver, open] of [
    ['libsql', () => new Database(':memory:')],
    ['the interface of node:sqlite', () => new DatabaseSync(':memory:')],
  ] as const) {
    describe(`through ${driver}`, () => {
      for (const [statement, code] of FAILURES) {
        it(`has ${code} for ${statement}`, () => {
          const connection = open();
          connection.exec('pragma foreign_keys = on');
          connection.exec(TABLES);
          let failure: unknown;
          try {
            connection.prepare(statement).run();
          } catch (error) {
            failure = error;
          }
          connection.close();
          expect(failure).to.be.instanceOf(Error);
          expect(sqliteCodeOf(failure)).to.equal(code);
        });
      }
    });
  }

  it('are those of the primary code for an extended code that nothing distinguishes', () => {
    const failed = (errcode: number) => Object.assign(new Error('failed'), { code: 'ERR_SQLITE_ERROR', errcode });
    expect(sqliteCodeOf(failed(778))).to.equal('SQLITE_IOERR');
    expect(sqliteCodeOf(failed(261))).to.equal('SQLITE_BUSY');
    expect(sqliteCodeOf(failed(1))).to.equal('SQLITE_ERROR_1');
  });

  it('come from the text of an error without a number', () => {
    const failed = (message: string) => Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' });
    expect(sqliteCodeOf(failed('database or disk is full'))).to.equal('SQLITE_FULL');
    expect(sqliteCodeOf(failed('another text'))).to.equal(undefined);
  });

  it('are absent from the errors of PostgreSQL and of the application', () => {
    expect(sqliteCodeOf(Object.assign(new Error('failed'), { code: '23505' }))).to.equal(undefined);
    expect(sqliteCodeOf(new Error('failed'))).to.equal(undefined);
    expect(sqliteCodeOf('SQLITE_BUSY')).to.equal(undefined);
  });
});
