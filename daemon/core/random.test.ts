import { expect } from 'chai';
import { orderedId, randomToken } from './random.js';

describe('core/random (spec: "random base64url strings"; RFC 6749 §10.10)', () => {
  it('has 256 bits by default, in 43 base64url characters', () =>
    expect(randomToken()).to.match(/^[A-Za-z0-9_-]{43}$/));

  it('has as many bytes as asked for', () => expect(Buffer.from(randomToken(16), 'base64url')).to.have.length(16));

  it('never holds bytes that were not filled anew, wherever in the pool it comes from', () => {
    const bytes = Buffer.concat(Array.from({ length: 3000 }, () => Buffer.from(randomToken(31), 'base64url')));
    // Eight zero bytes in a row come by chance once in 2^64 places.
    expect(bytes.includes(Buffer.alloc(8))).to.equal(false);
  });

  it('does not repeat itself', () =>
    expect(new Set(Array.from({ length: 10_000 }, () => randomToken())).size).to.equal(10_000));

  it('an ordered id is greater than one made earlier, as text too, and never comes twice', () => {
    const moments = [0, 1, 9_999, Date.now(), Date.now() + 1, 2 ** 47];
    const ids = moments.map((moment) => orderedId(moment));
    expect([...ids].sort()).to.deep.equal(ids);
    expect(ids.join('')).to.match(/^[A-Za-z0-9_-]+$/);
    expect(new Set(Array.from({ length: 10_000 }, () => orderedId(1))).size).to.equal(10_000);
  });
});
