import { expect } from 'chai';
import { growingPause, within } from './timing.js';

describe('core: within', () => {
  it('returns the outcome of work that ends in time', async () => {
    expect(await within(60_000, Promise.resolve('done'), () => 'late')).to.equal('done');
  });

  it('returns the fallback when the time is over', async () => {
    expect(await within(1, new Promise(() => undefined), () => 'late')).to.equal('late');
  });

  it('throws the error of the fallback when the time is over', async () => {
    const late = (): never => {
      throw new Error('too late');
    };
    expect(await within(1, new Promise(() => undefined), late).catch(String)).to.equal('Error: too late');
  });

  it('leaves no timer behind, which would keep the process from ending', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    // mocha has set its own timer by then.
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
  it('doubles up to the maximum, after any number of failures', () => {
    const pauses = { firstMs: 100, longestMs: 1000 };
    expect([0, 1, 2, 3, 4, 5000].map((failures) => growingPause(failures, pauses))).to.deep.equal([
      100, 200, 400, 800, 1000, 1000,
    ]);
  });
});
