import { expect } from 'chai';
import { formatNumber } from './number-format.js';

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
  ] as const) {
    it(`formats ${String(value)} by ${String(format)} in ${locale} as ${expected}`, () =>
      expect(formatNumber(value, format, locale)).to.equal(expected));
  }

  it('returns undefined for values that are not numbers', () => {
    for (const value of ['', 'many', '1e5', '0x10', null, true, [1]]) {
      expect(formatNumber(value, undefined, 'en'), String(value)).to.equal(undefined);
    }
  });
});
