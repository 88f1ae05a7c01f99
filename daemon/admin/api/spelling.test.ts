import { expect } from 'chai';
import fc from 'fast-check';
import { composed, normalized } from './spelling.js';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('spellings of texts (AD-480)', () => {
  it('is Unicode normalization, up to 30 marks on a letter', () => {
    const pieces = fc.constantFrom('u', 'ü', '\u0308', '\u0301', '\u0316', '\u0345', '\u{1D165}', 'ﬁ', '한', ' ', '<');
    const text = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), (given, form) => {
        // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the function under test stands for it
        expect(normalized(given, form)).to.equal(given.normalize(form));
      }),
    );
  });

  it('leaves longer rows of marks as they are, and normalizes what is around them', () => {
    const row = '\u0301\u0316'.repeat(16);
    expect(composed(`u\u0308${row}`)).to.equal(`u\u0308${row}`);
    expect(composed(`u\u0308 a${row}u\u0308`)).to.equal(`ü a${row}ü`);
    expect(normalized(`ﬁ${row}ü`, 'NFKD')).to.equal(`fi${row}u\u0308`);
    expect(composed(`u\u0308${'\u0316'.repeat(29)}`)).to.equal(`ü${'\u0316'.repeat(29)}`);
  });
});
