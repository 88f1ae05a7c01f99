import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/cell.js';
import { NULL_CELL } from '../../../daemon/admin/model/cell.js';
import type { ComparisonOperator } from '../../../daemon/admin/model/query.js';
import type { RecordWrite } from '../../../daemon/admin/model/record.js';
import { aQuery, CALL, item, items } from './subject.js';
import { ids, assign, seed, written, type Current } from './records-support.js';

const EXTREMES: Readonly<Record<string, readonly Cell[]>> = {
  flag: [
    { kind: 'bool', value: true },
    { kind: 'bool', value: false },
  ],
  stock: [
    { kind: 'int64', value: 0n },
    { kind: 'int64', value: -2_147_483_648n },
    { kind: 'int64', value: 2_147_483_647n },
  ],
  serial: [
    { kind: 'int64', value: 2n ** 53n + 1n },
    { kind: 'int64', value: 2n ** 63n - 1n },
    { kind: 'int64', value: -(2n ** 63n) },
  ],
  ratio: [
    { kind: 'double', value: 0.1 },
    { kind: 'double', value: -1.7976931348623157e308 },
    { kind: 'double', value: 5e-324 },
    { kind: 'double', value: 3 },
  ],
  price: [
    { kind: 'decimal', value: '-12.50' },
    { kind: 'decimal', value: '123456789012345678901234567890.123456789' },
  ],
  day: [
    { kind: 'date', value: '2024-02-29' },
    { kind: 'date', value: '0001-01-01' },
    { kind: 'date', value: '9999-12-31' },
  ],
  opens: [
    { kind: 'time', value: '00:00:00' },
    { kind: 'time', value: '23:59:59.123456' },
  ],
  seen_at: [
    { kind: 'timestamp', value: Date.UTC(2026, 9, 25, 0, 30, 0, 123) },
    { kind: 'timestamp', value: -1 },
    { kind: 'timestamp', value: Date.UTC(9999, 11, 31, 23, 59, 59, 999) },
  ],
  details: [
    { kind: 'json', value: '{"b": [1, 1e3], "a": "\\u00fc"}' },
    { kind: 'json', value: 'null' },
    { kind: 'json', value: '12345678901234567890' },
  ],
  image: [
    { kind: 'bytes', value: Buffer.from([0, 255, 254, 10, 13]) },
    { kind: 'bytes', value: Buffer.alloc(0) },
  ],
  title: [
    { kind: 'string', value: `"quoted" \\ 'x' \u{1f989} \n\t%_` },
    { kind: 'string', value: '' },
  ],
};

