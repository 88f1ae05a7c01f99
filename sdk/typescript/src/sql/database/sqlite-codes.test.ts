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

  it('are the same for a number, for the name of libsql for a code that it does not know, and for a name', () => {
    for (const [errcode, name] of [
      [5, 'SQLITE_BUSY'],
      [8, 'SQLITE_READONLY'],
      [10, 'SQLITE_IOERR'],
      [13, 'SQLITE_FULL'],
      [14, 'SQLITE_CANTOPEN'],
      [18, 'SQLITE_TOOBIG'],
      [19, 'SQLITE_CONSTRAINT'],
      [20, 'SQLITE_MISMATCH'],
      [275, 'SQLITE_CONSTRAINT_CHECK'],
      [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
      [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
      [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
      [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
      [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
      [2579, 'SQLITE_CONSTRAINT_ROWID'],
      [3091, 'SQLITE_CONSTRAINT_DATATYPE'],
    ] as const) {
      for (const fields of [
        { code: 'ERR_SQLITE_ERROR', errcode },
        { code: `UNKNOWN_SQLITE_ERROR_${errcode}` },
        { code: name },
      ]) {
        expect(sqliteCodeOf(Object.assign(new Error('failed'), fields)), JSON.stringify(fields)).to.equal(name);
      }
    }
  });

  it('come from the text of an error without a number', () => {
    const failed = (message: string) => Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' });
    for (const [text, code] of [
      ['database is locked', 'SQLITE_BUSY'],
      ['attempt to write a readonly database', 'SQLITE_READONLY'],
      ['disk I/O error', 'SQLITE_IOERR'],
      ['database or disk is full', 'SQLITE_FULL'],
      ['unable to open database file', 'SQLITE_CANTOPEN'],
      ['another text', undefined],
    ] as const) {
      expect(sqliteCodeOf(failed(text)), text).to.equal(code);
    }
  });

  it('are absent from the errors of PostgreSQL and of the application', () => {
    expect(sqliteCodeOf(Object.assign(new Error('failed'), { code: '23505' }))).to.equal(undefined);
    expect(sqliteCodeOf(new Error('failed'))).to.equal(undefined);
    for (const code of ['AN_UNKNOWN_SQLITE_ERROR_5', 'UNKNOWN_SQLITE_ERROR_5_OR_6', 'NOT_SQLITE_BUSY']) {
      expect(sqliteCodeOf(Object.assign(new Error('failed'), { code })), code).to.equal(undefined);
    }
    expect(sqliteCodeOf('SQLITE_BUSY')).to.equal(undefined);
  });
});
