import { expect } from 'chai';
import { countedBuckets, denied } from './state.js';

describe('state: buckets', () => {
  it('rounds the remainder of a window up to whole seconds, at least one, for the last window to end', () => {
    const seconds = (...remainingMs: number[]): number => denied(remainingMs).retryAfterSeconds;
    expect([seconds(0), seconds(1), seconds(1000), seconds(1001), seconds(500, 2000)]).to.deep.equal([1, 1, 1, 2, 2]);
  });

  it('omits buckets without a limit, and gives every key the same short length', () => {
    const counted = countedBuckets([
      { key: 'x'.repeat(10_000), limit: 1, windowMs: 1 },
      { key: 'y', limit: 0, windowMs: 1 },
    ]);
    expect(counted.map(({ key, limit }) => [key.length, limit])).to.deep.equal([[43, 1]]);
  });
});
