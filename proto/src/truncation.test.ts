import { expect } from 'chai';
import { shortText, truncatedText } from './truncation.js';

describe('the beginning of a long value (admin_cell.proto: TruncatedValue)', () => {
  it('counts characters, not units of UTF-16', () => {
    expect(truncatedText('\u{1f989}'.repeat(3), 3)).to.equal(undefined);
    expect(truncatedText('\u{1f989}'.repeat(4), 3)).to.equal('\u{1f989}'.repeat(3));
    expect(truncatedText('abcd', 3)).to.equal('abc');
  });

  it('is whole groups of Base64 for bytes', () => {
    expect(truncatedText(Buffer.from([1, 2, 3, 4, 5, 6]), 8)).to.equal(undefined);
    expect(truncatedText(Buffer.from([1, 2, 3, 4, 5, 6, 7]), 8)).to.equal('AQIDBAUG');
    expect(truncatedText(Buffer.from([1, 2, 3, 4]), 7)).to.equal('AQID');
  });

  it('says of a text for people that it was longer', () => {
    expect(shortText('abc', 3)).to.equal('abc');
    expect(shortText('\u{1f989}'.repeat(4), 3)).to.equal('\u{1f989}\u{1f989}…');
  });
});
