import { expect } from 'chai';
import { createLedger, requireUtf8 } from './migration.js';

function databaseError(code: string): Error {
  return Object.assign(new Error(`error ${code}`), { code });
}

/** Runs createLedger with a `create` that fails with these errors, then succeeds; returns the number of attempts. */
async function attempts(errors: readonly Error[]): Promise<number> {
  let made = 0;
  await createLedger(async () => {
    const error = errors[made];
    made += 1;
    if (error !== undefined) throw error;
  });
  return made;
}

describe('the ledger of migrations (docs/operations.md)', () => {
  it('is created once without other processes', async () => {
    expect(await attempts([])).to.equal(1);
  });

  for (const code of ['23505', '42P07', '42710']) {
    it(`is created again after ${code}, which another process causes`, async () => {
      expect(await attempts([databaseError(code), databaseError(code)])).to.equal(3);
    });
  }

  it('is given up after ten attempts, with the last error', async () => {
    const errors = Array.from({ length: 10 }, () => databaseError('42P07'));
    expect(await attempts(errors.slice(1))).to.equal(10);
    expect(await attempts(errors).catch((error: unknown) => error)).to.equal(errors[9]);
  });

  for (const error of [databaseError('42501'), new Error('no code')]) {
    it(`fails at once with "${error.message}"`, async () => {
      expect(await attempts([error]).catch((thrown: unknown) => thrown)).to.equal(error);
    });
  }
});

describe('the encoding of a PostgreSQL database (docs/operations.md)', () => {
  it('accepts UTF8, and a server that reports none', () => {
    requireUtf8({ database: 'notes', encoding: 'UTF8' });
    requireUtf8(undefined);
  });

  it('rejects every other encoding, and names it, the database and the remedy', () => {
    expect(() => {
      requireUtf8({ database: 'notes', encoding: 'SQL_ASCII' });
    }).to.throw(/"notes".*SQL_ASCII.*createdb -T template0 -E UTF8/);
  });
});
