import { expect } from 'chai';
import type { Cell } from './generated/gatehouse/host/v1/Cell.js';
import type { Record as ProtoRecord } from './generated/gatehouse/host/v1/Record.js';
import type { Record__Output } from './generated/gatehouse/host/v1/Record.js';
import type { RecordColumns, RecordColumns__Output } from './generated/gatehouse/host/v1/RecordColumns.js';
import { ColumnsMismatch, readRecordColumns, toRecordColumns } from './record-columns.js';
import { adminRecordService } from './services.js';

type Sent = Required<ProtoRecord>;

const { responseSerialize, responseDeserialize } = adminRecordService.ListRecords;

function received(columns: RecordColumns): RecordColumns__Output {
  return responseDeserialize(responseSerialize({ page: { columns } })).page!.columns!;
}

function readBack(columns: RecordColumns): Record__Output[] {
  return readRecordColumns(received(columns), (record) => record);
}

/** The same records as a host without columns sends them. */
function asRecords(records: Sent[]): Record__Output[] {
  return responseDeserialize(responseSerialize({ page: { records } })).page!.records;
}

const CELLS: readonly Cell[] = [
  { nullValue: true },
  { boolValue: true },
  { boolValue: false },
  { int64Value: '-9223372036854775808' },
  { int64Value: '9223372036854775807' },
  { int64Value: '0' },
  { int64Value: '-42' },
  { int64Value: '999999999999999999' },
  { int64Value: '1000000000000000000' },
  { doubleValue: -0.5 },
  { doubleValue: Infinity },
  { decimalValue: '-12.50' },
  { stringValue: 'Ünïcode 😀' },
  { stringValue: '' },
  { dateValue: '2026-02-28' },
  { timeValue: '23:59:59.5' },
  { timestampValue: { seconds: -62_135_596_800, nanos: 0 } },
  { timestampValue: { seconds: 1_700_000_000, nanos: 123_000_000 } },
  { jsonValue: '{"a":1}' },
  { bytesValue: Buffer.from([0, 255]) },
  { invalidValue: { raw: 'abc' } },
  { truncatedValue: { text: 'The first' } },
];

const record = (id: string, cells: Cell[], relations: Sent['relations'] = [], version = '1'): Sent => ({
  id,
  version,
  cells,
  relations,
});

