import { expect } from 'chai';
import { byteLength, compareStrings, displayed, fromBytes, joined, toBytes, wellFormed } from './go-string.js';

describe("Go's byte strings in JavaScript's UTF-16 strings", () => {
  it('round-trips any bytes', () => {
    for (let first = 0; first < 256; first += 1) {
      for (const second of [0x00, 0x41, 0x7f, 0x80, 0xa0, 0xbf, 0xc3, 0xe2, 0xf0, 0xff]) {
        const bytes = [first, second, 0x80, 0x41];
        expect([...toBytes(fromBytes(Uint8Array.from(bytes)))], String(bytes)).to.deep.equal(bytes);
      }
    }
  });

  it('treats surrogates, overlong forms and numbers beyond Unicode as stray bytes', () => {
    for (const bytes of [
      [0xed, 0xa0, 0x80],
      [0xc0, 0xaf],
      [0xe0, 0x80, 0xaf],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88],
    ]) {
      expect(displayed(fromBytes(Uint8Array.from(bytes)))).to.equal('\ufffd'.repeat(bytes.length));
    }
  });

  it('joins the halves of a character', () => {
    const bytes = toBytes('a漢');
    const halves = [fromBytes(bytes.subarray(0, 2)), fromBytes(bytes.subarray(2))];
    expect(halves.map(byteLength)).to.deep.equal([2, 2]);
    expect(joined(halves.join(''))).to.equal('a漢');
  });

  it('distinguishes U+FFFD in a text from a stray byte', () => {
    expect(byteLength('\ufffd')).to.equal(3);
    expect(byteLength(fromBytes(Uint8Array.of(0xff)))).to.equal(1);
    expect(fromBytes(Uint8Array.of(0xef, 0xbf, 0xbd, 0xff))).to.equal('\ufffd\udcff');
  });

  it('never mistakes a surrogate in outside text for a stray byte', () => {
    expect(wellFormed('a\udc80\ud800😀')).to.equal('a\ufffd\ufffd😀');
  });

  it('orders by bytes, not by UTF-16 units', () => {
    expect(compareStrings('\uff5a', '😀')).to.be.lessThan(0);
    expect(compareStrings('é', 'z')).to.be.greaterThan(0);
    expect(compareStrings('a', 'ab')).to.be.lessThan(0);
    expect(compareStrings('a', 'a')).to.equal(0);
  });
});
