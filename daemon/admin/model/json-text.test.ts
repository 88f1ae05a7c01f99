import { expect } from 'chai';
import { ExactNumber, exactJson, parseExactly } from './json-text.js';

describe('admin: JSON texts with numbers that doubles would round (AD-81)', () => {
  for (const [what, text] of [
    ['integers', '{"a":12345678901234567890,"b":[9007199254740993,-9007199254740993]}'],
    ['numbers too large and too small for a double', '[1e400,-1E+400,1e-400]'],
    ['fractions', '{"deep":{"er":[0.12345678901234567890]}}'],
    ['a number alone', '12345678901234567890'],
    ['texts that look like numbers', '["12345678901234567890",12345678901234567890]'],
    ['keys that look like numbers', '{"12345678901234567890":12345678901234567890}'],
    ['keys that every object has', '{"__proto__":12345678901234567890,"constructor":1}'],
    ['escapes and brackets in texts', '["\\"[{\\\\",12345678901234567890,"$1 $& 1e400"]'],
  ] as const) {
    it(`writes ${what} as they were`, () => expect(exactJson(parseExactly(text))).to.equal(text));
  }

  it('leaves all other numbers as numbers', () => {
    const value = parseExactly('{"a":1.50,"b":-0.1,"c":1e5,"d":12345678901234567890}');
    expect(value).to.deep.equal({ a: 1.5, b: -0.1, c: 100000, d: new ExactNumber('12345678901234567890') });
    expect(parseExactly('{"a":1.50}')).to.deep.equal({ a: 1.5 });
  });
});
