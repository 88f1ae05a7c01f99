import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import {
  ADA,
  bool,
  bytes,
  CATEGORIES,
  date,
  decimal,
  double,
  EVERYTHING,
  instant,
  json,
  list,
  NULL,
  PRODUCTS,
  query,
  select,
  SETTINGS_COLUMNS,
  text,
  time,
  values,
  where,
  whole,
} from './admin-values.js';
import { added, lab, product, sql } from './lab-calls.js';

/**
 * Hooks, scopes, actions, providers and partials that refuse or fail, at every place where the application's code runs (lab.ts),
 * and what is left of a transaction that ends half way.
 */

type Cells = Readonly<Record<string, Cell>>;

const WISHES = ['Wrong', 'Two', 'Empty', 'Refused', 'Mute', 'Broken', 'Nothing', 'Long', 'Plain'];
const ids = WISHES.map((_, index) => String(901 + index));
const many = (others: object) => ({ caller: ADA, controller: PRODUCTS, ids: { ids }, ...others });
export const barred = { ...ADA, login: 'barred' };
export const written = (cells: Cells, caller: object = ADA) => ({
  ...{ caller, controller: PRODUCTS, values: values(cells), selection: select('sku') },
});
const offered = (title: string) => ({
  ...{ caller: ADA, controller: PRODUCTS, provider: 'statuses', page: { number: 1, size: 9 } },
  formValues: [{ column: 'title', value: text(title) }],
});
const link = (id: string, others: object = {}) => ({
  ...{ caller: ADA, controller: PRODUCTS, id, relation: 'tags', ids: ['1', '2'] },
  ...others,
});
export const saved = (name: string) => ({
  caller: ADA,
  settings: 'acme-shop',
  values: values({ name: text(name) }),
  columns: SETTINGS_COLUMNS,
});

const FILLED: Cells = {
  sku: text('x'.repeat(30)),
  status: text('nothing'),
  price: decimal('1234567890.12345'),
  stock: whole('9007199254740993'),
  views: whole('-9223372036854775808'),
  rating: double(-0),
  active: bool(false),
  released_on: date('2026-02-30'),
  opens_at: time('08:30:00.500'),
  published_at: instant('1969-12-31T23:59:59.999Z'),
  attributes: json('{"b": 1, "a": [2.50]}'),
  photo: bytes(0, 255),
  owner: text('a\0b'),
  category_id: NULL,
};

const IN_ACTIONS: readonly Row[] = [
  ...WISHES.map((wish): Row => [`an action: ${wish}`, 'records.RunAction', lab({ title: text(wish) })]),
  ...ids.map((id): Row => [`an action on ${id}`, 'records.RunAction', lab({}, { recordId: id })]),
  ...Object.entries(FILLED).map(([column, value]): Row => [
    `an action fills ${column}`,
    'records.RunAction',
    lab({ [column]: value }),
  ]),
  ['an action fills a text into a number', 'records.RunAction', lab({ stock: text('1') })],
  ['an action fills a number into a decimal', 'records.RunAction', lab({ price: whole(3) })],
  ['an action fills null into a flag', 'records.RunAction', lab({ active: NULL })],
  ...['Refused', 'Broken', 'Two', 'Empty'].map((wish): Row => [
    `an action that writes first: ${wish}`,
    'records.RunAction',
    lab({ body: text(added(product('920', `H${wish}`, 'half way'))), title: text(wish) }),
  ]),
  [
    'an action with a sku that exists',
    'records.RunAction',
    lab({ body: text(added(product('921', 'L1', 'twice'))), sku: text('L1') }),
  ],
  ['an action with a stock below zero', 'records.RunAction', lab({ body: text('update products set stock = -1') })],
  ['an action with a sku of null', 'records.RunAction', lab({ body: text('update products set sku = null') })],
  ['an action with a missing key', 'records.RunAction', lab({ body: text('update products set category_id = 77') })],
  ['an action that deletes what is needed', 'records.RunAction', lab({ body: text('delete from tags') })],
  ['an action with a mistake', 'records.RunAction', lab({ body: text('select nothing from nowhere') })],
  ['after half of the actions', 'records.ListRecords', list({ conditions: [where('id', 'GREATER', whole(900))] })],
  ['an action on many with wishes', 'bulk.RunOnRecords', many({ action: 'lab', labelColumn: 'title' })],
  [
    'an action on those that match a wish',
    'bulk.RunOnRecords',
    {
      ...{ caller: ADA, controller: PRODUCTS, action: 'lab', labelColumn: 'sku' },
      matching: { matching: { conditions: [where('id', 'GREATER', whole(900))] }, limit: 5 },
    },
  ],
  ...['photo', 'published_at', 'released_on', 'price', 'rating', 'active', 'attributes', 'views', 'x'].map(
    (label): Row => [
      `an action on records labeled by ${label}`,
      'bulk.RunOnRecords',
      many({ action: 'lab', labelColumn: label, ids: { ids: ['901', '904', '900'] } }),
    ],
  ),
];

