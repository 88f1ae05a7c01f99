import { expect } from 'chai';
import { folded, matching, wordsOf } from './folding.js';

describe('searching on the page (docs/decisions/single-page-application.md)', () => {
  const alike: readonly (readonly string[])[] = [
    ['Übung', 'übung', 'ÜBUNG', 'U\u0308bung', 'ubung'],
    ['Größe', 'grosse', 'GRÖSSE', 'GRÖẞE'],
    ['Οδός', 'ΟΔΟΣ', 'οδοσ', 'οδος'],
    ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
    ['ﬁnal', 'FINAL'],
    ['Donau\u00addampf', 'donaudampf'],
    ['שָׁלוֹם', 'שלום'],
    ['가', '\u1100\u1161'],
  ];
  for (const texts of alike) {
    it(`treats ${texts.join(', ')} as equal`, () => expect(new Set(texts.map(folded)).size).to.equal(1));
  }

  it('keeps different letters different', () => {
    for (const [one, other] of [
      ['के', 'का'],
      ['が', 'か'],
      ['o', 'ø'],
    ] as const) {
      expect(folded(one)).not.to.equal(folded(other));
    }
  });

  it("does not depend on the browser's language", () => {
    const upper = String.prototype.toLocaleUpperCase;
    const lower = String.prototype.toLocaleLowerCase;
    try {
      // As in a Turkish browser, where the lower case of "I" has no dot.
      String.prototype.toLocaleLowerCase = function (this: string) {
        return lower.call(this, 'tr');
      };
      String.prototype.toLocaleUpperCase = function (this: string) {
        return upper.call(this, 'tr');
      };
      expect(matching([{ label: 'TITLE' }, { label: 'İLK' }], 'i')).to.have.length(2);
    } finally {
      String.prototype.toLocaleUpperCase = upper;
      String.prototype.toLocaleLowerCase = lower;
    }
  });

  const choices = ['Ada Abbott', 'Grace Bond', 'Äon', 'ΟΔΟΣ'].map((label) => ({ value: label, label }));
  const labels = (text: string) => matching(choices, text).map(({ label }) => label);

  it('finds every word, anywhere, in any order and case', () => {
    expect(labels('abb ADA')).to.deep.equal(['Ada Abbott']);
    expect(labels('ond')).to.deep.equal(['Grace Bond']);
    expect(labels('äO')).to.deep.equal(['Äon']);
    expect(labels('οδος')).to.deep.equal(['ΟΔΟΣ']);
    expect(labels('ada bond')).to.deep.equal([]);
  });

  it('returns everything for an empty search', () => {
    expect(labels('')).to.have.length(4);
    expect(labels('  ')).to.have.length(4);
  });

  it('splits at every character that is neither a letter nor a digit', () => {
    expect(wordsOf('Größe, "C++" & हिन्दी-2')).to.deep.equal(['grosse', 'c', 'हिन्दी', '2']);
  });
});
