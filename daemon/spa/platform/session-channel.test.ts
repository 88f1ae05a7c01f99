import { expect } from 'chai';
import { turns } from './session-channel.js';

describe('tabs taking turns to change the session (docs/decisions/single-page-application.md)', () => {
  it('runs one task at a time, in the order requested, even after a failure', async () => {
    const alone = turns('test');
    const done: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = alone(async () => {
      await held;
      done.push('first');
      throw new Error('failed');
    });
    const second = alone(() => Promise.resolve(done.push('second')));
    release();
    expect(await first.catch((error: unknown) => String(error))).to.equal('Error: failed');
    expect(await second).to.equal(2);
    expect(done).to.deep.equal(['first', 'second']);
  });
});
