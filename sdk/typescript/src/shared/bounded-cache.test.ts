import { expect } from 'chai';
import { BoundedCache } from './bounded-cache.js';

describe('sdk/shared/bounded-cache (docs/decisions/performance.md)', () => {
  it('lets the least recently used value go for a new one', () => {
    const cache = new BoundedCache<number>(3);
    for (const key of ['a', 'b', 'c']) cache.set(key, 1);
    cache.get('a');
    cache.set('d', 1);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).to.deep.equal(['a', 'c', 'd']);
    cache.clear();
    expect(cache.get('a')).to.equal(undefined);
  });

  it('gives no place to a key that it does not have', () => {
    const cache = new BoundedCache<number>(2);
    cache.set('a', 1);
    cache.get('missing');
    cache.set('b', 1);
    expect(cache.get('a')).to.equal(1);
  });
});
