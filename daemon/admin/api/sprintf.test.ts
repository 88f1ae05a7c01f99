import { expect } from 'chai';
import { isSprintf, sprintf, sprintfProblem } from './sprintf.js';

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
    ['12345.678 kg', '%.1e', '1.2e+4'],
    [12345.678, '%e', '1.234568e+4'],
    [1.5, '%f', '1.500000'],
    ['1.5', '%F', '1.500000'],
    [1234.5, '%.1f', '1234.5'],
    [-7, '%+d', '-7'],
    [7, '%+.1f %+F %+.1e %+.1E', '+7.0 +7.000000 +7.0e+0 +7.0E+0'],
    [7, '%+s', '7'],
    [-1, '%u', '18446744073709551615'],
    [7.9, '%u', '7'],
    [1e21, '%d', '1000000000000000000000'],
    [5e-7, '%d', '0'],
    [5e-7, '%.1e', '5.0e-7'],
    [5e-7, '%.7f', '0.0000005'],
    [Infinity, '%d', '0'],
    [Number.NaN, '%d', '0'],
    ['-12.9', '%d', '-12'],
    ['12', '%.1f', '12.0'],
    [7, '%-05d|', '7    |'],
    [7, "%'x-5d|", '7xxxx|'],
    [-7, '% 5d', '   -7'],
    [-7, "%'x5d", 'xxx-7'],
    [7, '%+05d', '+0007'],
    [0.00001, '%010.1e', '00001.0e-5'],
    ['ab', '%1s', 'ab'],
    ['ab', '%.0s', ''],
    [5, '100%%', '100%'],
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

  it('has a place for the value in a conversion, and not in a percent sign', () => {
    for (const format of ['%s', '%%%d', '100%% of %1$s']) expect(isSprintf(format), format).to.equal(true);
    for (const format of ['', 'pieces', '%%', '%', '%2$s']) expect(isSprintf(format), format).to.equal(false);
  });
});
