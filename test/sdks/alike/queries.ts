import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import { bool, date, decimal, double, instant, list, search, text, time, where, whole } from './admin-values.js';
import { LISTS } from './lists.js';
import { GETS, OPTIONS } from './lookups.js';

const COMPARED: Readonly<Record<string, readonly Cell[]>> = {
  id: [whole(2)],
  sku: [text('B2'), text('b2'), text('')],
  title: [text('Hammer'), text('STRASSE'), text('ä')],
  price: [decimal('2.5'), decimal('2.500'), decimal('12'), decimal('-0.00'), decimal('99999999999.999')],
  stock: [whole(3), whole(-1), whole('2147483648')],
  views: [whole('9007199254740993'), whole('9007199254740992'), whole('9223372036854775807')],
  rating: [double(4.5), double(-0), double(1e300)],
  active: [bool(true), bool(false)],
  released_on: [date('2026-02-28'), date('0001-01-01'), date('9999-12-31')],
  opens_at: [time('08:30:00'), time('08:30:00.000001'), time('23:59:59.999999')],
  published_at: [instant('2026-01-02T03:04:05.678Z'), instant('2026-01-02T03:04:05.679Z')],
};
const OPERATORS = ['EQUAL', 'NOT_EQUAL', 'LESS', 'LESS_OR_EQUAL', 'GREATER', 'GREATER_OR_EQUAL', 'IN'] as const;

const shown = ({ int64Value, ...cell }: Cell): string => JSON.stringify(int64Value ?? cell);

const comparisons: readonly Row[] = Object.entries(COMPARED).flatMap(([column, cells]) =>
  cells.flatMap((cell) =>
    OPERATORS.filter((operator) => column !== 'active' || (/EQUAL$/.test(operator) && !operator.includes('OR'))).map(
      (operator): Row => [
        `${column} ${operator} ${shown(cell)}`,
        'records.ListRecords',
        list({ conditions: [where(column, operator, cell)] }),
      ],
    ),
  ),
);

const nulls: readonly Row[] = [
  'body',
  'price',
  'photo',
  'attributes',
  'published_at',
  'category_id',
  'category.name',
].flatMap((column) =>
  (['IS_NULL', 'IS_NOT_NULL'] as const).map((operator): Row => [
    `${column} ${operator}`,
    'records.ListRecords',
    list({ conditions: [where(column, operator)] }),
  ]),
);

const SEARCHES: readonly (readonly string[])[] = [
  ['ä'],
  ['Ä'],
  ['ÄPFEL'],
  ['straße'],
  ['STRAẞE'],
  ['strasse'],
  ['ss'],
  ['%'],
  ['_'],
  ['\\'],
  ["'"],
  ['h', 'm'],
  ['h', 'x'],
  ['a\u0308'],
  ['K'],
  ['ſtraight'],
  ['i'],
  ['İ'],
  ['ham mer'],
  [' '],
  ['Σ'],
  ['😀'],
];
const searches: readonly Row[] = SEARCHES.flatMap((terms) =>
  (['ALL', 'ANY'] as const).map((mode): Row => [
    `search for ${mode} of ${JSON.stringify(terms)}`,
    'records.ListRecords',
    list({ search: search(mode, [...terms], 'title', 'sku') }),
  ]),
);

const sorted = (column: string, descending: boolean, relation = '') => ({ column: { relation, column }, descending });
const orders: readonly Row[] = ['id', 'sku', 'stock', 'views', 'active', 'status', 'owner'].flatMap((column) =>
  [false, true].map((descending): Row => [
    `ordered by ${column}${descending ? ' from the end' : ''}`,
    'records.ListRecords',
    list({ sorts: [sorted(column, descending)] }),
  ]),
);

/** Calls of the admin backend that only read. */
export const QUERIES: readonly Row[] = [
  ...LISTS,
  ...comparisons,
  ...nulls,
  ...searches,
  ...orders,
  ...GETS,
  ...OPTIONS,
];
