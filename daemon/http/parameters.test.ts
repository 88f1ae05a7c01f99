import { expect } from 'chai';
import { MAX_PARAMETERS, parseForm, parseQuery, tooManyParameters, type Entries } from './parameters.js';

function parsed(text: string): Entries {
  const entries = parseQuery(text);
  if (entries === undefined) throw new Error('refused');
  return entries;
}

describe('parameters (RFC 6749 appendix B: application/x-www-form-urlencoded)', () => {
  it('keeps names and values in the order sent', () => {
    expect(parsed('b=2&a=1&c')).to.deep.equal([
      ['b', '2'],
      ['a', '1'],
      ['c', ''],
    ]);
  });

  it('decodes escapes as UTF-8 and plus as a space, in names and values', () => {
    expect(parsed('na+me%3D=caf%C3%A9+%2B%26%F0%9F%92%A1')).to.deep.equal([['na me=', 'café +&💡']]);
  });

  it('splits at the first "=" only, and skips empty pairs', () => {
    expect(parsed('&&a=b=c&&=d&')).to.deep.equal([
      ['a', 'b=c'],
      ['', 'd'],
    ]);
    expect(parsed('')).to.deep.equal([]);
  });

  it('keeps repeated names visible, even when they are encoded differently', () => {
    expect(parsed('resource=1&x=2&%72esource=3')).to.deep.equal([
      ['resource', '1'],
      ['x', '2'],
      ['resource', '3'],
    ]);
  });

  it('does not confuse a name with a built-in property of objects', () => {
    expect(parsed('__proto__=1&constructor=2').map(([name]) => name)).to.deep.equal(['__proto__', 'constructor']);
  });

  for (const broken of [
    '%',
    '%4',
    '%zz',
    '%u0041',
    'a%',
    '%C3',
    '%C3%28',
    '%80',
    '%ED%A0%80',
    '%F5%80%80%80',
    '%C0%AF',
  ]) {
    it(`rejects an invalid value: ${broken}`, () => {
      expect(parseQuery(`a=1&state=${broken}&b=2`)).to.equal(undefined);
    });
  }

  it('rejects an invalid name', () => {
    expect(parseQuery('a=1&%zz=2')).to.equal(undefined);
  });

  it('keeps a byte order mark and a NUL as data', () => {
    expect(parsed('a=%EF%BB%BFx%00')).to.deep.equal([['a', '\ufeffx\0']]);
  });

  it('reads raw UTF-8 in a body, and rejects other raw bytes', () => {
    expect(parseForm(Buffer.from('a=é'))).to.deep.equal([['a', 'é']]);
    expect(parseForm(Buffer.from('a=\xe9&b=1', 'latin1'))).to.equal(undefined);
  });

  it(`reads ${MAX_PARAMETERS} pairs and no more, not counting empty ones`, () => {
    const most = '&'.repeat(1000) + 'a=1&'.repeat(MAX_PARAMETERS);
    for (const [text, isTooMany] of [
      [most, false],
      [`${most}b`, true],
    ] as const) {
      expect(parseQuery(text) === undefined, text.slice(-4)).to.equal(isTooMany);
      expect(parseForm(Buffer.from(text)) === undefined).to.equal(isTooMany);
      expect(tooManyParameters(text)).to.equal(isTooMany);
      expect(tooManyParameters(Buffer.from(text))).to.equal(isTooMany);
    }
  });

  it('reads as many pairs as its caller wants', () => {
    expect(parseQuery('a&b', 1)).to.equal(undefined);
    expect(parseQuery('a&b', 2)).to.have.length(2);
    expect(tooManyParameters('a&b', 1)).to.equal(true);
    expect(tooManyParameters('a&b', 2)).to.equal(false);
  });

  it('decodes hexadecimal digits of either case', () => {
    for (let byte = 0; byte < 0x80; byte++) {
      const hex = byte.toString(16).padStart(2, '0');
      const character = String.fromCharCode(byte);
      expect(parsed(`a=%${hex}%${hex.toUpperCase()}`)).to.deep.equal([['a', character + character]]);
    }
  });
});