describe('records as columns (admin_record.proto, RecordColumns)', () => {
  it('are no columns without a record', () => {
    expect(toRecordColumns([])).to.deep.include({ ids: [], cells: [], relations: [] });
  });

  it('are the records that they were made of, with cells of every kind in every place (HC-40)', () => {
    const records = CELLS.map((cell, index) =>
      record(`id ${String(index)}`, [cell, CELLS.at(-1 - index)!, { stringValue: String(index) }]),
    );
    expect(readBack(toRecordColumns(records))).to.deep.equal(asRecords(records));
  });

  it('have no versions if the model is not versioned', () => {
    const records = [record('1', [], [], ''), record('2', [], [], '')];
    expect(toRecordColumns(records)).to.have.property('versions').that.deep.equals([]);
    expect(readBack(toRecordColumns(records))).to.deep.equal(asRecords(records));
  });

  it('carry related records, numbers of them, and none (HC-40)', () => {
    const label = (id: string, text: string) => ({ id, value: { stringValue: text } });
    const related = (...records: ReturnType<typeof label>[]) => ({ related: { records, hasMore: false } });
    const records = [
      record('1', [], [related(label('7', 'Tools')), related(label('1', 'a'), label('2', 'b')), { count: '3' }]),
      record('2', [], [related(), { related: { records: [label('3', 'c')], hasMore: true } }, { count: '0' }]),
    ];
    const columns = toRecordColumns(records);
    expect(columns.relations?.map(({ ids }) => ids)).to.deep.equal([['7', ''], undefined, undefined]);
    expect(readBack(columns)).to.deep.equal(asRecords(records));
  });

  it('keep a place without a cell, and a relation without a value', () => {
    const records = [
      record('1', [{}, { stringValue: 'a' }], [{}]),
      record('2', [{ int64Value: '1' }, {}], [{ count: '2' }]),
    ];
    expect(readBack(toRecordColumns(records))).to.deep.equal(asRecords(records));
  });

  for (const [what, several] of [
    ['more records than it carries', { records: [{ id: '3', value: { stringValue: 'c' } }], hasMore: true }],
    ['two records', { records: ['3', '4'].map((id) => ({ id, value: { stringValue: 'c' } })), hasMore: false }],
  ] as const) {
    it(`carry each value of a relation as it is if one has ${what}`, () => {
      const related = { records: [...several.records], hasMore: several.hasMore };
      const records = [record('1', [], [{ related: { records: [], hasMore: false } }]), record('2', [], [{ related }])];
      const columns = toRecordColumns(records);
      expect(columns.relations).to.have.length(1).and.to.have.nested.property('[0].each.length', 2);
      expect(readBack(columns)).to.deep.equal(asRecords(records));
    });
  }

  const broken: Record<string, [columns: RecordColumns, problem: string]> = {
    'versions for other records': [{ ids: ['1'], versions: ['1', '2'] }, 'have 2 versions for 1 records'],
    'too few kinds': [{ ids: ['1', '2'], cells: [{ kinds: Buffer.from([1]) }] }, 'have 1 kinds for 2 records'],
    'a kind without its value': [{ ids: ['1'], cells: [{ kinds: Buffer.from([6]) }] }, 'have fewer values than kinds'],
    'a value without its kind': [
      { ids: ['1'], cells: [{ kinds: Buffer.from([1]), texts: ['left'] }] },
      'have more values than kinds',
    ],
    'a label without its kind': [
      { ids: ['1'], relations: [{ ids: [''], values: { kinds: Buffer.from([0]), texts: ['left'] } }] },
      'have more values than kinds',
    ],
    'an integer of more than 64 bits': [
      { ids: ['1'], cells: [{ kinds: Buffer.from([3]), texts: ['9223372036854775808'] }] },
      'have an int64_value that is no 64-bit integer',
    ],
    'an integer that is none': [
      { ids: ['1'], cells: [{ kinds: Buffer.from([3]), texts: ['1e3'] }] },
      'have an int64_value that is no 64-bit integer',
    ],
    ...Object.fromEntries(
      ['1234567890123456789x', 'x1234567890123456789', '0123456789012345678', '-9223372036854775809', '', '1.5'].map(
        (digits): [string, [RecordColumns, string]] => [
          `"${digits}" as an integer`,
          [
            { ids: ['1'], cells: [{ kinds: Buffer.from([3]), texts: [digits] }] },
            'have an int64_value that is no 64-bit integer',
          ],
        ],
      ),
    ),
    'related ids of other records': [
      { ids: ['1'], relations: [{ ids: ['7', '8'] }] },
      'have 2 related ids for 1 records',
    ],
    'relation values of other records': [
      { ids: ['1'], relations: [{ each: [{ count: '1' }, { count: '2' }] }] },
      'have 2 relation values for 1 records',
    ],
  };
  for (const [what, [columns, problem]] of Object.entries(broken)) {
    it(`with ${what} are rejected (HC-40)`, () => {
      expect(() => readBack(columns)).to.throw(ColumnsMismatch, problem);
    });
  }

  it('with a kind that this version does not know have no cell there, as with records', () => {
    expect(readBack({ ids: ['1'], cells: [{ kinds: Buffer.from([99]) }] })).to.deep.equal([
      { id: '1', version: '', cells: [{}], relations: [] },
    ]);
  });

  it('with a time that is no number are no timestamp', () => {
    const [read] = readBack({ ids: ['1'], cells: [{ kinds: Buffer.from([9]), numbers: [NaN] }] });
    expect(read?.cells).to.deep.equal([{ value: 'timestampValue', timestampValue: null }]);
  });
});
