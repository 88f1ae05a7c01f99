import { expect } from 'chai';
import { viewModelFromJson } from './view-model-from-json.js';

describe('view model from JSON', () => {
  it('keeps 64-bit integers exact, and reads all other numbers as floats', () => {
    expect(viewModelFromJson('9007199254740993')).to.equal(9007199254740993n);
    expect(viewModelFromJson('-9223372036854775808')).to.equal(-9223372036854775808n);
    expect(viewModelFromJson('9223372036854775808')).to.equal(9223372036854775808);
    expect(viewModelFromJson('1.0')).to.equal(1);
    expect(viewModelFromJson('1e3')).to.equal(1000);
  });

  it('reads objects as maps, with __proto__ as an ordinary key', () => {
    const map = viewModelFromJson(' { "__proto__" : [ true , null ] , "a" : {} } ');
    expect(map).to.deep.equal(
      new Map<string, unknown>([
        ['__proto__', [true, null]],
        ['a', new Map()],
      ]),
    );
  });

  it('decodes escapes, and an unpaired surrogate to U+FFFD', () => {
    expect(viewModelFromJson('"\\u00e9\\n\\ud83d\\ude00\\ud800"')).to.equal('é\n😀\ufffd');
  });

  for (const text of [
    '',
    '{',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '01',
    '1.',
    '.5',
    '+1',
    'nul',
    '"a\nb"',
    '"\\x"',
    '[1] 2',
    "'a'",
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(() => viewModelFromJson(text)).to.throw(SyntaxError);
      expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
    });
  }

  it('rejects nesting that would exceed its own stack', () => {
    expect(() => viewModelFromJson('['.repeat(100_000))).to.throw(SyntaxError, 'nests deeper');
  });

  it('reads a one-megabyte string', () => {
    expect(viewModelFromJson(JSON.stringify('\\"'.repeat(1 << 19)))).to.have.length(1 << 20);
  });
});
