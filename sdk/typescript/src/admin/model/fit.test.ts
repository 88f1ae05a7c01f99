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
    ['a day that there is', column.date(), '2024-02-29', '2023-02-29'],
    ['a day in the spelling of the contract', column.date(), '0001-01-01', '2024-2-9'],
    ['a time of the day', column.time(), '23:59:59.999999', '24:00:00'],
    ['the last 64-bit integer', column.bigint(), 2n ** 63n - 1n, -(2n ** 63n) - 1n],
    ['a finite number', column.double(), 1e308, Infinity],
    ['the depth of JSON', column.json(), '['.repeat(512) + ']'.repeat(512), '['.repeat(513) + ']'.repeat(513)],
  ] as const) {
    it(`hold ${what}`, () => expect([fits(of, good), fits(of, bad)]).to.deep.equal([true, false]));
  }

  const ofEachType = {
    bool: [column.bool(), true],
    integer: [column.integer(), 1],
    bigint: [column.bigint(), 1n],
    decimal: [column.decimal(), '1'],
    string: [column.string(), 'a'],
    date: [column.date(), '2024-02-29'],
    time: [column.time(), '12:00:00'],
    timestamp: [column.timestamp(), new Date(0)],
    json: [column.json(), '{}'],
    bytes: [column.bytes(), Buffer.alloc(1)],
  } as const;
  for (const [type, [of, good]] of Object.entries(ofEachType)) {
    it(`of a hook have the type that a ${type} column has in code, and no other`, () => {
      const isText = typeof good === 'string';
      const others = [true, 1.5, 1n, 'text', new Date(0), Buffer.alloc(1)].filter(
        (value) => typeof value !== typeof good || value.constructor !== good.constructor,
      );
      expect(fits(of, good)).to.equal(true);
      for (const other of others) expect(fits(of, other), String(other)).to.equal(false);
      if (isText && type !== 'string') expect(fits(of, 'text')).to.equal(false);
    });
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
