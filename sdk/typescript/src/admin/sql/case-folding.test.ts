import { expect } from 'chai';
import { containsFolded, lettersLike } from './case-folding.js';

/** admin_query.proto, AdminSearch: without regard to case means Unicode simple case folding. */
describe('admin/sql/case-folding', () => {
  for (const [letter, all] of [
    ['a', 'aA'],
    ['A', 'Aa'],
    ['ü', 'üÜ'],
    ['s', 'sSſ'],
    ['k', 'kK\u212a'],
    ['ς', 'ςσΣ'],
    ['Σ', 'Σσς'],
    ['ß', 'ßẞ'],
    ['ǅ', 'ǄǅǆǅǄ'],
    ['İ', 'İ'],
    ['ı', 'ı'],
    ['i', 'iI'],
    ['я', 'яЯ'],
    ['\u{10400}', '\u{10400}\u{10428}'],
    ['-', '-'],
    ['7', '7'],
    ['山', '山'],
    ['한', '한'],
  ] as const) {
    it(`${letter} is ${all}`, () => {
      expect(new Set(lettersLike(letter))).to.deep.equal(new Set(all));
      expect(lettersLike(letter)[0]).to.equal(letter);
    });
  }

  it('knows of every letter exactly those that the regular expressions of the runtime take for it', () => {
    let all = '';
    for (let code = 1; code <= 0x2ffff; code++) {
      if (code < 0xd800 || code > 0xdfff) all += String.fromCodePoint(code);
    }
    const cased = (all.match(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/gu) ?? []).join('');
    expect(cased.length).to.be.greaterThan(2500);
    for (const letter of cased) {
      const found = cased.match(new RegExp(letter, 'giu')) ?? [];
      expect([...lettersLike(letter)].sort(), letter).to.deep.equal(found.sort());
    }
  });

  it('finds terms in any case, and takes every character for itself', () => {
    expect(containsFolded('Die Übung', 'übung')).to.equal(true);
    expect(containsFolded('ΟΔΟΣ', 'οδος')).to.equal(true);
    expect(containsFolded('STRASSE', 'straße')).to.equal(false);
    expect(containsFolded('İstanbul', 'istanbul')).to.equal(false);
    for (const special of ['.', '*', '(', '[a]', '\\', '^', '$', '{2}', 'a|b', '/']) {
      expect(containsFolded(`x${special}y`, special), special).to.equal(true);
      expect(containsFolded('plain', special), special).to.equal(false);
    }
  });
});
