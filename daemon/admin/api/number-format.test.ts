import { expect } from 'chai';
import { formatNumber, numberFormatProblem } from './number-format.js';

describe('formats of numbers (AD-206)', () => {
  for (const [value, format, locale, expected] of [
    [1234567, undefined, 'en', '1,234,567'],
    [1234567, undefined, 'de', '1.234.567'],
    [0.1, undefined, 'de', '0,1'],
    ['12.50', undefined, 'en', '12.50'],
    ['9007199254740993', undefined, 'en', '9,007,199,254,740,993'],
    ['-0.10', undefined, 'de', '-0,10'],
    [1234.5, '#,##0', 'en', '1,235'],
    [1234.5, '0.00', 'en', '1234.50'],
    [5, '000', 'en', '005'],
    [1234.5, '#,##0.0# €', 'de', '1.234,5 €'],
    ['12345678901234567.891', '#,##0.00', 'en', '12,345,678,901,234,567.89'],
    [3.14159, '%.2f', 'en', '3.14'],
    [7, '%05d', 'en', '00007'],
    [-7, '%05d', 'en', '-0007'],
    [7, '%-4d|', 'en', '7   |'],
    [7, '%+d', 'en', '+7'],
    [7, "%'x4d", 'en', 'xxx7'],
    [255, '%x %X %o %b', 'en', 'ff FF 377 11111111'],
    ['9007199254740993', '%d', 'en', '9007199254740993'],
    [50, '%s%%', 'en', '50%'],
    [12, 'pieces', 'en', '12'],
    // Money: the digits of a decimal column, and not those of the nearest double.
    ['12345678901234567.89', '%.2f', 'en', '12345678901234567.89'],
    ['1.005', '%.2f', 'en', '1.01'],
    [1.005, '%.2f', 'en', '1.01'],
    [1e22, '%.1f', 'en', '10000000000000000000000.0'],
    ['-0.5', '%d', 'en', '0'],
    [-1, '%x', 'en', 'ffffffffffffffff'],
    [1e20, '%d', 'en', '100000000000000000000'],
    [5, '%1$s of %1$03d', 'en', '5 of 005'],
    [5, '% 3d', 'en', '  5'],
    [5, '0.0 %', 'en', '5.0 %'],
    [1234.5, '#', 'en', '1235'],
    [0, '#.##', 'en', '0'],
    [5, '$ 0', 'en', '$ 5'],
    ['', '0', 'en', undefined],
    ['5', '', 'en', '5'],
    ['-12.3456789012345678901234', undefined, 'en', '-12.34567890123456789012'],
  ] as const) {
    it(`formats ${String(value)} by ${String(format)} in ${locale} as ${expected}`, () =>
      expect(formatNumber(value, format, locale)).to.equal(expected));
  }

  it('returns undefined for values that are not numbers', () => {
    for (const value of ['', 'many', '1e5', '0x10', 'x5', '5x', '1.', '.5', null, true, [1], ['1']]) {
      expect(formatNumber(value, undefined, 'en'), String(value)).to.equal(undefined);
    }
  });

  it('has no problem with what it can use, and never throws', () => {
    for (const format of ['#,##0.00', '0', '#', '$ #,##0', '%d', '%.2f', '%s%%', '%1$s', "%'x4d"]) {
      expect(numberFormatProblem(format), format).to.equal(undefined);
    }
    for (const format of ['0'.repeat(21), `${'#'.repeat(30)}0`, `0.${'#'.repeat(20)}`, '%200d', '%.20f']) {
      expect(numberFormatProblem(format), format).to.equal(undefined);
    }
    for (const [format, problem] of [
      ['', 'has no place for the value'],
      ['USD', 'has no place for the value'],
      ['0.00;(0.00)', 'has no place for the value'],
      ['0.0 %', 'has a percent sign in a pattern; write %.1f %% for a number and a percent sign'],
      ['%d %', 'contains "%", which is not a conversion'],
      ['%d %q', 'contains "%q", which is not a conversion'],
      ['%999999999d', 'has the width 999999999, above 200'],
      ['%.99f', 'has the precision 99, above 20'],
      ['%201d', 'has the width 201, above 200'],
      ['%.21f', 'has the precision 21, above 20'],
      ['%d of x%qwerty', 'contains "%qwer", which is not a conversion'],
      ['%d %    y', 'contains "%", which is not a conversion'],
      ['0'.repeat(22), 'has more digits than 21 before the point or 20 behind it'],
      [`0.${'#'.repeat(21)}`, 'has more digits than 21 before the point or 20 behind it'],
    ] as const) {
      expect(numberFormatProblem(format), format).to.equal(problem);
      expect(formatNumber(5, format, 'en')).to.be.a('string');
    }
  });
});
