import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { Line } from './line.js';

describe('admin/database/line', () => {
  it('runs one use at a time in the order of their arrival, also after one that fails', async () => {
    const line = new Line();
    const log: string[] = [];
    const use = (name: string, fails = false): Promise<string> =>
      line.run(async () => {
        log.push(`${name} begins`);
        await turn();
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const failing = use('b', true).catch((error: unknown) => (error as Error).message);
    // Arrives when the last one before it has ended, and another waits already.
    const late = failing.then(() => use('d'));
    expect(await Promise.all([failing, use('c'), late])).to.deep.equal(['b', 'c', 'd']);
    expect(log).to.deep.equal(['b', 'c', 'd'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(await use('e'), 'when nothing has waited').to.equal('e');
  });
});
