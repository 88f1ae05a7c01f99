import { expect } from 'chai';
import { firstCharacter, isUnseen, shortened } from './characters.js';

const FAMILY = '👩\u200d👩\u200d👧';
const FLAG = '🇩🇪';
const NFD = 'U\u0308';

describe('characters as people see them (UAX #29)', () => {
  it('takes a whole one: an emoji with its joiners, a flag, a letter with its marks', () => {
    for (const one of [FAMILY, FLAG, NFD, '👍🏽', 'कि', 'Ü', 'A']) expect(firstCharacter(`${one}bung`)).to.equal(one);
    expect(firstCharacter('')).to.equal('');
  });

  it('takes no pile of marks', () => {
    expect(firstCharacter(`a${'\u0301'.repeat(1000)}`)).to.equal('a');
    expect(shortened(`a${'\u0301'.repeat(1000)}`, 500)).to.have.length(500);
    expect(shortened(`${'a'.repeat(400)}${'\u0301'.repeat(1000)}`, 500)).to.have.length(500);
    const pile = `ba${'\u0301'.repeat(100)}`;
    expect(shortened(pile, 64)).to.equal('b');
    expect(shortened(pile, 65)).to.have.length(65);
  });

  it('cuts a text between two of them', () => {
    for (const one of [FAMILY, FLAG, NFD, '👍🏽']) {
      const size = [...one].length;
      for (let most = 4; most < 4 + size; most++)
        expect(shortened(`abcd${one}e`, most), `${one} ${most}`).to.equal('abcd');
      expect(shortened(`abcd${one}e`, 4 + size)).to.equal(`abcd${one}`);
      expect(shortened(`abcd${one}`, 4 + size)).to.equal(undefined);
    }
    // Except for the first one: nothing at all would help no reader.
    expect(shortened(`${FAMILY}bung`, 2)).to.equal('👩\u200d');
    expect(shortened(`U${NFD}`, 1)).to.equal('U');
  });

  it('knows texts of which they see nothing', () => {
    for (const unseen of [
      '',
      ' \t\n',
      '\u00a0\u3000',
      '\u200b\u2060\u00ad',
      '\u3164',
      '\u2800\u2800',
      '\0\u007f\u0085',
    ]) {
      expect(isUnseen(unseen), JSON.stringify(unseen)).to.equal(true);
      expect(isUnseen(`${unseen}-`), JSON.stringify(unseen)).to.equal(false);
    }
  });

  it('leaves a text that fits, counted in characters of Unicode', () => {
    expect(shortened('🎉'.repeat(60), 60)).to.equal(undefined);
    expect(shortened('🎉'.repeat(61), 60)).to.equal('🎉'.repeat(60));
    expect(shortened('abc', 3)).to.equal(undefined);
  });
});
