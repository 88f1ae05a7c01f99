import { expect } from 'chai';
import { deepFreeze } from './deep-freeze.js';

describe('core/deep-freeze', () => {
  it('freezes objects, lists and the values of maps at any depth, and returns what it was given', () => {
    const value = { list: [{ a: 1 }], map: new Map([['key', { b: 2 }]]), text: 'x', nothing: null };
    expect(deepFreeze(value)).to.equal(value);
    expect([value, value.list, value.list[0], value.map.get('key')].every(Object.isFrozen)).to.equal(true);
  });

  it('leaves buffers alone, which cannot be frozen', () => {
    expect(deepFreeze({ bytes: Buffer.from('x') }).bytes.toString()).to.equal('x');
  });
});
