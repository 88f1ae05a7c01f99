import type { Cell__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { expect } from 'chai';
import { columnValueFrom, toProtoCell, valueFrom } from './cell.js';
import * as column from './model/column.js';
import type { Value } from './model/column.js';

const cell = (kind: NonNullable<Cell__Output['value']>, value: unknown): Cell__Output => ({
  value: kind,
  [kind]: value,
});
const NOON = new Date('2026-02-28T12:00:00.500Z');

describe('cells of requests and answers (admin_cell.proto)', () => {
  for (const [kind, sent, value] of [
    ['nullValue', true, null],
    ['boolValue', true, true],
    ['boolValue', false, false],
    ['int64Value', '9223372036854775807', 9_223_372_036_854_775_807n],
    ['int64Value', '0', 0n],
    ['doubleValue', 0.5, 0.5],
    ['timestampValue', { seconds: String(NOON.getTime() / 1000 - 0.5), nanos: 500_000_000 }, NOON],
    ['decimalValue', '-1.50', '-1.50'],
    ['stringValue', 'text', 'text'],
    ['dateValue', '2026-02-28', '2026-02-28'],
    ['timeValue', '08:30:00.500', '08:30:00.5'],
    ['jsonValue', '{"a":1}', '{"a":1}'],
  ] as const) {
    it(`reads ${kind} as ${String(value)}`, () => {
      expect(valueFrom(cell(kind, sent))).to.deep.equal(value);
    });
  }

  it('reads bytes as a buffer', () => {
    const value = valueFrom(cell('bytesValue', Buffer.from([1, 2])));
    expect(value).to.deep.equal(Buffer.from([1, 2]));
  });

  it('reads no cell without a value, nor one that only answers have', () => {
    for (const unread of [
      null,
      undefined,
      {},
      cell('invalidValue', { raw: 'x' }),
      cell('truncatedValue', { text: 'x' }),
    ])
      expect(() => valueFrom(unread)).to.throw(TypeError, 'without a check of its rules');
  });

  it('reads an integer as the number that its column has', () => {
    expect(columnValueFrom(column.integer(), cell('int64Value', '5'))).to.equal(5);
    expect(columnValueFrom(column.bigint(), cell('int64Value', '5'))).to.equal(5n);
    expect(columnValueFrom(column.double(), cell('int64Value', '5'))).to.equal(5n);
    expect(columnValueFrom(column.integer(), cell('stringValue', '5'))).to.equal('5');
    expect(columnValueFrom(column.integer(), cell('nullValue', true))).to.equal(null);
  });

  for (const [of, value, sent] of [
    [column.bool(), true, { boolValue: true }],
    [column.bool(), false, { boolValue: false }],
    [column.integer(), 5, { int64Value: '5' }],
    [column.integer(), 0.5, { doubleValue: 0.5 }],
    [column.bigint(), 5n, { int64Value: '5' }],
    [column.bigint(), Infinity, { doubleValue: Infinity }],
    [column.double(), 0.5, { doubleValue: 0.5 }],
    [column.decimal(), '1.50', { decimalValue: '1.50' }],
    [column.string(), 'text', { stringValue: 'text' }],
    [column.date(), '2026-02-28', { dateValue: '2026-02-28' }],
    [column.time(), '08:30:00', { timeValue: '08:30:00' }],
    [column.json(), '[]', { jsonValue: '[]' }],
    [column.timestamp(), NOON, { timestampValue: { seconds: NOON.getTime() / 1000 - 0.5, nanos: 500_000_000 } }],
    [column.bytes(), Buffer.from([1]), { bytesValue: Buffer.from([1]) }],
  ] as const) {
    it(`sends ${String(value)} of a column of the type ${of.type}`, () => {
      expect(toProtoCell(of, value)).to.deep.equal(sent);
      expect(toProtoCell(of, null)).to.deep.equal({ nullValue: true });
    });
  }

  it('sends nothing that a column of times or bytes cannot have', () => {
    for (const value of [0, 'text', true, Buffer.alloc(1)] as Value[])
      expect(() => toProtoCell(column.timestamp(), value), String(value)).to.throw(TypeError, 'a timestamp must be');
    for (const value of [0, 'text', true, NOON] as Value[])
      expect(() => toProtoCell(column.bytes(), value), String(value)).to.throw(TypeError, 'bytes must be a Buffer');
  });
});
