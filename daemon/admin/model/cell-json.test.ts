import { expect } from 'chai';
import { isProblem } from '../api/errors.js';
import { cellFromJson, cellToJson, choiceText, choiceToJson, Unencodable } from './cell-json.js';
import type { Column, ColumnType } from './column.js';
import { plainDecimal } from './text-formats.js';

function column(type: ColumnType, more: Partial<Column> = {}): Column {
  return { name: 'c', type, nullable: false, protected: false, ...more };
}

function read(of: Column, value: unknown): unknown {
  const result = cellFromJson(of, value);
  if (isProblem(result)) return result.rule;
  return result.kind === 'null' ? null : result.value;
}

describe('admin: cell from json (AD-81)', () => {
  const cases: readonly [Column, readonly [unknown, unknown][]][] = [
    [
      column('bool'),
      [
        [true, true],
        [false, false],
        [1, 'bool'],
        ['true', 'bool'],
      ],
    ],
    [
      column('integer', { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n }),
      [
        [12, 12n],
        [-0, 0n],
        ['-12', -12n],
        [1.5, 'integer'],
        ['x', 'integer'],
        ['1.0', 'integer'],
        ['', 'integer'],
        [true, 'integer'],
        [[1], 'integer'],
        [Number.NaN, 'integer'],
        [1e21, 'integer_range'],
        [2 ** 31, 'integer_range'],
        [2 ** 53, 'integer_range'],
        ['9'.repeat(100), 'integer_range'],
        ['9'.repeat(101), 'integer'],
      ],
    ],
    [
      column('bigint'),
      [
        [2 ** 53 - 1, 9007199254740991n],
        [2 ** 53, 'exact_number'],
        ['9007199254740993', 9007199254740993n],
        ['9223372036854775807', 9223372036854775807n],
        ['9223372036854775808', 'integer_range'],
        ['99999999999999999999', 'integer_range'],
        ['-99999999999999999999', 'integer_range'],
        [-1e300, 'integer_range'],
      ],
    ],
    [
      column('double'),
      [
        [1.5, 1.5],
        ['1.5', 'number'],
        [null, 'not_nullable'],
      ],
    ],
    [
      column('decimal', { precision: 6, scale: 2 }),
      [
        ['12.50', '12.5'],
        [12.5, '12.5'],
        ['-0012.5', '-12.5'],
        ['-0.00', '0'],
        ['9999.99', '9999.99'],
        ['10000', 'decimal_digits'],
        ['1.005', 'decimal_digits'],
        ['1e2', 'decimal'],
        ['1.', 'decimal'],
        [1e21, 'decimal'],
        ['', 'decimal'],
      ],
    ],
    [
      column('string', { maxLength: 3 }),
      [
        ['', ''],
        ['abc', 'abc'],
        ['abcd', 'string_length'],
        ['😀😀😀', '😀😀😀'],
        [1, 'string'],
        ['a\0', 'string_characters'],
        ['\ud800', 'string_characters'],
      ],
    ],
    [
      column('date'),
      [
        ['2024-02-29', '2024-02-29'],
        ['2026-02-29', 'date'],
        ['2026-2-1', 'date'],
        ['2026-04-31', 'date'],
        ['0000-01-01', 'date'],
        ['2026-04-01T00:00:00Z', 'date'],
        [20260401, 'date'],
      ],
    ],
    [
      column('time'),
      [
        ['23:59', '23:59:00'],
        ['23:59:59.5', '23:59:59.5'],
        ['24:00', 'time'],
        ['12:60', 'time'],
      ],
    ],
    [
      column('timestamp'),
      [
        ['1970-01-01T00:00:00Z', 0],
        ['1970-01-01T02:00:00.0019+02:00', 1],
        ['1970-01-01 00:00:00Z', 'timestamp'],
        ['1970-01-01T00:00:00', 'timestamp'],
        ['1970-02-30T00:00:00Z', 'timestamp'],
        ['1970-01-01T24:00:00Z', 'timestamp'],
        [0, 'timestamp'],
      ],
    ],
    [
      column('json'),
      [
        [['a', 1], '["a",1]'],
        [false, 'false'],
        ['{"a": 1}', '{"a": 1}'],
        ['{a}', 'json'],
        ['{"a":{"b":1,"\\u0062":2}}', 'json_repeated'],
        ['[{"a":1},{"a":2}]', '[{"a":1},{"a":2}]'],
      ],
    ],
    [
      column('bytes', { maxLength: 2 }),
      [
        ['AQI=', Buffer.from([1, 2])],
        ['AQID', 'bytes_length'],
        ['A', 'bytes'],
        [1, 'bytes'],
      ],
    ],
  ];
  for (const [of, values] of cases) {
    for (const [value, expected] of values) {
      it(`${of.type}: ${JSON.stringify(value)}`, () => expect(read(of, value)).to.deep.equal(expected));
    }
  }

  it('accepts null only in a nullable column', () => {
    expect(read(column('string', { nullable: true }), null)).to.equal(null);
    expect(read(column('string'), null)).to.equal('not_nullable');
  });
});

