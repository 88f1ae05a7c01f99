import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import { NULL_CELL } from '../../../daemon/admin/model/column.js';
import type { RecordWrite } from '../../../daemon/admin/model/record.js';
import { CALL, item, items } from './subject.js';
import { seed, written, type Current } from './records-support.js';

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

/** Values (admin_cell.proto). */
export function recordValues(current: Current): void {
  for (const [name, cells] of Object.entries(EXTREMES)) {
    it(`${name}: a written value is read back exactly, by create, get and update (Cell)`, async () => {
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
}
