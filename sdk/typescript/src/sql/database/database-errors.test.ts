import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Abort } from '../../ports/errors.js';
import {
  classify,
  isDatabases,
  isReadOnly,
  isStaleStatement,
  isTransient,
  meaningOnSqlite,
  rememberAsDatabases,
} from './database-errors.js';

describe('distinguishing database errors from application errors', () => {
  it('recognizes exactly the remembered error objects', () => {
    const [theirs, alike] = [new Error('ECONNREFUSED'), new Error('ECONNREFUSED')];
    rememberAsDatabases(theirs);
    expect([isDatabases(theirs), isDatabases(alike)]).to.deep.equal([true, false]);
  });

  for (const thrown of [null, undefined, 'a text', 7]) {
    it(`does not recognize ${String(thrown)}, which a driver may also throw`, () => {
      rememberAsDatabases(thrown);
      expect(isDatabases(thrown)).to.equal(false);
    });
  }
});

function pgError(code: string): Error {
  return Object.assign(new Error('from the server'), { code });
}

describe('classifying PostgreSQL errors', () => {
  for (const code of ['40001', '40P01']) {
    it(`${code} (lost a conflict): is retried, and Unavailable at the deadline`, () => {
      const { retry, meaning } = classify(pgError(code));
      expect(retry).to.equal(true);
      expect(meaning).to.include({ name: 'Unavailable' });
      expect(meaning).to.have.nested.property('cause.code', code);
    });
  }

  for (const code of [
    '08006',
    '28P01',
    '28000',
    '3D000',
    '25006',
    '25P03',
    '25P04',
    '53300',
    '55P03',
    '57P01',
    'ECONNREFUSED',
    'ECONNRESET',
  ]) {
    it(`${code} (server unavailable): is Unavailable and never retried, because it may have committed`, () => {
      const { retry, meaning } = classify(pgError(code));
      expect(retry).to.equal(false);
      expect(meaning).to.include({ name: 'Unavailable' });
      expect(meaning).to.have.nested.property('cause.code', code);
    });
  }

  it('a connection that did not come about, whatever the reason: is Unavailable (AD-191)', async () => {
    const noSocket = await failureOf(connect(join(tmpdir(), 'gatehouse-no-such-socket')));
    const noAddress = await failureOf(connect(5432, 'no-such-host.invalid'));
    expect([noSocket, noAddress]).to.have.nested.property('[0].code', 'ENOENT');
    // Of a name with several addresses: its code is that of the first one.
    for (const error of [noSocket, noAddress, new AggregateError([noSocket, noAddress])]) {
      expect(classify(error)).to.have.property('retry', false);
      expect(classify(error).meaning).to.include({ name: 'Unavailable', cause: error });
    }
    const ofAHook = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
    for (const error of [ofAHook, new AggregateError([noSocket, ofAHook])]) {
      expect(classify(error).meaning).to.equal(error);
    }
  });

  for (const [severity, name] of [
    ['ERROR', 'Error'],
    ['FATAL', 'Unavailable'],
  ]) {
    it(`08P01 with severity ${severity}: ${name} (appendix A: protocol_violation; PgBouncer's FATAL is an outage)`, () => {
      const error = Object.assign(pgError('08P01'), { severity });
      expect(classify(error)).to.have.property('retry', false);
      expect(classify(error).meaning).to.include({ name });
    });
  }

  it('a connection that ended during a query: is Unavailable', () => {
    expect(classify(new Error('Connection terminated unexpectedly')).meaning).to.include({ name: 'Unavailable' });
  });

  it('57014 (canceled by the statement timeout, which is the deadline): is DeadlineExceeded', () => {
    const { retry, meaning } = classify(pgError('57014'));
    expect(retry).to.equal(false);
    expect(meaning).to.include({ name: 'DeadlineExceeded' });
  });

  for (const error of [
    pgError('23505'),
    // ambiguous_parameter
    pgError('42P08'),
    new Abort('lineage_revoked'),
    new Error('bug'),
    new Error('a hook: Connection terminated'),
    { code: '40001' },
    { code: '57014' },
    'text',
    null,
    undefined,
  ]) {
    it(`${error instanceof Error ? String(error) : JSON.stringify(error)} is returned unchanged`, () => {
      expect(classify(error)).to.deep.equal({ retry: false, meaning: error });
    });
  }
});

describe('classifying errors of SQLite', () => {
  for (const code of ['SQLITE_FULL', 'SQLITE_READONLY_DBMOVED', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN']) {
    it(`${code} (the file cannot be used): is Unavailable`, () => {
      const error = pgError(code);
      for (const meaning of [meaningOnSqlite(error), classify(error).meaning]) {
        expect(meaning).to.include({ name: 'Unavailable', message: 'SQLite cannot use its file: from the server' });
        expect(meaning).to.have.property('cause', error);
      }
    });
  }

  for (const error of [
    pgError('SQLITE_CONSTRAINT'),
    pgError('NO_SQLITE_FULL'),
    { code: 'SQLITE_FULL' },
    new Error('SQLITE_FULL'),
    undefined,
  ]) {
    it(`${error instanceof Error ? String(error) : JSON.stringify(error)} is returned unchanged`, () => {
      expect(meaningOnSqlite(error)).to.equal(error);
    });
  }
});

describe('an error of the database that needs another reaction', () => {
  const theirs = (fields: object): Error => {
    const error = Object.assign(new Error('from the server'), fields);
    rememberAsDatabases(error);
    return error;
  };

  it('is one because the database only reads', () => {
    for (const code of ['25006', 'SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED']) {
      expect(isReadOnly(theirs({ code })), code).to.equal(true);
      expect(isReadOnly(pgError(code)), `${code} of the application`).to.equal(false);
    }
    for (const fields of [{ code: '25P03' }, { code: 'SQLITE_FULL' }, {}]) {
      expect(isReadOnly(theirs(fields)), JSON.stringify(fields)).to.equal(false);
    }
  });

  it('is one about a prepared statement', () => {
    for (const fields of [
      { code: '26000' },
      { code: '42P05' },
      { code: '0A000', routine: 'RevalidateCachedQuery' },
    ] as const) {
      expect(isStaleStatement(theirs(fields)), JSON.stringify(fields)).to.equal(true);
      expect(isStaleStatement(Object.assign(new Error(), fields)), 'of the application').to.equal(false);
    }
    for (const fields of [{ code: '0A000' }, { code: '0A000', routine: 'ExecInitFunc' }, {}]) {
      expect(isStaleStatement(theirs(fields)), JSON.stringify(fields)).to.equal(false);
    }
  });
});

describe('an error after which a transaction is worth another try', () => {
  for (const code of ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT']) {
    it(`has the code ${code}`, () => expect(isTransient(pgError(code))).to.equal(true));
  }

  for (const error of [
    pgError('57P01'),
    pgError('SQLITE_FULL'),
    pgError('NOT_SQLITE_BUSY'),
    new Error('SQLITE_BUSY'),
    { code: 'SQLITE_BUSY' },
    undefined,
  ]) {
    it(`is not ${error instanceof Error ? String(error) : JSON.stringify(error)} with the code ${String((error as { code?: string } | undefined)?.code)}`, () => {
      expect(isTransient(error)).to.equal(false);
    });
  }
});

async function failureOf(socket: NodeJS.EventEmitter): Promise<unknown> {
  const [error] = (await once(socket, 'error')) as [unknown];
  return error;
}