const ELSEWHERE: readonly Row[] = [
  ...WISHES.map((wish): Row => [`choices: ${wish}`, 'records.ListOptions', offered(wish)]),
  ...ids.map((id): Row => [
    `partial data of ${id}`,
    'records.GetPartialData',
    { caller: ADA, controller: PRODUCTS, partial: 'stats', recordId: id },
  ]),
  ...ids.map((id): Row => [`a link of ${id}`, 'records.Link', link(id)]),
  ...ids.map((id): Row => [
    `a deletion of ${id}`,
    'records.DeleteRecords',
    { ...link(id), ids: [id, '909'], scope: 'ADMIN_SCOPE_LIST' },
  ]),
  sql(
    'links of each',
    `insert into product_tags (product_id, tag_id) select id, 2 from products where id between 901 and 906`,
  ),
  ...ids.map((id): Row => [`an unlink of ${id}`, 'records.Unlink', link(id, { ids: ['2'] })]),
  ...WISHES.slice(0, 6).map((wish): Row => [
    `a creation: ${wish}`,
    'records.CreateRecord',
    written({ sku: text(`C${wish}`), title: text(wish) }),
  ]),
  [
    'tags after that',
    'records.ListRecords',
    list({ selection: EVERYTHING, conditions: [where('id', 'GREATER', whole(900))] }),
  ],
  ...(
    [
      ['records.ListRecords', list({}, barred)],
      ['records.GetRecord', { ...written({}, barred), id: '1', scope: 'ADMIN_SCOPE_FORM' }],
      ['records.CreateRecord', written({ sku: text('Z'), title: text('z') }, barred)],
      ['records.UpdateRecord', { ...written({ title: text('z') }, barred), id: '901' }],
      ['records.DeleteRecords', { caller: barred, controller: PRODUCTS, ids: ['901'], scope: 'ADMIN_SCOPE_LIST' }],
      ['records.Link', { ...link('901'), caller: barred }],
      ['records.ListRelated', { ...link('901'), caller: barred, query: query({ selection: select('name') }) }],
      ['records.ListCandidates', { ...link('901'), caller: barred, query: query({ selection: select('name') }) }],
      [
        'records.ListRelated',
        { ...link('1'), caller: barred, controller: CATEGORIES, relation: 'products', query: query({}) },
      ],
      [
        'records.ListOptions',
        {
          ...{ caller: barred, controller: PRODUCTS, page: { number: 1, size: 9 } },
          model: { model: 'Acme\\Shop\\Models\\Product', labelColumn: 'sku' },
        },
      ],
      ['records.RunAction', lab({}, { caller: barred, recordId: '901' })],
      ['records.GetPartialData', { caller: barred, controller: PRODUCTS, partial: 'stats', recordId: '901' }],
      ['bulk.WalkRecords', { caller: barred, controller: PRODUCTS, matching: {}, selection: select('sku'), limit: 2 }],
      ['bulk.RunOnRecords', many({ caller: barred, action: 'lab' })],
      [
        'bulk.ImportRecords',
        {
          ...{ caller: barred, controller: PRODUCTS, importId: Buffer.alloc(32, 40) },
          records: [{ values: values({ title: text('z') }), existing: { id: '901' } }],
        },
      ],
      ['search.SearchRecords', { caller: barred, queries: [{ controller: PRODUCTS, query: query({ count: false }) }] }],
    ] as const
  ).map(([rpc, request], index): Row => [`barred ${index}: ${rpc}`, rpc, request]),
  ['a deletion of many with wishes', 'bulk.RunOnRecords', many({ delete: true, labelColumn: 'sku' })],
  ['what is left of the wishes', 'records.ListRecords', list({ conditions: [where('id', 'GREATER', whole(900))] })],
  ...['Seats', 'Late', 'Nothing', 'Words', 'Seats'].map((name, index): Row => [
    `settings ${index}: ${name}`,
    'records.UpdateSettings',
    saved(name),
  ]),
  ['settings after that', 'records.GetSettings', saved('')],
];

export const WISHED: readonly Row[] = [
  sql(
    'products with wishes',
    added(...WISHES.map((wish, index) => product(String(901 + index), `L${index + 1}`, wish))),
  ),
  sql(
    'dates and more for one',
    `update products set released_on = '2026-02-28', published_at = '2026-01-02 03:04:05.678000',
    price = 2.50, rating = 1e21, attributes = '{"a": 1}' where id = 904`,
  ),
  ...IN_ACTIONS,
  ...ELSEWHERE,
];
