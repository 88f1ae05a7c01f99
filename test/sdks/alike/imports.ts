import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import { ADA, EVERYTHING, list, PRODUCTS, select, text, values, where, whole } from './admin-values.js';
import { added, product, sql } from './lab-calls.js';
import { barred, written } from './wishes.js';
import { relation } from './write-parts.js';

/** Imports with every outcome, and exports while rows change. */

type Cells = Readonly<Record<string, Cell>>;

const imported = (id: number, records: readonly object[], others: object = {}) => ({
  ...{ caller: ADA, controller: PRODUCTS, importId: Buffer.alloc(32, id), records },
  ...others,
});
const entry = (sku: string, title: string, others: object = {}) => ({
  values: values({ sku: text(sku), title: text(title) }),
  ...others,
});
const changed = (id: string, cells: Cells, expectedVersion = '') => ({
  values: values(cells),
  existing: { id, expectedVersion },
});
const versionNow = (seen: (what: string) => Readonly<Record<string, unknown>>, step: string): string =>
  String((seen(step)['record'] as Record<string, unknown> | undefined)?.['version']);
const reading = (id: string) => ({ ...written({}), id, scope: 'ADMIN_SCOPE_FORM' });

const IMPORTS: readonly Row[] = [
  sql(
    'records to import over',
    added(product('951', 'M1', 'one'), product('952', 'M2', 'two'), product('953', 'M3', 'Broken')),
  ),
  ['one of them', 'records.GetRecord', reading('951')],
  [
    'an import that updates and creates',
    'bulk.ImportRecords',
    (seen) =>
      imported(20, [
        changed('951', { stock: whole(5) }, versionNow(seen, 'one of them')),
        changed('952', {}),
        entry('M4', 'new', relation('tags', '2')),
        changed('952', { title: text('two again'), category_id: whole(2) }),
      ]),
  ],
  [
    'the same import with other records',
    'bulk.ImportRecords',
    imported(20, [entry('M9', 'never'), entry('M9', 'never'), entry('M9', 'never')]),
  ],
  ['the same import in an unknown list', 'bulk.ImportRecords', imported(20, [entry('M9', 'x')], { controller: 'x' })],
  ['the same import by another', 'bulk.ImportRecords', imported(20, [entry('M9', 'x')], { caller: barred })],
  [
    'an import of one record twice with a version',
    'bulk.ImportRecords',
    (seen) =>
      imported(21, [
        changed('951', { stock: whole(6) }, versionNow(seen, 'one of them')),
        changed('952', { stock: whole(7) }),
        changed('952', { stock: whole(8) }, '1'),
        changed('77', { stock: whole(8) }),
        changed('x', { stock: whole(8) }),
        changed('0951', { stock: whole(8) }),
        changed('953', { title: text('Two') }),
        changed('953', { title: text('Mute') }),
        changed('953', { stock: whole(-8) }),
        changed('953', { sku: text('M1') }),
        changed('953', { category_id: whole(77) }),
        { ...changed('953', {}), ...relation('tags', '3') },
        { ...changed('953', {}), ...relation('category', '2') },
        entry('M5', 'x', relation('category', '1')),
        entry('M5', 'x'),
        entry('x'.repeat(21), 'x'),
      ]),
  ],
  ['an import that breaks', 'bulk.ImportRecords', imported(22, [entry('M6', 'x'), entry('M7', 'Broken')])],
  ['an import that is empty of a reason', 'bulk.ImportRecords', imported(23, [entry('M6', 'x'), entry('M7', 'Empty')])],
  ['an import of an unknown column', 'bulk.ImportRecords', imported(24, [{ values: values({ x: text('') }) }])],
  ['an import of an unknown relation', 'bulk.ImportRecords', imported(25, [entry('M6', 'x', relation('x', '1'))])],
  ['an import of another kind', 'bulk.ImportRecords', imported(26, [{ values: values({ stock: text('1') }) }])],
  ['an import of a protected column', 'bulk.ImportRecords', imported(27, [{ values: values({ owner: text('x') }) }])],
  ...[99, 100, 101].map((count): Row => [
    `an import of ${count} refused records`,
    'bulk.ImportRecords',
    imported(
      30 + (count % 10),
      [...Array.from({ length: count }, (_, n) => entry(`R${n}`, 'Refused')), entry('M8', 'good')].slice(0, 101),
    ),
  ]),
  [
    'exactly 100 refused records',
    'bulk.ImportRecords',
    imported(
      33,
      Array.from({ length: 100 }, (_, n) => entry(`R${n}`, 'Refused')),
    ),
  ],
  [
    'after the imports',
    'records.ListRecords',
    list({ selection: EVERYTHING, conditions: [where('sku', 'CONTAINS', text('M'))] }),
  ],
  sql('an import of the day before', `update backend_imports set imported_at = imported_at - 90000000`),
  ['it is still remembered', 'bulk.ImportRecords', imported(20, [entry('M9', 'never')])],
  ['another import, which forgets it', 'bulk.ImportRecords', imported(34, [entry('M8', 'x')])],
  ['it is forgotten', 'bulk.ImportRecords', imported(20, [entry('M9', 'again')])],
];

const walk = (others: object = {}) => ({
  ...{ caller: ADA, controller: PRODUCTS, selection: select('sku', 'title'), limit: 2 },
  ...{ matching: { conditions: [where('id', 'GREATER', whole(950))] } },
  ...others,
});

/** An export goes on after the key of its last record, whatever becomes of that record and of others (HC-54). */
const WALKS: readonly Row[] = [
  sql('six records', added(...[961, 962, 963, 964, 965, 966].map((id) => product(String(id), `W${id}`, `w${id}`)))),
  ['the first batch', 'bulk.WalkRecords', walk({ after: '960' })],
  sql('its last one is deleted', 'delete from products where id = 962'),
  ['the second batch', 'bulk.WalkRecords', walk({ after: '962' })],
  sql('one comes before, one behind', added(product('950', 'W950', 'before'), product('967', 'W967', 'behind'))),
  sql('one is changed', `update products set title = 'changed', sku = 'A0' where id = 966`),
  ['the third batch', 'bulk.WalkRecords', walk({ after: '964' })],
  ['the last batch', 'bulk.WalkRecords', walk({ after: '966', limit: 200 })],
  ['a batch behind the end', 'bulk.WalkRecords', walk({ after: '9223372036854775807' })],
  ['a batch behind all numbers', 'bulk.WalkRecords', walk({ after: '9223372036854775808' })],
  ['a batch before all numbers', 'bulk.WalkRecords', walk({ after: '-1' })],
  ['a batch in the form scope', 'bulk.WalkRecords', walk({ after: '960', scope: 'ADMIN_SCOPE_FORM' })],
  ['a batch in an unknown scope', 'bulk.WalkRecords', walk({ scope: 77 })],
  ['a batch of 201', 'bulk.WalkRecords', walk({ limit: 201 })],
  [
    'a deletion of the next that match',
    'bulk.RunOnRecords',
    {
      ...{ caller: ADA, controller: PRODUCTS, delete: true, labelColumn: 'title' },
      matching: { matching: { conditions: [where('id', 'GREATER', whole(960))] }, after: '963', limit: 2 },
    },
  ],
];

export const BATCHES: readonly Row[] = [...IMPORTS, ...WALKS];
