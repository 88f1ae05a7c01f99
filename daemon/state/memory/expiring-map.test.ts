import { expect } from 'chai';
import { Unavailable } from '../../core/faults.js';
import { ExpiringMap } from './expiring-map.js';

describe('expiring map', () => {
  let now: number;
  let map: ExpiringMap<number>;

  beforeEach(() => {
    now = 1_000_000;
    map = new ExpiringMap<number>('things', 3, { now: () => now });
  });

  it('hides an entry in the millisecond in which it expires', () => {
    map.set('a', 1, 1500);
    now += 1499;
    expect([map.get('a'), map.remainingMs('a')]).to.deep.equal([1, 1]);
    now += 1;
    expect([map.get('a'), map.remainingMs('a')]).to.deep.equal([undefined, 0]);
  });

  it('keeps an entry that expires later in the current second, despite other writes', () => {
    map.set('a', 1, 1500);
    now += 1200;
    map.set('b', 2, 10_000);
    expect(map.get('a')).to.equal(1);
  });

  it('holds no more than its capacity, names what is full, and keeps its entries', () => {
    for (const key of ['a', 'b', 'c']) map.set(key, 1, 10_000);
    expect(() => map.set('d', 1, 10_000)).to.throw(Unavailable, 'maximum of 3 things');
    expect(map.get('a')).to.equal(1);
  });

  it('accepts new keys again after the second in which others expired', () => {
    for (const key of ['a', 'b', 'c']) map.set(key, 1, 10_000);
    now += 11_000;
    map.set('d', 1, 10_000);
    expect(map.size).to.equal(1);
  });

  it('replaces a value at capacity, with the new lifetime', () => {
    for (const key of ['a', 'b', 'c']) map.set(key, 1, 10_000);
    map.set('b', 2, 60_000);
    now += 30_000;
    map.set('d', 1, 1000);
    expect([map.get('a'), map.get('b'), map.size]).to.deep.equal([undefined, 2, 2]);
  });

  it('does not drop an entry in the second of an earlier expiry of the same key', () => {
    map.set('a', 1, 1000);
    map.delete('a');
    map.set('a', 2, 60_000);
    now += 5000;
    map.set('b', 1, 1000);
    expect(map.get('a')).to.equal(2);
  });

  it('stores nothing with a lifetime of 0, and removes the existing entry', () => {
    expect(map.set('a', 1, 1000)).to.equal(true);
    expect(map.set('a', 2, 0)).to.equal(false);
    expect([map.get('a'), map.size]).to.deep.equal([undefined, 0]);
  });

  it('stays small however many keys pass through it', () => {
    const wide = new ExpiringMap<number>('things', 1000, { now: () => now });
    for (let n = 0; n < 100_000; n++) {
      now += 10;
      wide.set(`key ${n}`, n, 5000);
    }
    expect(wide.size).to.be.at.most(600);
  });

  it('tolerates a clock that jumps far ahead or back', () => {
    map.set('a', 1, 1000);
    now += 1000 * 60 * 60 * 24 * 365 * 10;
    map.set('b', 1, 1000);
    expect(map.size).to.equal(1);
    now -= 1000 * 60 * 60;
    map.set('c', 3, 1000);
    expect([map.get('b'), map.get('c')]).to.deep.equal([1, 3]);
  });
});
