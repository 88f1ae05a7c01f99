import { expect } from 'chai';
import { isolated } from './isolates.js';

describe('values in sentences of the other direction (AD-666; UAX #9)', () => {
  it('isolates a value with letters of the other direction', () => {
    expect(isolated('שלום (1)!', 'ltr')).to.equal('\u2068שלום (1)!\u2069');
    expect(isolated('مرحبا', 'ltr')).to.equal('\u2068مرحبا\u2069');
    expect(isolated('Hello (1)!', 'rtl')).to.equal('\u2068Hello (1)!\u2069');
    expect(isolated('תל אביב, C++', 'rtl')).to.equal('\u2068תל אביב, C++\u2069');
  });

  it('leaves every other value as it is', () => {
    for (const value of ['', 'Hello (1)!', '12:30', '日本', '👩‍💻 Ada', 'U\u0308bung'])
      expect(isolated(value, 'ltr')).to.equal(value);
    for (const value of ['', 'שלום (1)!', '12:30', '٣٠/١١', '👩‍💻']) expect(isolated(value, 'rtl')).to.equal(value);
  });

  it('lets no value reverse the rest of the sentence, or leave its isolate', () => {
    expect(isolated('abc\u202efdp.exe', 'ltr')).to.equal('abcfdp.exe');
    expect(isolated('abc\u2067def', 'ltr')).to.equal('abcdef');
    expect(isolated('שלום\u2069\u202e!', 'ltr')).to.equal('\u2068שלום!\u2069');
    expect(isolated('\u2069שלום\u2068', 'ltr')).to.equal('\u2068שלום\u2069');
  });

  it('keeps the isolates of a list of such values', () => {
    const list = `${isolated('שלום', 'ltr')}, Hello`;
    expect(isolated(list, 'ltr')).to.equal('\u2068\u2068שלום\u2069, Hello\u2069');
  });
});
