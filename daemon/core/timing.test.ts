import { expect } from 'chai';
import { growingPause, within } from './timing.js';

describe('core: within', () => {
  it('gives the outcome of work that ends in time', async () => {
    expect(await within(60_000, Promise.resolve('done'), () => 'late')).to.equal('done');
  });

  it('gives what is said instead when the time is over', async () => {
    expect(await within(1, new Promise(() => undefined), () => 'late')).to.equal('late');
  });

  it('fails with what is thrown instead when the time is over', async () => {
    const late = (): never => {
      throw new Error('too late');
    };
    expect(await within(1, new Promise(() => undefined), late).catch(String)).to.equal('Error: too late');
  });

  it('leaves no timer behind: it would keep the process from ending', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    // By then mocha has set its own timer.
    await new Promise((resolve) => setImmediate(resolve));
    const before = timers();
    await within(60_000, Promise.resolve('done'), () => 'late');
    expect(timers()).to.equal(before);
  });

  it('passes a failure on', async () => {
    const failed = await within(60_000, Promise.reject(new Error('broken')), () => 'late').catch(String);
    expect(failed).to.equal('Error: broken');
  });
});

describe('core: growing pause', () => {
  it('doubles up to the longest, after any number of failures', () => {
    const pauses = { firstMs: 100, longestMs: 1000 };
    expect([0, 1, 2, 3, 4, 5000].map((failures) => growingPause(failures, pauses))).to.deep.equal([
      100, 200, 400, 800, 1000, 1000,
    ]);
  });
});
