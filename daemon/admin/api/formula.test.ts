import { expect } from 'chai';
import * as fc from 'fast-check';
import { defused, isFormula, isNumber, undefused } from './formula.js';

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
      // Behind a separator only what would do something: not a list, not a table, not a call that is no formula.
      ['a;-SUM(1)', "a;'-SUM(1)"],
      ['a;-1.(2)', "a;'-1.(2)"],
      ['a\t+x|calc!A0', "a\t'+x|calc!A0"],
      ['a\n- (x)', 'a\n- (x)'],
      ['a\n-|-|-', 'a\n-|-|-'],
      ['x;f(1)', 'x;f(1)'],
      ["a;'=b", "a;''=b"],
      ["''=1", "'''=1"],
      ["a;''=b", "a;'''=b"],
      ["-5'", "'-5'"],
      ["it's =1", "it's =1"],
    ] as const) {
      expect([defused(text), undefused(written)]).to.deep.equal([written, text]);
    }
  });

  it('begin with one of four characters, also in their wide and small forms and behind what a spreadsheet drops', () => {
    for (const text of [
      '=',
      '+',
      '-',
      '@',
      '＝1',
      '﹢1',
      '－1',
      '﹫a',
      ' \u00a0\u200b=1',
      '\tx',
      '\rx',
      '\nx',
      '-5+1',
      '+5',
    ]) {
      expect(isFormula(text), JSON.stringify(text)).to.equal(true);
    }
    for (const text of ['', ' ', 'x', "'=1", 'a=b', 'a\tb', '-5', '-5.25', '5', '1,5']) {
      expect(isFormula(text), JSON.stringify(text)).to.equal(false);
    }
  });

  it('are no numbers as the API writes them', () => {
    for (const text of ['0', '-5', '12.50', '-1.25', '1000']) expect(isNumber(text), text).to.equal(true);
    for (const text of ['', '-', 'x5', '5x', '1.', '.5', '1.5.5', '+5', '1e5', ' 5']) {
      expect(isNumber(text), text).to.equal(false);
    }
  });

  it('stay as a person has written them in a file of their own', () => {
    for (const text of ['=1+1', 'a;=b', "it's", "'", '']) expect(undefused(text)).to.equal(text);
  });
});
