import { expect } from 'chai';
import type { SqlTransaction } from '../database/sql-database.js';
import type { Statement } from '../database/statement.js';
import { everywhere, NO_FLOOR, SweepFloors } from '../database/sweep-floors.js';
import { Sweeper } from './sweep.js';

const CODES = 'gatehouse_codes';
const TOKENS = 'gatehouse_refresh_tokens';

/**
 * A transaction over tables of which only the first expiry is known, and what it is asked: which looks a sweep does
 * without does not show in a real database.
 */
function transaction({ found = {}, removed = 0, ...known }: TransactionState) {
  const asked: unknown[] = [];
  const removals: Statement<object, unknown>[] = [];
  const tx = {
    dialect: 'postgres',
    ...known,
    first: (_: unknown, from: object) => {
      asked.push({ look: from });
      return Promise.resolve({ ...NOTHING, ...found });
    },
    run: (statement: Statement<object, unknown>, { from, before, limit }: Removal) => {
      removals.push(statement);
      const table = /delete from "(\w+)"/.exec(statement.for('postgres').sql)?.[1];
      asked.push({ table, from, before, limit });
      return Promise.resolve(removed);
    },
  } as unknown as SqlTransaction;
  return { tx, asked, removals, sweeper: Sweeper.of(tx) };
}

interface TransactionState {
  readonly found?: object;
  readonly removed?: number;
  readonly floors?: SqlTransaction['floors'];
}

interface Removal {
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

const NOTHING = {
  gatehouse_codes: null,
  gatehouse_lineages: null,
  gatehouse_refresh_tokens: null,
  gatehouse_access_tokens: null,
};
const LOOK_AT_ALL = { look: everywhere(NO_FLOOR) };

describe('the sweeps of a transaction (backend.proto: SweepExpired)', () => {
  it('are one sweeper for one transaction', () => {
    const [one, other] = [transaction({}), transaction({})];
    expect(Sweeper.of(one.tx)).to.equal(one.sweeper);
    expect(Sweeper.of(other.tx)).not.to.equal(one.sweeper);
  });

  it('look once for all tables, and remove nothing where no row expires', async () => {
    const { sweeper, asked } = transaction({});
    expect([await sweeper.sweep(CODES, 50, 10), await sweeper.sweep(TOKENS, 60, 10)]).to.deep.equal([0, 0]);
    expect(asked).to.deep.equal([LOOK_AT_ALL]);
  });

  for (const [expiresAt, removals] of [
    [49, 1],
    [50, 0],
  ] as const) {
    it(`before 50, with a row that expires at ${expiresAt}, remove ${removals} times`, async () => {
      const { sweeper, asked } = transaction({ found: { [CODES]: expiresAt }, removed: 1 });
      expect(await sweeper.sweep(CODES, 50, 10)).to.equal(removals);
      const removal = { table: CODES, from: expiresAt, before: 50, limit: 10 };
      expect(asked).to.deep.equal([LOOK_AT_ALL, ...(removals === 1 ? [removal] : [])]);
    });
  }

  it('do not wait for each other on PostgreSQL: each takes other rows', async () => {
    const { sweeper, removals } = transaction({ found: { [CODES]: 40 } });
    await sweeper.sweep(CODES, 50, 10);
    expect(removals[0]?.for('postgres').sql).to.match(/limit cast\(\$3 as integer\) for update skip locked\)$/);
    expect(removals[0]?.for('sqlite').sql).to.match(/limit cast\(\? as integer\) \)$/);
  });

  it('do not ask twice about what a sweep has emptied', async () => {
    const { sweeper, asked } = transaction({ found: { [CODES]: 40 }, removed: 9 });
    expect(await sweeper.sweep(CODES, 50, 10)).to.equal(9);
    expect(await sweeper.sweep(CODES, 50, 10)).to.equal(0);
    expect(asked).to.have.length(2);
  });

  it('look again, from the floor on, after a removal that reached its limit', async () => {
    const { sweeper, asked } = transaction({ found: { [CODES]: 40 }, removed: 10 });
    await sweeper.sweep(CODES, 50, 10);
    await sweeper.sweep(CODES, 50, 10);
    expect(asked[2]).to.have.nested.property(`look.${CODES}`, 40);
    expect(asked[3]).to.deep.equal(asked[1]);
  });

  it('see a row that was stored after the look', async () => {
    const { sweeper, asked } = transaction({ removed: 1 });
    await sweeper.sweep(CODES, 50, 10);
    sweeper.added(CODES, 30);
    sweeper.added(CODES, 35);
    expect(await sweeper.sweep(CODES, 50, 10)).to.equal(1);
    expect(asked.slice(1)).to.deep.equal([{ table: CODES, from: 30, before: 50, limit: 10 }]);
  });

  it('know from others that nothing expires yet, and then do not look', async () => {
    const { shared, floors } = await lookedAt(500);
    const { sweeper, asked } = transaction({ floors });
    expect(await sweeper.sweep(CODES, 500, 10)).to.equal(0);
    expect(asked).to.deep.equal([]);
    sweeper.added(CODES, 400);
    shared.end(floors, true);
    expect(shared.begin().floors).to.deep.equal({ ...everywhere(500), [CODES]: 400 });
  });

  it('look from the known floors on when something may have expired since', async () => {
    const { shared, floors } = await lookedAt(500);
    const { sweeper, asked } = transaction({ floors, found: { [CODES]: 700 } });
    expect(await sweeper.sweep(CODES, 501, 10)).to.equal(0);
    expect(asked).to.deep.equal([{ look: everywhere(500) }]);
    shared.end(floors, true);
    expect(shared.begin().floors[CODES]).to.equal(700);
  });

  it('look at everything when it is time to, although nothing is known to expire', async () => {
    const { shared, floors } = await lookedAt(500, 1000);
    const { sweeper, asked } = transaction({ floors, found: { [CODES]: 20 }, removed: 1 });
    expect(await sweeper.sweep(CODES, 100, 10)).to.equal(1);
    expect(asked).to.deep.equal([LOOK_AT_ALL, { table: CODES, from: 20, before: 100, limit: 10 }]);
    shared.end(floors, true);
    expect(shared.begin().floors[CODES]).to.equal(100);
  });
});

/** The floors of a transaction that begins `laterMs` after another one found `expiresAt` in every table. */
async function lookedAt(expiresAt: number, laterMs = 0) {
  let now = 0;
  const shared = new SweepFloors(() => now);
  const first = shared.begin();
  first.mustLookAtEverything();
  await first.lookAtEverything(() => {
    for (const table of ['gatehouse_codes', 'gatehouse_lineages', TOKENS, 'gatehouse_access_tokens'] as const) {
      first.floors[table] = expiresAt;
      first.settled.add(table);
    }
    return Promise.resolve();
  });
  shared.end(first, true);
  now += laterMs;
  return { shared, floors: shared.begin() };
}
