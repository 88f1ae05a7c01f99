import type { Cell as ProtoCell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import { adminRecordService } from '@gatehouse/proto/services';
import { expect } from 'chai';
import type { Cell, Column, ColumnType } from '../../admin/model/column.js';
import { toCell } from '../to-proto/admin.js';
import { checkedAnyCell, checkedCell } from './cell.js';

/** As received: through protobuf and the loader. */
function received(cell: ProtoCell) {
  const { responseSerialize, responseDeserialize } = adminRecordService.GetSettings;
  const { values } = responseDeserialize(responseSerialize({ values: { cells: [cell] } }));
  return values?.cells[0];
}

function column(type: ColumnType): Column {
  return { name: 'c', type, nullable: true, protected: false };
}

const CELLS: [type: ColumnType, cell: Cell][] = [
  ['bool', { kind: 'bool', value: false }],
  ['bool', { kind: 'bool', value: true }],
  ['integer', { kind: 'int64', value: 0n }],
  ['integer', { kind: 'int64', value: 2n ** 53n - 1n }],
  ['integer', { kind: 'int64', value: -(2n ** 53n - 1n) }],
  ['bigint', { kind: 'int64', value: 2n ** 53n + 1n }],
  ['bigint', { kind: 'int64', value: 2n ** 63n - 1n }],
  ['bigint', { kind: 'int64', value: -(2n ** 63n) }],
  ['double', { kind: 'double', value: 0 }],
  ['double', { kind: 'double', value: -1.5e300 }],
  ['double', { kind: 'double', value: NaN }],
  ['double', { kind: 'double', value: Infinity }],
  ['decimal', { kind: 'decimal', value: '-0.10' }],
  ['decimal', { kind: 'decimal', value: '123456789012345678901234567890' }],
  ['string', { kind: 'string', value: '' }],
  ['string', { kind: 'string', value: 'Grüße 🦉\0' }],
  ['date', { kind: 'date', value: '2024-02-29' }],
  ['time', { kind: 'time', value: '23:59:59.5' }],
  ['timestamp', { kind: 'timestamp', value: -1 }],
  ['timestamp', { kind: 'timestamp', value: 1_763_722_800_123 }],
  ['json', { kind: 'json', value: '{"a":[1,null]}' }],
  ['bytes', { kind: 'bytes', value: Buffer.from([0, 255]) }],
  ['bytes', { kind: 'bytes', value: Buffer.alloc(0) }],
];

describe('host: cell and to-proto (admin_cell.proto)', () => {
  for (const [type, cell] of CELLS) {
    const { value } = cell as { value: unknown };
    it(`round-trips ${cell.kind} ${Buffer.isBuffer(value) ? value.toString('hex') : JSON.stringify(String(value))}`, () => {
      expect(checkedCell(received(toCell(cell)), column(type))).to.deep.equal({ cell });
    });
  }

  it('accepts null for a column of any type', () => {
    for (const [type] of CELLS) {
      expect(checkedCell(received(toCell({ kind: 'null' })), column(type))).to.deep.equal({ cell: { kind: 'null' } });
    }
  });

  it("rejects a cell whose kind differs from its column's (brief: wrong cell kind)", () => {
    const types = [...new Set(CELLS.map(([type]) => type))];
    for (const [type, cell] of CELLS) {
      for (const other of types.filter((one) => one !== type)) {
        const related = cell.kind === 'int64' && (other === 'integer' || other === 'bigint');
        if (!related) expect(checkedCell(received(toCell(cell)), column(other))).to.have.property('problem');
      }
    }
  });

  const broken: [what: string, cell: ProtoCell, type: ColumnType][] = [
    ['a cell without a value', {}, 'string'],
    ['a null that is false', { nullValue: false }, 'string'],
    ['an integer of 2^53', { int64Value: '9007199254740992' }, 'integer'],
    ['an integer of -2^53', { int64Value: '-9007199254740992' }, 'integer'],
    ...['', '+1', '1e5', '1.', '.5', ' 1', '1,5', 'NaN', '0x1', '1'.repeat(1001)].map(
      (decimalValue): [string, ProtoCell, ColumnType] => [
        `the decimal ${decimalValue.slice(0, 10)}`,
        { decimalValue },
        'decimal',
      ],
    ),
    ...['', '2026-2-3', '2026-02-30', '2025-02-29', '0000-01-01', '2026-13-01', '2026-01-01T00:00:00Z'].map(
      (dateValue): [string, ProtoCell, ColumnType] => [`the date ${dateValue}`, { dateValue }, 'date'],
    ),
    ...['', '24:00:00', '12:00', '12:60:00', '12:00:60', '12:00:00.', '12:00:00.1234567', '12:00:00Z'].map(
      (timeValue): [string, ProtoCell, ColumnType] => [`the time ${timeValue}`, { timeValue }, 'time'],
    ),
    ['a timestamp after the year 9999', { timestampValue: { seconds: '253402300800' } }, 'timestamp'],
    ...['', '{', 'undefined', '{"a":1}x', "{'a':1}"].map((jsonValue): [string, ProtoCell, ColumnType] => [
      `the JSON ${jsonValue}`,
      { jsonValue },
      'json',
    ]),
  ];
  for (const [what, cell, type] of broken) {
    it(`rejects ${what}`, () => {
      expect(checkedCell(received(cell), column(type))).to.have.property('problem');
    });
  }

  it('never puts the value into a problem', () => {
    expect(JSON.stringify(checkedAnyCell(received({ dateValue: 'a secret' })))).to.not.contain('secret');
  });
});
