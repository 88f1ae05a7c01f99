import { expect } from 'chai';
import { viewModelFromJson } from './view-model-from-json.js';

describe('view model from JSON', () => {
  it('keeps integers of 64 bits exact, and everything else a float', () => {
    expect(viewModelFromJson('9007199254740993')).to.equal(9007199254740993n);
    expect(viewModelFromJson('-9223372036854775808')).to.equal(-9223372036854775808n);
    expect(viewModelFromJson('9223372036854775808')).to.equal(9223372036854775808);
    expect(viewModelFromJson('1.0')).to.equal(1);
    expect(viewModelFromJson('1e3')).to.equal(1000);
  });

  it('makes maps of objects, in which __proto__ is a key', () => {
    const map = viewModelFromJson(' { "__proto__" : [ true , null ] , "a" : {} } ');
    expect(map).to.deep.equal(
      new Map<string, unknown>([
        ['__proto__', [true, null]],
        ['a', new Map()],
      ]),
    );
  });

  it('reads escapes, and an unpaired surrogate as U+FFFD', () => {
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
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => viewModelFromJson(text)).to.throw(SyntaxError);
      expect(() => JSON.parse(text) as unknown).to.throw(SyntaxError);
    });
  }

  it('refuses to nest deeper than its own stack allows', () => {
    expect(() => viewModelFromJson('['.repeat(100_000))).to.throw(SyntaxError, 'nests deeper');
  });

  it('reads a text of a megabyte', () => {
    expect(viewModelFromJson(JSON.stringify('\\"'.repeat(1 << 19)))).to.have.length(1 << 20);
  });
});
