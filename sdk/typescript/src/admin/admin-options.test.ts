import { expect } from 'chai';
import type { Kysely } from 'kysely';
import { limitsOf } from '../wire/call.js';
import { adminDatabase } from './admin-options.js';
import type { Turns } from './database/turns.js';

/** Only passed on; nothing queries it. */
const kysely = (): Kysely<object> => ({}) as Kysely<object>;

describe('adminDatabase (sdk/typescript/README.md, Long searches)', () => {
  /** How many of ten simultaneous transactions may start. */
  async function letIn(turns: Turns | undefined): Promise<number> {
    let started = 0;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const all = Array.from({ length: 10 }, () =>
      turns!.run('ada', limitsOf(60_000), () => {
        started += 1;
        return ended;
      }),
    );
    const atOnce = started;
    end();
    await Promise.all(all);
    return atOnce;
  }

  it('limits transactions on PostgreSQL to the given number, and lists to half of it', async () => {
    for (const [connections, lists] of [
      [2, 1],
      [6, 3],
      [7, 3],
    ] as const) {
      const database = adminDatabase(kysely(), 'postgres', { connections });
      expect([await letIn(database.turns), await letIn(database.lists.turns)]).to.deep.equal([connections, lists]);
    }
    expect(await letIn(adminDatabase(kysely(), 'postgres').turns)).to.equal(6);
  });

  it('sets no limit on SQLite, which has one connection, except for lists with their own connections', async () => {
    const [db, reads] = [kysely(), kysely()];
    const alone = adminDatabase(db, 'sqlite');
    expect([alone.turns, alone.lists.turns]).to.deep.equal([undefined, undefined]);
    expect(alone.lists.db).to.equal(db);
    const apart = adminDatabase(db, 'sqlite', { reads });
    expect(apart.turns).to.equal(undefined);
    expect(apart.lists.db).to.equal(reads);
    expect(await letIn(apart.lists.turns)).to.be.within(1, 9);
  });

  for (const connections of [1, 0, -2, 2.5, Number.NaN, Infinity]) {
    it(`rejects ${String(connections)} connections and names the option`, () => {
      expect(() => adminDatabase(kysely(), 'postgres', { connections })).to.throw(
        RangeError,
        /connections.*at least 2/,
      );
    });
  }
});
