import { expect } from 'chai';
import type { Column, ColumnType, Value } from '../model/column.js';
import { knownValue, storedCell, storedValue, UnfitValue } from './stored-value.js';

const of = (type: ColumnType): Column => ({ type, nullable: true, protected: false });

/** An array or an interval as pg returns it, which no other driver's types declare. */
const driversOwn = (value: object) => value as Uint8Array;

describe('stored values from drivers (admin_cell.proto)', () => {
  const FITTING: readonly (readonly [ColumnType, Parameters<typeof storedValue>[1], Value])[] = [
    ['bool', 1, true],
    ['bool', true, true],
    ['bool', '1', true],
    ['bool', false, false],
    ['bool', 0, false],
    ['bool', '0', false],
    ['bool', 0n, false],
    ['integer', 3, 3],
    ['integer', 3n, 3],
    ['integer', '9007199254740991', Number.MAX_SAFE_INTEGER],
    ['bigint', -(2n ** 63n), -(2n ** 63n)],
    ['bigint', '9223372036854775807', 2n ** 63n - 1n],
    ['double', '1.5', 1.5],
    ['decimal', '12.50', '12.50'],
    ['decimal', '-007.50', '-007.50'],
    ['decimal', '.5', '0.5'],
    ['decimal', '+1.50', '1.5'],
    ['decimal', '1.0e-06', '0.000001'],
    ['decimal', '-1.5e+20', '-150000000000000000000'],
    ['decimal', '1.25e+01', '12.5'],
    ['string', 5, '5'],
    ['string', Buffer.from('\u00fc'), '\u00fc'],
    ['date', '2024-02-29', '2024-02-29'],
    ['time', '23:59:59.5', '23:59:59.5'],
    ['timestamp', '2026-02-28 23:59:59', new Date('2026-02-28T23:59:59Z')],
    ['timestamp', 0, new Date(0)],
    ['json', '{"a":1}', '{"a":1}'],
    ['bytes', 'a', Buffer.from('a')],
    ['date', null, null],
    ['date', undefined, null],
    ['integer', '-5', -5],
    ['double', 1.5, 1.5],
    ['double', '12', 12],
    ['double', '12.25', 12.25],
    ['double', '1e5', 1e5],
    ['double', '1e+15', 1e15],
    ['double', '-1.5E-07', -1.5e-7],
    ['decimal', '-007', '-007'],
    ['string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['bytes', Buffer.from([0, 255]), Buffer.from([0, 255])],
    ['timestamp', new Date(5), new Date(5)],
    ['timestamp', 1e-7, new Date(0)],
    ['timestamp', '1234567890123', new Date(1_234_567_890_123)],
    ['timestamp', '-12.75', new Date(-12)],
    ['timestamp', '2026-02-28T23:59:59Z', new Date('2026-02-28T23:59:59Z')],
    ['timestamp', '2026-02-28 23:59:59+01:00', new Date('2026-02-28T22:59:59Z')],
    ['timestamp', '2026-02-28T23:59:59-0130', new Date('2026-03-01T01:29:59Z')],
  ];
  for (const [type, raw, value] of FITTING) {
    it(`reads ${String(raw)} of a ${type} column`, () => expect(storedValue(of(type), raw)).to.deep.equal(value));
  }

  const UNFIT: readonly (readonly [ColumnType, Parameters<typeof storedValue>[1], string])[] = [
    ['bool', 'yes', 'yes'],
    ['bool', 2, '2'],
    ['integer', 'abc', 'abc'],
    ['integer', '', ''],
    ['integer', 1.5, '1.5'],
    ['integer', 2 ** 53, '9007199254740992'],
    ['bigint', '9223372036854775808', '9223372036854775808'],
    ['bigint', '1.0e+20', '1.0e+20'],
    ['double', NaN, 'NaN'],
    ['double', '-Infinity', '-Infinity'],
    ['decimal', 'Inf', 'Inf'],
    ['decimal', '1,5', '1,5'],
    ['decimal', '.', '.'],
    ['string', Buffer.from([0xff, 0xfe]), '//4='],
    ['date', '2026-01-01 00:00:00', '2026-01-01 00:00:00'],
    ['date', '2026-02-30', '2026-02-30'],
    ['date', '', ''],
    ['date', '0044-03-15 BC', '0044-03-15 BC'],
    ['time', '10:00', '10:00'],
    ['time', '24:00:00', '24:00:00'],
    ['time', '10:00:00.5000000', '10:00:00.5000000'],
    ['time', `.${'0'.repeat(300_000)}1`, `.${'0'.repeat(498)}…`],
    ['timestamp', '2026-02-30 00:00:00', '2026-02-30 00:00:00'],
    ['timestamp', 'yesterday', 'yesterday'],
    ['timestamp', Infinity, 'Infinity'],
    ['timestamp', 253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
    ['json', '{', '{'],
    ['bytes', 7, '7'],
    ['bytes', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['bool', '01', '01'],
    ['integer', Buffer.from('5'), '5'],
    ['double', Buffer.from('5'), '5'],
    ['double', true, 'true'],
    ['double', ' 5', ' 5'],
    ['double', '5 ', '5 '],
    ['timestamp', true, 'true'],
    ['timestamp', Buffer.from('5'), '5'],
    ['timestamp', '2026-02-28 10:5', '2026-02-28 10:5'],
    ['timestamp', 'x2026-02-28 10:05', 'x2026-02-28 10:05'],
    ['timestamp', '2026-02-28 10:05Zx', '2026-02-28 10:05Zx'],
    ['timestamp', '2026-02-28 24:00:00', '2026-02-28 24:00:00'],
    ['timestamp', '2026-02-28 10:05 (about)', '2026-02-28 10:05 (about)'],
    ...(['string', 'bytes', 'double', 'timestamp'] as const).flatMap((type) => [
      [type, driversOwn(['a', 5n]), '["a","5"]'] as const,
      [type, driversOwn({ days: 1, hours: 2 }), '{"days":1,"hours":2}'] as const,
    ]),
  ];
  for (const [type, raw, text] of UNFIT) {
    it(`does not guess a value for ${String(raw).slice(0, 60)} of a ${type} column`, () => {
      expect(storedValue(of(type), raw)).to.deep.equal(new UnfitValue(text));
      expect(storedCell(of(type), raw)).to.deep.equal({ invalidValue: { raw: text } });
    });
  }

  it('gives code of the application null where it would get what does not fit', () => {
    expect(knownValue(of('date'), '2026-02-30')).to.equal(null);
    expect(knownValue(of('date'), '2026-02-28')).to.equal('2026-02-28');
  });

  it('writes a value out as a cell', () => {
    expect(storedCell(of('date'), '2026-02-28')).to.deep.equal({ dateValue: '2026-02-28' });
    expect(storedCell(of('date'), null)).to.deep.equal({ nullValue: true });
  });

  it('truncates a raw text to 500 characters and removes a NUL', () => {
    expect(storedValue(of('date'), 'x'.repeat(501))).to.deep.equal(new UnfitValue(`${'x'.repeat(499)}…`));
    expect(storedValue(of('date'), 'x'.repeat(500))).to.deep.equal(new UnfitValue('x'.repeat(500)));
    expect(storedValue(of('date'), '😀'.repeat(501))).to.deep.equal(new UnfitValue(`${'😀'.repeat(499)}…`));
    expect(storedValue(of('date'), 'a\0b')).to.deep.equal(new UnfitValue('a\ufffdb'));
  });

  it('cuts off long texts only, and no absent value', () => {
    for (const [type, raw, cell] of [
      ['integer', 12_345, { int64Value: '12345' }],
      ['decimal', '12345.67', { decimalValue: '12345.67' }],
      ['string', null, { nullValue: true }],
      ['string', undefined, { nullValue: true }],
      ['string', 'abc', { stringValue: 'abc' }],
      ['string', 'abcd', { truncatedValue: { text: 'abc' } }],
      ['json', '[1,2]', { truncatedValue: { text: '[1,' } }],
    ] as const)
      expect(storedCell(of(type), raw, 3), `${type} ${String(raw)}`).to.deep.equal(cell);
    expect(storedCell(of('string'), 'abcd')).to.deep.equal({ stringValue: 'abcd' });
  });

  for (const [type, head, tail] of [
    ['time', '0.', '1'],
    ['time', '0.', 'x'],
    ['decimal', '+0.', '1'],
    ['decimal', '0.', '1e5'],
    ['decimal', '', 'x'],
    ['double', '0.', 'x'],
    ['timestamp', '2026-01-01 10:00:00.', 'x'],
    ['json', '"', ''],
  ] satisfies [ColumnType, string, string][]) {
    it(`reads a long text that begins with ${head || 'zeros'} and ends with ${tail || 'zeros'} of a ${type} column in linear time`, () => {
      // A quadratic reader takes minutes for one.
      const text = `${head}${'0'.repeat(1_000_000)}${tail}`;
      expect(Object.keys(storedCell(of(type), text))).to.deep.equal(['invalidValue']);
    });
  }
});
