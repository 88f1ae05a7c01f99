import { expect } from 'chai';
import { Abort } from '../../ports/errors.js';
import { classify, isDatabases, rememberAsDatabases } from './database-errors.js';

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
    });
  }

  for (const code of ['08006', '53300', '57P01', 'ECONNREFUSED', 'ECONNRESET']) {
    it(`${code} (server unavailable): is Unavailable and never retried, because it may have committed`, () => {
      const { retry, meaning } = classify(pgError(code));
      expect(retry).to.equal(false);
      expect(meaning).to.include({ name: 'Unavailable' });
    });
  }

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
    expect(classify(pgError('57014')).meaning).to.include({ name: 'DeadlineExceeded' });
  });

  for (const error of [pgError('23505'), new Abort('lineage_revoked'), new Error('bug'), 'text']) {
    it(`${String(error)} is returned unchanged`, () => {
      expect(classify(error)).to.deep.equal({ retry: false, meaning: error });
    });
  }
});
