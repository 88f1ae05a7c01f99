import { expect } from 'chai';
import * as column from './column.js';
import { fits, isExactInSqlite } from './fit.js';

describe('values that are to be written (admin_record.proto, ColumnValue)', () => {
  for (const [what, of, good, bad] of [
    ['a length in characters', column.string({ maxLength: 2 }), '\u{1f989}\u{1f989}', 'abc'],
    ['characters that a database can hold', column.string(), 'a', 'a\0'],
    ['whole surrogate pairs', column.string(), '\u{1f989}', '\ud83e'],
    ['a length in bytes', column.bytes({ maxLength: 2 }), Buffer.alloc(2), Buffer.alloc(3)],
    ['a minimum', column.integer({ minimum: 1 }), 1, 0],
    ['a maximum', column.integer({ maximum: 1 }), 1, 2],
    ['64 bits', column.bigint(), -(2n ** 63n), 2n ** 63n],
    ['a precision', column.decimal({ precision: 4, scale: 2 }), '-099.990', '100.00'],
    ['a scale', column.decimal({ precision: 4, scale: 2 }), '0.99', '0.999'],
    ['no fraction without a scale', column.decimal({ precision: 3 }), '999.0', '9.5'],
    ['the years of the contract', column.timestamp(), new Date(0), new Date(Date.UTC(10_000, 0, 1))],
    ['a date', column.timestamp(), null, new Date(NaN)],
    ['a finite number', column.double(), 1e308, Infinity],
    ['the depth of JSON', column.json(), '['.repeat(512) + ']'.repeat(512), '['.repeat(513) + ']'.repeat(513)],
  ] as const) {
    it(`hold ${what}`, () => expect([fits(of, good), fits(of, bad)]).to.deep.equal([true, false]));
  }

  for (const [decimal, exact] of [
    ['123456789.123456', true],
    ['-0.000000000000000123456789012345', true],
    ['123456789012345000000000', true],
    ['9223372036854775807', true],
    ['9223372036854775807.0', true],
    ['123456789.1234567', false],
    ['9223372036854775809', false],
    ['-9223372036854775808', true],
    ['0.1234567890123456', false],
  ] as const) {
    it(`SQLite ${exact ? 'keeps' : 'would round'} ${decimal}`, () => expect(isExactInSqlite(decimal)).to.equal(exact));
  }
});
