import { expect } from 'chai';
import { joinTags, splitTags, TAG_SEPARATORS, tagText } from './tags.js';

const NFD = 'Cafe\u0301';
const NFC = 'Caf\u00e9';

describe('tags in a text column', () => {
  it('are the texts between separators, trimmed, without empty ones', () => {
    expect(splitTags(' red, deep blue,, ,green ', ',')).to.deep.equal(['red', 'deep blue', 'green']);
    expect(splitTags(' red\tdeep  blue\ngreen,x ', ' ')).to.deep.equal(['red', 'deep', 'blue', 'green,x']);
    expect(splitTags('', ',')).to.deep.equal([]);
    expect(TAG_SEPARATORS).to.deep.equal({ comma: ',', space: ' ' });
    expect(splitTags(' ', ' ')).to.deep.equal([]);
  });

  it('are joined with the separator alone, as they are split', () => {
    expect(joinTags(['red', 'deep blue'], ',')).to.equal('red,deep blue');
    expect(joinTags(['red', 'blue'], ' ')).to.equal('red blue');
  });

  it('have one spelling of a letter with a mark, except for a choice of the form, which stays as the form has it', () => {
    expect(tagText(` ${NFD} `)).to.equal(NFC);
    expect(tagText(NFD, new Set(['tea']))).to.equal(NFC);
    expect(tagText(` ${NFD} `, new Set([NFD]))).to.equal(NFD);
    expect(tagText(NFC, new Set([NFD]))).to.equal(NFC);
  });
});
