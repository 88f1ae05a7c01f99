import { expect } from 'chai';
import { everywhere, NEVER, NO_FLOOR, SweepFloors, TABLES } from './sweep-floors.js';

const CODES = 'gatehouse_codes';
const TOKENS = 'gatehouse_access_tokens';

describe('sweep floors', () => {
  let now: number;
  let floors: SweepFloors;
  beforeEach(() => {
    now = 10_000;
    floors = new SweepFloors(() => now);
  });

  /** One transaction that looks at everything for `tookMs`. */
  async function look(tookMs: number): Promise<void> {
    const open = floors.begin();
    expect(open.mustLookAtEverything()).to.equal(true);
    await open.lookAtEverything(() => Promise.resolve(void (now += tookMs)));
    floors.end(open, true);
  }

  it('has a floor for each swept table, below every expiry at first', () => {
    expect(Object.keys(everywhere(0))).to.deep.equal(TABLES);
    expect(floors.begin().floors).to.deep.equal(everywhere(NO_FLOOR));
    expect(Object.values(everywhere(7))).to.deep.equal([7, 7, 7, 7]);
    expect(NO_FLOOR).to.be.below(0);
    expect(NEVER).to.be.above(Date.now());
  });

  for (const [tookMs, pauseMs] of [
    [0, 1000],
    [50, 1000],
    [51, 1020],
    [200, 4000],
  ] as const) {
    it(`looks at everything again ${pauseMs} ms after a look of ${tookMs} ms ended: after a second, or a twentieth of the time`, async () => {
      await look(tookMs);
      const ended = now;
      now = ended + pauseMs - 1;
      expect(floors.begin().mustLookAtEverything()).to.equal(false);
      now = ended + pauseMs;
      expect(floors.begin().mustLookAtEverything()).to.equal(true);
    });
  }

  it('lets one transaction at a time look at everything, however long that takes', async () => {
    const [first, second] = [floors.begin(), floors.begin()];
    expect(first.mustLookAtEverything()).to.equal(true);
    now += 60_000;
    expect(second.mustLookAtEverything()).to.equal(false);
    await first.lookAtEverything(() => Promise.resolve());
    now += 1000;
    expect(second.mustLookAtEverything()).to.equal(true);
  });

  it('goes by a clock of its own', () => {
    const open = new SweepFloors().begin();
    expect([open.mustLookAtEverything(), open.mustLookAtEverything()]).to.deep.equal([true, false]);
  });

  it('waits after a look that failed as after any other, and passes its error on', async () => {
    const open = floors.begin();
    expect(open.mustLookAtEverything()).to.equal(true);
    const error = new Error('away');
    const outcome = await open.lookAtEverything(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
    expect(outcome).to.equal(error);
    expect(open.mustLookAtEverything()).to.equal(false);
    now += 1000;
    expect(open.mustLookAtEverything()).to.equal(true);
  });

  it('remembers what a committed transaction found in the tables that it looked at', () => {
    const open = floors.begin();
    open.floors[CODES] = 500;
    open.floors[TOKENS] = 600;
    open.settled.add(CODES);
    floors.end(open, true);
    expect(floors.begin().floors).to.deep.equal({ ...everywhere(NO_FLOOR), [CODES]: 500 });
  });

  it('forgets what a transaction found that did not commit', () => {
    const open = floors.begin();
    open.floors[CODES] = 500;
    open.settled.add(CODES);
    floors.end(open, false);
    expect(floors.begin().floors).to.deep.equal(everywhere(NO_FLOOR));
  });

  it('lowers a known floor to a row that was added without a look', () => {
    const looked = floors.begin();
    for (const table of TABLES) {
      looked.floors[table] = 500;
      looked.settled.add(table);
    }
    floors.end(looked, true);
    for (const [expiresAt, floor] of [
      [400, 400],
      [450, 400],
    ] as const) {
      const adding = floors.begin();
      adding.added[CODES] = expiresAt;
      floors.end(adding, true);
      expect(floors.begin().floors).to.deep.equal({ ...everywhere(500), [CODES]: floor });
    }
  });

  it('counts rows that others added while a transaction looked: it may not have seen them', () => {
    const looking = floors.begin();
    for (const expiresAt of [400, 300, 350]) {
      const adding = floors.begin();
      adding.added[CODES] = expiresAt;
      floors.end(adding, true);
    }
    const rolledBack = floors.begin();
    rolledBack.added[CODES] = 100;
    floors.end(rolledBack, false);
    looking.floors[CODES] = 500;
    looking.floors[TOKENS] = 500;
    looking.settled.add(CODES).add(TOKENS);
    floors.end(looking, true);
    expect(floors.begin().floors).to.include({ [CODES]: 300, [TOKENS]: 500 });
  });

  it('tells an ended transaction nothing more', () => {
    const [ended, adding] = [floors.begin(), floors.begin()];
    floors.end(ended, true);
    adding.added[CODES] = 300;
    floors.end(adding, true);
    expect(ended.addedByOthers).to.deep.equal(everywhere(NEVER));
  });
});
