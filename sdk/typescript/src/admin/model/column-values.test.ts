import { expect } from 'chai';
import { fits, isExactInSqlite, isSameValue, parseDecimal, plainDecimal } from './column-values.js';
import * as column from './column.js';
import type { Column, Value } from './column.js';

/** admin_cell.proto: a decimal has no exponent; leading and trailing zeros have no meaning. */
describe('admin: decimal', () => {
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
    it(`rejects "${text}" as a decimal`, () => expect(parseDecimal(text)).to.equal(undefined));
  }
});

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

function nested(open: string, inside: string, close: string, depth: number): string {
  return `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
}

describe('values to write (admin_record.proto, ColumnValue)', () => {
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
    ['digits alone', column.decimal(), '-12.25', '1.5e3'],
    ['digits from the beginning', column.decimal(), '0', '+1.5'],
    ['digits to the end', column.decimal(), '10', '1.5 '],
    ['as many characters as a decimal may have', column.decimal(), '9'.repeat(1000), '9'.repeat(1001)],
    ['a decimal as a text', column.decimal(), '1', Buffer.from('1')],
    ['a date as a text', column.date(), '2024-02-29', Buffer.from('2024-02-29')],
    ['a time as a text', column.time(), '12:00:00', Buffer.from('12:00:00')],
    ['one date alone', column.date(), '2024-02-29', '2024-02-292024-02-29'],
    ['a date without a time', column.date(), '2024-02-29', '2024-02-29T00:00:00Z'],
    ['a month that there is', column.date(), '2024-12-31', '2024-13-01'],
    ['no year 0', column.date(), '0001-01-01', '0000-12-31'],
    ['a time without a date', column.time(), '12:00:00', 'T12:00:00'],
    ['a time without a zone', column.time(), '12:00:00', '12:00:00Z'],
    ['the first instant of the contract', column.timestamp(), new Date(FIRST_INSTANT), new Date(FIRST_INSTANT - 1)],
    ['the last instant of the contract', column.timestamp(), new Date(LAST_INSTANT), new Date(LAST_INSTANT + 1)],
    ['null, which has no length', column.string({ maxLength: 2, nullable: true }), null, 'null'],
    ['the depth of objects', column.json(), nested('{"a":', '1', '}', 512), nested('{"a":', '1', '}', 513)],
    ['the depth of spaced JSON', column.json(), nested('[ ', '', ']', 512), nested('[ ', '', ']', 513)],
    ['brackets of a text of JSON', column.json(), JSON.stringify(`"${'['.repeat(1100)}`), '['.repeat(1100)],
    ['any number of texts in JSON', column.json(), JSON.stringify(Array(600).fill('ab')), '"'],
    ['any number of lists and objects side by side', column.json(), `[${Array(600).fill('[],{}').join()}]`, '['],
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
    it(`from a hook must have the type that a ${type} column has in code`, () => {
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
    ['-9223372036854775809', false],
    ['no decimal', false],
  ] as const) {
    it(`SQLite ${exact ? 'keeps' : 'would round'} ${decimal}`, () => expect(isExactInSqlite(decimal)).to.equal(exact));
  }
});

/** admin_record.proto, UpdateRecord: a write that changes nothing does not change the version. */
describe('admin: same value', () => {
  const same: readonly (readonly [Column, Value, Value])[] = [
    [column.string(), 'a', 'a'],
    [column.string({ nullable: true }), null, null],
    [column.bool(), true, true],
    [column.integer(), 3, 3],
    [column.bigint(), 2n ** 60n, 2n ** 60n],
    [column.bigint(), '5', 5n],
    [column.decimal(), '1.5', '1.50'],
    [column.decimal(), '-0.0', '0'],
    [column.decimal(), '100', '100.00'],
    [column.decimal(), '1.0e+02', '100'],
    [column.decimal(), '+.50', '0.5'],
    [column.timestamp(), new Date(5), new Date(5)],
    [column.bytes(), Buffer.from([0, 1]), Buffer.from([0, 1])],
    [column.json(), '{"a": [1, 2]}', '{"a":[1,2]}'],
    [column.json(), '{"n": 1234567890123456, "2": "5e"}', '{"n":1234567890123456,"\\u0032":"5e"}'],
    [column.time(), '08:30:00.5', '08:30:00.500'],
    [column.time(), '08:30:00', '08:30:00.0'],
  ];
  for (const [of, current, value] of same) {
    it(`${of.type}: ${String(current)} equals ${String(value)}`, () => {
      expect(isSameValue(of, current, value)).to.equal(true);
    });
  }

  const different: readonly (readonly [Column, Value | undefined, Value])[] = [
    [column.string(), undefined, ''],
    [column.string({ nullable: true }), '', null],
    [column.string({ nullable: true }), null, ''],
    [column.string(), 'a', 'A'],
    [column.string(), '1.5', '1.50'],
    [column.bool(), false, true],
    [column.string(), '{"a":1}', '{"a": 1}'],
    [column.integer(), 0, 1],
    [column.bigint(), 2n ** 60n, 2n ** 60n + 1n],
    [column.decimal(), '100', '10'],
    [column.decimal(), '-1', '1'],
    [column.decimal(), '.', '0'],
    [column.decimal(), '', '0'],
    [column.decimal(), '0.10', '0.01'],
    [column.timestamp(), new Date(5), new Date(6)],
    [column.bytes(), Buffer.from([0, 1]), Buffer.from([1, 0])],
    [column.json({ nullable: true }), null, 'null'],
    [column.json({ nullable: true }), 'null', null],
    [column.json(), '1', '1.00000000000000000001'],
    [column.json(), '1.00000000000000000001', '1'],
    [column.json(), '[1,2]', '[2,1]'],
    [column.json(), '["1"]', '[1]'],
    [column.json(), '{"2":1,"1":2}', '{"1":2,"2":1}'],
    [column.time(), '08:30:00', '08:30:10'],
    [column.json(), '9007199254740992', '9007199254740993'],
    [column.json(), '0.1234567890123456789', '0.1234567890123456788'],
    [column.json(), '1e400', '1e401'],
    [column.json(), '{"a":1,"b":2}', '{"b":2,"a":1}'],
    [column.json(), 'not json', 'nor this'],
  ];
  for (const [of, current, value] of different) {
    it(`${of.type}: ${String(current)} differs from ${String(value)}`, () => {
      expect(isSameValue(of, current, value)).to.equal(false);
    });
  }
});

describe('admin: the limits of a column', () => {
  it('hold for numbers of every kind, both ends included', () => {
    for (const of of [column.integer(), column.bigint(), column.double()]) {
      const limited = { ...of, minimum: 2, maximum: 5 };
      const valueOf = (number: number): Value => (of.type === 'bigint' ? BigInt(number) : number);
      for (const number of [2, 5]) expect(fits(limited, valueOf(number)), of.type).to.equal(true);
      for (const number of [1, 6]) expect(fits(limited, valueOf(number)), of.type).to.equal(false);
    }
  });
});
