import { expect } from 'chai';
import { sameOrNext } from './widget-element.js';

describe('properties of the element of a widget (AD-216)', () => {
  it('returns the same object while the values are unchanged', () => {
    const before = sameOrNext(undefined, { a: 1, b: null });
    expect(sameOrNext(before, { a: 1, b: null })).to.equal(before);
    expect(sameOrNext(before, { a: 2, b: null })).not.to.equal(before);
    expect(sameOrNext(before, { a: 1 })).not.to.equal(before);
    expect(sameOrNext(before, { a: 1, toString: null })).not.to.equal(before);
  });

  it('prevents the element from writing to it', () => {
    expect(Object.isFrozen(sameOrNext(undefined, { a: 1 }))).to.equal(true);
  });
});
