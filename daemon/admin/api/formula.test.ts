import { expect } from 'chai';
import * as fc from 'fast-check';
import { defused, undefused } from './formula.js';

describe('formulas in exported files (AD-277)', () => {
  it('come back exactly as they were, whatever the text is', () => {
    const piece = fc.constantFrom(
      ...["'", '=', '+', '-', '@', '＝', ';', '\t', '\r', '\n', ' ', '\u00A0', '\u200B', '(', '|', '!', '1', '.', 'a'],
    );
    const text = fc.oneof(fc.string({ unit: piece, maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }));
    fc.assert(
      fc.property(text, (one) => undefused(defused(one)) === one),
      { numRuns: 5000 },
    );
  });

  it('get an apostrophe in every cell that would run, which the way back takes away', () => {
    for (const [text, written] of [
      ['Heading\n=======\n\nHello\n@ada, please; =look', "Heading\n'=======\n\nHello\n'@ada, please;' =look"],
      ['=1+1', "'=1+1"],
      ["'=1+1", "''=1+1"],
      ['-x', "'-x"],
      ['\t=x', "'\t'=x"],
      [' \n=1', "' \n'=1"],
      ['-5', '-5'],
      ["'quoted'", "'quoted'"],
      ['- one\n- two', "'- one\n- two"],
    ] as const) {
      expect([defused(text), undefused(written)]).to.deep.equal([written, text]);
    }
  });

  it('stay as a person has written them in a file of their own', () => {
    for (const text of ['=1+1', 'a;=b', "it's", "'", '']) expect(undefused(text)).to.equal(text);
  });
});
