import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { together } from './together.js';

/** Calls that note when they begin and end. The first takes longest. */
function observed() {
  const events: string[] = [];
  const call = (name: string, ms: number, failure?: Error) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await sleep(ms);
    events.push(`${name} ends`);
    if (failure !== undefined) throw failure;
    return name;
  };
  return { events, call };
}

describe('calls that may travel together (docs/decisions/performance.md, PostgreSQL)', () => {
  it('run one after the other unless they may be under way at once', async () => {
    const { events, call } = observed();
    expect(await together(false, call('a', 20), call('b', 1))).to.deep.equal(['a', 'b']);
    expect(events).to.deep.equal(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('start at once, and their results have the order of the calls', async () => {
    const { events, call } = observed();
    expect(await together(true, call('a', 20), call('b', 1))).to.deep.equal(['a', 'b']);
    expect(events).to.deep.equal(['a begins', 'b begins', 'b ends', 'a ends']);
  });

  for (const atOnce of [false, true]) {
    it(`reject with the first failure in their order${atOnce ? ', once none is under way' : ''}`, async () => {
      const { events, call } = observed();
      const [first, second] = [new Error('first'), new Error('second')];
      const failure = await together(atOnce, call('a', 20, first), call('b', 1, second), call('c', 40)).catch(
        (error: unknown) => error,
      );
      expect(failure).to.equal(first);
      expect(events.filter((event) => event.endsWith('begins'))).to.have.length(atOnce ? 3 : 1);
      expect(events.filter((event) => event.endsWith('ends'))).to.have.length(atOnce ? 3 : 1);
    });
  }
});
