import { expect } from 'chai';
import { parseDecimal, plainDecimal } from './decimal.js';

/** admin_cell.proto: a decimal is written without an exponent; the zeros at its ends mean nothing. */
describe('admin/model/decimal', () => {
  for (const [written, plain] of [
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['+1.5', '1.5'],
    ['01.50', '1.5'],
    ['-007.50', '-7.5'],
    ['.5', '0.5'],
    ['-.50', '-0.5'],
    ['5.', '5'],
    ['100', '100'],
    ['100.00', '100'],
    ['0.010', '0.01'],
    ['1.0e+20', '100000000000000000000'],
    ['-1.25E+01', '-12.5'],
    ['1.0e-06', '0.000001'],
    ['12.5e1', '125'],
    ['125e-2', '1.25'],
    ['125e-3', '0.125'],
    ['0.0e5', '0'],
    ['00120e-1', '12'],
    ['9'.repeat(1000), '9'.repeat(1000)],
  ] as const) {
    it(`writes ${written.slice(0, 20)} as ${plain.slice(0, 22)}`, () => {
      const decimal = parseDecimal(written);
      expect(decimal && plainDecimal(decimal)).to.equal(plain);
    });
  }

  for (const text of [
    '',
    '.',
    '-',
    '+',
    'e5',
    '.e5',
    '1,5',
    '1 ',
    ' 1',
    '0x10',
    'Inf',
    'NaN',
    '1e',
    '1e1000',
    '--1',
    '1.2.3',
  ]) {
    it(`takes "${text}" for no decimal`, () => expect(parseDecimal(text)).to.equal(undefined));
  }
});
