import { expect } from 'chai';
import { truthOf } from './values.js';

describe('truth values in a query', () => {
  it('have three words each, and no others', () => {
    expect(['1', 'true', 'on', '0', 'false', 'off'].map(truthOf)).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    for (const word of ['', 'yes', 'TRUE', ' 1', 'constructor', '__proto__']) {
      expect(truthOf(word), word).to.equal(undefined);
    }
  });
});