/** Values and how they compare (admin_cell.proto, admin_query.proto). */
export function recordValues(current: Current): void {
  for (const [name, cells] of Object.entries(EXTREMES)) {
    it(`${name}: what is written is read back exactly, by create, get and update (Cell)`, async () => {
      const { ports, column } = current();
      const selection = { columns: [column('Item', name)], relations: [] };
      for (const cell of cells) {
        const values = [{ column: column('Item', name), value: cell }];
        const title = [{ column: column('Item', 'title'), value: { kind: 'string', value: cell.kind } as const }];
        const write: RecordWrite = { columns: name === 'title' ? values : [...title, ...values], relations: [] };
        const made = written(await ports.records.create(items(), write, selection, CALL));
        expect(made.cells).to.deep.equal([cell]);
        expect(await ports.records.get(item(made.id), selection, 'form', CALL)).to.deep.equal(made);
        const again = await ports.records.update(
          item(made.id),
          { columns: values, relations: [] },
          { selection },
          CALL,
        );
        expect(written(again).cells).to.deep.equal([cell]);
        await ports.records.delete(items(), [made.id], 'form', CALL);
      }
    });
  }

  it('null is read and written for every nullable column', async () => {
    const { ports, column } = current();
    const columns = Object.keys(EXTREMES)
      .filter((name) => name !== 'title')
      .map((name) => column('Item', name));
    const [id] = await seed(current(), [{ title: 'full', stock: 3, ratio: 1 }]);
    const nulls = columns.map((one) => ({ column: one, value: NULL_CELL }));
    const selection = { columns, relations: [] };
    const updated = await ports.records.update(item(id!), { columns: nulls, relations: [] }, { selection }, CALL);
    expect(written(updated).cells).to.deep.equal(columns.map(() => NULL_CELL));
  });

  const int = (value: number): Cell => ({ kind: 'int64', value: BigInt(value) });
  const comparisons: readonly (readonly [string, ComparisonOperator, readonly Cell[], readonly string[]])[] = [
    ['stock', 'eq', [int(10)], ['b']],
    ['stock', 'ne', [int(10)], ['a', 'c', 'd']],
    ['stock', 'lt', [int(10)], ['a']],
    ['stock', 'le', [int(10)], ['a', 'b']],
    ['stock', 'gt', [int(10)], ['c']],
    ['stock', 'ge', [int(10)], ['b', 'c']],
    ['stock', 'in', [int(10), int(100), int(7)], ['b', 'c']],
    ['stock', 'isNull', [], ['d']],
    ['stock', 'isNotNull', [], ['a', 'b', 'c']],
    ['stock', 'lt', [int(2 ** 40)], ['a', 'b', 'c']],
    ['serial', 'eq', [{ kind: 'int64', value: 2n ** 53n + 1n }], ['b']],
    ['serial', 'gt', [{ kind: 'int64', value: 2n ** 53n + 1n }], ['c']],
    ['ratio', 'ge', [{ kind: 'double', value: 0.5 }], ['b', 'c']],
    ['price', 'lt', [{ kind: 'decimal', value: '10' }], ['a', 'b']],
    ['price', 'eq', [{ kind: 'decimal', value: '9.50' }], ['b']],
    ['price', 'in', [{ kind: 'decimal', value: '9.5' }], ['b']],
    ['day', 'gt', [{ kind: 'date', value: '2026-02-28' }], ['c']],
    ['opens', 'le', [{ kind: 'time', value: '09:00:00' }], ['a', 'b']],
    ['seen_at', 'ge', [{ kind: 'timestamp', value: Date.UTC(2026, 1, 1) }], ['b', 'c']],
    ['seen_at', 'eq', [{ kind: 'timestamp', value: Date.UTC(2026, 1, 1) }], ['b']],
    ['flag', 'eq', [{ kind: 'bool', value: true }], ['a']],
    ['flag', 'ne', [{ kind: 'bool', value: true }], ['b', 'c', 'd']],
    ['title', 'contains', [{ kind: 'string', value: 'B' }], ['b']],
    ['title', 'contains', [{ kind: 'string', value: '%' }], []],
    ['title', 'contains', [{ kind: 'string', value: '_' }], []],
    [
      'title',
      'in',
      [
        { kind: 'string', value: 'a' },
        { kind: 'string', value: "' or 1=1" },
      ],
      ['a'],
    ],
  ];
  for (const [name, operator, values, expected] of comparisons) {
    const shown = values.map((cell) => ('value' in cell ? String(cell.value) : 'null')).join(', ');
    it(`${name} ${operator} ${shown}: ${expected.join(', ') || 'nothing'} (AdminComparisonOperator)`, async () => {
      const { ports, column } = current();
      await seed(current(), [
        { title: 'a', stock: 9, serial: 2n ** 53n, ratio: 0.1, price: '9', day: '2025-12-31', opens: '08:59:59' },
        {
          title: 'b',
          stock: 10,
          serial: 2n ** 53n + 1n,
          ratio: 0.5,
          price: '9.5',
          day: '2026-02-28',
          opens: '09:00:00',
        },
        { title: 'c', stock: 100, serial: 2n ** 53n + 2n, ratio: 3, price: '10', day: '2026-03-01', opens: '10:00:00' },
        { title: 'd' },
      ]);
      await assign(current(), 'flag', ['a', true], ['b', false]);
      await assign(current(), 'seen_at', ['a', '2026-01-31T23:59:59.999Z'], ['b', '2026-02-01T00:00:00.000Z']);
      await assign(current(), 'seen_at', ['c', '2026-02-01T00:00:00.001Z']);
      const reference = { column: column('Item', name) };
      const selection = { columns: [column('Item', 'title')], relations: [] };
      const query = aQuery({ selection, conditions: [{ kind: 'column', reference, operator, values }], count: true });
      const page = await ports.records.list(items(), query, CALL);
      expect(page.records.map(({ cells: [cell] }) => (cell?.kind === 'string' ? cell.value : ''))).to.deep.equal(
        expected,
      );
      expect(page.total).to.equal(expected.length);
      expect(ids(page)).to.have.length(expected.length);
    });
  }
}
