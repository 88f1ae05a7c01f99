import { expect } from 'chai';
import { sprintf, sprintfProblem } from './sprintf.js';

describe("texts by PHP's sprintf (AD-206)", () => {
  for (const [value, format, expected] of [
    ['Übung', '%s!', 'Übung!'],
    ['a😀b', '%.2s', 'a😀'],
    ['😀', "%'*3s", '**😀'],
    ['ab', '%-4s|', 'ab  |'],
    ['abc', '%d', '0'],
    ['kg 12', '%d', '0'],
    [' +12.9 kg', '%d', '12'],
    ['12 kg', '%05.1f', '012.0'],
    ['', '%.2f', '0.00'],
    [12345.678, '%.2e %.1E', '1.23e+4 1.2E+4'],
  ] as const) {
    it(`writes ${JSON.stringify(value)} by ${format} as ${JSON.stringify(expected)}`, () =>
      expect(sprintf(format, value)).to.equal(expected));
  }

  it('has a problem with a format that has no place for the value, or a percent sign without a meaning', () => {
    expect(sprintfProblem('%s pieces')).to.equal(undefined);
    expect(sprintfProblem('pieces')).to.equal('has no place for the value');
    expect(sprintfProblem('100%% off')).to.equal('has no place for the value');
    expect(sprintfProblem('%s: 100%')).to.equal('contains "%", which is not a conversion');
  });
});
