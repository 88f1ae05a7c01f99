import { expect } from 'chai';
import type { Kysely } from 'kysely';
import { limitsOf } from '../wire/call.js';
import { adminDatabase } from './admin-options.js';
import type { Turns } from './database/turns.js';

/** It is handed on and never asked for anything. */
const kysely = (): Kysely<object> => ({}) as Kysely<object>;

describe("the application's database as the admin backend takes it (sdk/typescript/README.md, Long searches)", () => {
  /** How many of ten that arrive together are let in. */
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

  it('lets as many transactions run on PostgreSQL as it is told, lists half of them at most', async () => {
    for (const [connections, lists] of [
      [2, 1],
      [6, 3],
      [7, 3],
    ] as const) {
      const database = adminDatabase(kysely(), 'postgres', { connections });
      expect([await letIn(database.turns), await letIn(database.lists?.turns)]).to.deep.equal([connections, lists]);
    }
    expect(await letIn(adminDatabase(kysely(), 'postgres').turns)).to.equal(6);
  });

  it('counts nothing on SQLite, which has one connection; lists are counted where they have connections of their own', async () => {
    const [db, reads] = [kysely(), kysely()];
    const alone = adminDatabase(db, 'sqlite');
    expect([alone.turns, alone.lists?.turns]).to.deep.equal([undefined, undefined]);
    expect(alone.lists?.db).to.equal(db);
    const apart = adminDatabase(db, 'sqlite', { reads });
    expect(apart.turns).to.equal(undefined);
    expect(apart.lists?.db).to.equal(reads);
    expect(await letIn(apart.lists?.turns)).to.be.within(1, 9);
  });

  for (const connections of [1, 0, -2, 2.5, Number.NaN, Infinity]) {
    it(`refuses ${String(connections)} connections, by the name of the option`, () => {
      expect(() => adminDatabase(kysely(), 'postgres', { connections })).to.throw(
        RangeError,
        /connections.*at least 2/,
      );
    });
  }
});
