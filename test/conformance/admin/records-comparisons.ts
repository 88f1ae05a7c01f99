import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import type { ComparisonOperator } from '../../../daemon/admin/model/query.js';
import { aQuery, CALL, items } from './subject.js';
import { ids, assign, seed, type Current } from './records-support.js';

/** How values compare (admin_query.proto). The suite writes four items once, and expects no others. */
export function recordComparisons(current: Current): void {
  before(async () => {
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
    // No integer of JSON is so large.
    ['stock', 'lt', [{ kind: 'int64', value: 2n ** 53n + 1n }], ['a', 'b', 'c']],
    ['stock', 'ge', [{ kind: 'int64', value: -(2n ** 63n) }], ['a', 'b', 'c']],
    ['stock', 'in', [{ kind: 'int64', value: 2n ** 63n - 1n }, int(9)], ['a']],
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
