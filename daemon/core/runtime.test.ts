import { expect } from 'chai';
import { systemClock } from './runtime.js';

describe('core: clock', () => {
  it('returns the milliseconds since 1970', () => {
    const before = Date.now();
    expect(systemClock.now()).to.be.within(before, before + 60_000);
  });
});