describe('admin: cell to json (AD-48)', () => {
  it('returns 64-bit integers, decimals and times as text, everything else as JSON (AD-48)', () => {
    expect(cellToJson('integer', { kind: 'int64', value: 7n })).to.equal(7);
    expect(cellToJson('bigint', { kind: 'int64', value: 9007199254740993n })).to.equal('9007199254740993');
    expect(cellToJson('decimal', { kind: 'decimal', value: '12.50' })).to.equal('12.50');
    expect(cellToJson('timestamp', { kind: 'timestamp', value: 1 })).to.equal('1970-01-01T00:00:00.001Z');
    expect(cellToJson('json', { kind: 'json', value: '{"a":[1]}' })).to.deep.equal({ a: [1] });
    expect(cellToJson('bytes', { kind: 'bytes', value: Buffer.from([1, 2]) })).to.equal('AQI=');
    expect(cellToJson('string', { kind: 'null' })).to.equal(null);
  });

  for (const text of [
    '"word"',
    '"12"',
    '"null"',
    '""',
    '12',
    'true',
    '["12"]',
    '{"id":12345678901234567890}',
    '12345678901234567890',
  ]) {
    it(`returns the JSON value ${text} so that a client can send it back (AD-81)`, () => {
      const shown = cellToJson('json', { kind: 'json', value: text });
      expect(cellFromJson(column('json'), JSON.parse(JSON.stringify(shown)))).to.deep.equal({
        kind: 'json',
        value: text,
      });
    });
  }

  it('throws for NaN and the infinities (AD-46)', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(() => cellToJson('double', { kind: 'double', value })).to.throw(Unencodable);
    }
  });
});

const of = (type: ColumnType): Column => ({ name: 'c', type, nullable: true, protected: false });

describe('admin: choice (AD-83)', () => {
  for (const [type, spellings, value] of [
    ['decimal', ['1.5', '1.50', '01.500'], '1.5'],
    ['decimal', ['0', '-0', '0.00', '-0.0'], '0'],
    ['decimal', ['-100', '-100.0'], '-100'],
    ['integer', ['7', '07'], '7'],
    ['bigint', ['9007199254740993'], '9007199254740993'],
    ['bool', ['1', 'true', 'on'], 'true'],
    ['bool', ['0', 'false'], 'false'],
    ['string', ['1.50'], '1.50'],
    ['json', ['1.50'], '1.50'],
  ] as const) {
    it(`${type}: reads ${spellings.join(', ')} as the choice ${value}`, () => {
      for (const spelling of spellings) expect(choiceText(of(type), spelling), spelling).to.equal(value);
    });
  }

  it('returns the text itself without a column', () => expect(choiceText(undefined, '1.50')).to.equal('1.50'));

  it('returns undefined if the column cannot hold it', () => {
    for (const [type, text] of [
      ['integer', '1.5'],
      ['decimal', 'x'],
      ['bool', '2'],
      ['decimal', ''],
    ] as const)
      expect(choiceText(of(type), text), text).to.equal(undefined);
  });

  it("shows a record's choice in its canonical text, without the database's trailing zeros", () => {
    expect(choiceToJson('decimal', { kind: 'decimal', value: '1.50' })).to.equal('1.5');
    expect(choiceToJson('integer', { kind: 'int64', value: 7n })).to.equal(7);
  });

  it('keeps all significant digits', () => {
    for (const text of ['10', '100', '0.01', '-0.5', '12345678901234567890.10203', '1000.001'])
      expect(plainDecimal(text), text).to.equal(text);
  });
});
