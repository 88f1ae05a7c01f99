import { expect } from 'chai';
import { beginningOf, excerpt } from './excerpt.js';

describe('the beginning of a text of a file (AD-387)', () => {
  it('has 80 characters for people, and says that it is not the whole text', () => {
    for (const one of ['x', '🎉']) {
      expect(excerpt(one.repeat(80))).to.equal(one.repeat(80));
      expect(excerpt(one.repeat(81))).to.equal(`${one.repeat(80)}…`);
    }
    expect(excerpt('')).to.equal('');
    // A letter with its mark stays whole.
    expect(excerpt(`${'x'.repeat(79)}e\u0301yz`)).to.equal(`${'x'.repeat(79)}…`);
  });

  it('is counted in characters of Unicode where a database would cut it', () => {
    for (const one of ['x', '🎉']) {
      expect(beginningOf(one.repeat(3), 3)).to.equal(undefined);
      expect(beginningOf(one.repeat(4), 3)).to.equal(one.repeat(3));
      expect(beginningOf(one.repeat(100), 3)).to.equal(one.repeat(3));
    }
    expect(beginningOf('xe\u0301', 2)).to.equal('xe');
    expect(beginningOf('', 0)).to.equal(undefined);
    expect(beginningOf('🎉🎉x', 2)).to.equal('🎉🎉');
  });
});
