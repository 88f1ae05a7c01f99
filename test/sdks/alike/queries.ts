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
  EVE,
  EVERYTHING,
  instant,
  json,
  list,
  NULL,
  PRODUCTS,
  query,
  search,
  select,
  TAGS,
  text,
  time,
  where,
  whole,
} from './admin-values.js';

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

const LISTS: readonly Row[] = [
  ['all products', 'records.ListRecords', list({ selection: EVERYTHING })],
  ['all products in columns', 'records.ListRecords', list({ selection: EVERYTHING, acceptsColumns: true })],
  ['without a total', 'records.ListRecords', list({ count: false })],
  ['pages of two', 'records.ListRecords', list({ page: { number: 1, size: 2 } })],
  ['the second page', 'records.ListRecords', list({ page: { number: 2, size: 2 }, count: false })],
  ['a page behind the end', 'records.ListRecords', list({ page: { number: 9, size: 2 } })],
  ['counted up to 2', 'records.ListRecords', list({ countAtMost: 2 })],
  ['counted up to 4', 'records.ListRecords', list({ countAtMost: 4 })],
  ['own products', 'records.ListRecords', list({}, EVE)],
  ['no columns', 'records.ListRecords', list({ selection: {} })],
  ['the same column twice', 'records.ListRecords', list({ selection: select('sku', 'sku') })],
  ['an unknown column', 'records.ListRecords', list({ selection: select('nothing') })],
  ['a hidden column', 'records.ListRecords', list({ selection: select('version') })],
  ['an unknown controller', 'records.ListRecords', list({}, ADA, 'acme.shop.nothing')],
  ['an unknown scope', 'records.ListRecords', list({ scopes: [{ name: 'nothing' }] })],
  ['the scope in_stock', 'records.ListRecords', list({ scopes: [{ name: 'in_stock', values: [bool(true)] }] })],
  ['an unknown relation', 'records.ListRecords', list({ conditions: [{ relatedTo: { relation: 'x', ids: ['1'] } }] })],
  [
    'related to a tag',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'tags', ids: ['1', '99'] } }] }),
  ],
  [
    'related to a hidden tag',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'tags', ids: ['3'] } }] }),
  ],
  [
    'related to a category',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'category', ids: ['2'] } }] }),
  ],
  [
    'related to a hidden category',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'category', ids: ['3', 'x'] } }] }),
  ],
  [
    'related to 01',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'category', ids: ['01', ' 1', '1 '] } }] }),
  ],
  ['a condition on tags', 'records.ListRecords', list({ conditions: [where('tags.name', 'EQUAL', text('red'))] })],
  [
    'a condition on hidden tags',
    'records.ListRecords',
    list({ conditions: [where('tags.name', 'EQUAL', text('internal'))] }),
  ],
  [
    'a condition on tags that is not equal',
    'records.ListRecords',
    list({ conditions: [where('tags.name', 'NOT_EQUAL', text('red'))] }),
  ],
  [
    'a condition on the category',
    'records.ListRecords',
    list({ conditions: [where('category.name', 'NOT_EQUAL', text('Fruit'))] }),
  ],
  [
    'a condition on a hidden category',
    'records.ListRecords',
    list({ conditions: [where('category.name', 'EQUAL', text('Secret'))] }),
  ],
  [
    'two conditions',
    'records.ListRecords',
    list({ conditions: [where('stock', 'GREATER', whole(0)), where('active', 'EQUAL', bool(true))] }),
  ],
  ['IN several', 'records.ListRecords', list({ conditions: [where('sku', 'IN', text('A1'), text('D4'), text('x'))] })],
  ['IN none', 'records.ListRecords', list({ conditions: [where('sku', 'IN')] })],
  ['EQUAL without a value', 'records.ListRecords', list({ conditions: [where('sku', 'EQUAL')] })],
  ['EQUAL with two values', 'records.ListRecords', list({ conditions: [where('sku', 'EQUAL', text('a'), text('b'))] })],
  ['EQUAL null', 'records.ListRecords', list({ conditions: [where('body', 'EQUAL', NULL)] })],
  ['a value of another kind', 'records.ListRecords', list({ conditions: [where('stock', 'EQUAL', text('3'))] })],
  [
    'a decimal in an integer column',
    'records.ListRecords',
    list({ conditions: [where('stock', 'EQUAL', decimal('3'))] }),
  ],
  ['IS_NULL with a value', 'records.ListRecords', list({ conditions: [where('body', 'IS_NULL', text(''))] })],
  ['CONTAINS', 'records.ListRecords', list({ conditions: [where('title', 'CONTAINS', text('SS'))] })],
  ['CONTAINS nothing', 'records.ListRecords', list({ conditions: [where('title', 'CONTAINS', text(''))] })],
  ['CONTAINS in an integer', 'records.ListRecords', list({ conditions: [where('stock', 'CONTAINS', text('3'))] })],
  [
    'an unknown operator',
    'records.ListRecords',
    list({ conditions: [{ comparison: { column: { column: 'sku' }, operator: 77 as never, values: [text('x')] } }] }),
  ],
  [
    'a date that does not exist',
    'records.ListRecords',
    list({ conditions: [where('released_on', 'EQUAL', date('2026-02-30'))] }),
  ],
  [
    'a time that does not exist',
    'records.ListRecords',
    list({ conditions: [where('opens_at', 'EQUAL', time('24:00:00'))] }),
  ],
  [
    'a decimal with an exponent',
    'records.ListRecords',
    list({ conditions: [where('price', 'EQUAL', decimal('1e3'))] }),
  ],
  ['a condition on JSON', 'records.ListRecords', list({ conditions: [where('attributes', 'EQUAL', json('{}'))] })],
  ['a condition on bytes', 'records.ListRecords', list({ conditions: [where('photo', 'EQUAL', bytes(0, 255, 16))] })],
  ['a condition without a member', 'records.ListRecords', list({ conditions: [{}] })],
  [
    'a search for the number in a text',
    'records.ListRecords',
    list({ search: search('ALL', ['12'], 'title', 'stock') }),
  ],
  ['a search for a number', 'records.ListRecords', list({ search: search('ALL', ['9007199254740993'], 'views') })],
  ['a search for a date', 'records.ListRecords', list({ search: search('ALL', ['2026-02'], 'released_on') })],
  ['a search for a time', 'records.ListRecords', list({ search: search('ALL', ['08:3'], 'opens_at') })],
  ['a search in the category', 'records.ListRecords', list({ search: search('ALL', ['WERK'], 'category.name') })],
  [
    'a search in a hidden category',
    'records.ListRecords',
    list({ search: search('ALL', ['secret'], 'category.name') }),
  ],
  ['a search in tags', 'records.ListRecords', list({ search: search('ALL', ['GRÜN'], 'tags.name') })],
  ['a search in hidden tags', 'records.ListRecords', list({ search: search('ALL', ['internal'], 'tags.name') })],
  [
    'a search in two columns for all',
    'records.ListRecords',
    list({ search: search('ALL', ['ham', 'werk'], 'title', 'category.name') }),
  ],
  ['a search without terms', 'records.ListRecords', list({ search: search('ALL', [], 'title') })],
  ['a search without columns', 'records.ListRecords', list({ search: search('ALL', ['x']) })],
  ['a search with an empty term', 'records.ListRecords', list({ search: search('ALL', [''], 'title') })],
  [
    'a search in an unknown mode',
    'records.ListRecords',
    list({ search: { ...search('ALL', ['x'], 'title'), mode: 9 as never } }),
  ],
  [
    'ordered by the category, equal ones by id',
    'records.ListRecords',
    list({ conditions: [where('category_id', 'IN', whole(1), whole(2))], sorts: [sorted('name', true, 'category')] }),
  ],
  ['ordered by two', 'records.ListRecords', list({ sorts: [sorted('active', true), sorted('stock', true)] })],
  ['ordered by tags', 'records.ListRecords', list({ sorts: [sorted('name', false, 'tags')] })],
  ['ordered by an unknown column', 'records.ListRecords', list({ sorts: [sorted('nothing', false)] })],
  ['page 0', 'records.ListRecords', list({ page: { number: 0, size: 2 } })],
  ['201 records', 'records.ListRecords', list({ page: { number: 1, size: 201 } })],
  ['page 2^31', 'records.ListRecords', list({ page: { number: 2 ** 31, size: 200 } })],
  ['short texts', 'records.ListRecords', list({ selection: { ...EVERYTHING, maxText: 4, maxRelatedText: 2 } })],
  [
    'texts of five',
    'records.ListRecords',
    list({ selection: { columns: ['title', 'photo', 'attributes'], maxText: 5 } }),
  ],
  [
    'one related tag',
    'records.ListRecords',
    list({ selection: { relations: [{ relation: 'tags', related: { column: 'name', limit: 1 } }] } }),
  ],
  [
    'a related column that is unknown',
    'records.ListRecords',
    list({ selection: { relations: [{ relation: 'tags', related: { column: 'x', limit: 1 } }] } }),
  ],
  [
    'a secret of a related record',
    'records.ListRecords',
    list({ selection: { relations: [{ relation: 'supplier', related: { column: 'secret', limit: 1 } }] } }),
  ],
  [
    'a relation without what is wanted',
    'records.ListRecords',
    list({ selection: { relations: [{ relation: 'tags' }] } }),
  ],
  [
    'a count of a belongs-to relation',
    'records.ListRecords',
    list({ selection: { relations: [{ relation: 'category', count: true }] } }),
  ],
  [
    'categories with their products',
    'records.ListRecords',
    list(
      {
        selection: {
          columns: ['name', 'hidden'],
          relations: [
            { relation: 'products', related: { column: 'title', limit: 5 } },
            { relation: 'products', count: true },
          ],
        },
      },
      ADA,
      CATEGORIES,
    ),
  ],
  [
    'categories with own products',
    'records.ListRecords',
    list({ selection: { columns: ['name'], relations: [{ relation: 'products', count: true }] } }, EVE, CATEGORIES),
  ],
  ['tags', 'records.ListRecords', list({ selection: select('name') }, ADA, TAGS)],
  ['no caller', 'records.ListRecords', { controller: PRODUCTS, query: query() }],
  ['no query', 'records.ListRecords', { caller: ADA, controller: PRODUCTS }],
  ['no page', 'records.ListRecords', { caller: ADA, controller: PRODUCTS, query: { selection: select('sku') } }],
  [
    'records in several controllers',
    'search.SearchRecords',
    {
      caller: ADA,
      queries: [
        { controller: PRODUCTS, query: query({ search: search('ALL', ['ä'], 'title'), count: false }) },
        {
          controller: TAGS,
          query: query({ selection: select('name'), search: search('ALL', ['r'], 'name'), count: false }),
        },
      ],
    },
  ],
  ['records in no controller', 'search.SearchRecords', { caller: ADA, queries: [] }],
  [
    'a walk',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), limit: 2 },
  ],
  [
    'a walk further',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), after: '2', limit: 2 },
  ],
  [
    'a walk after an id that is none',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), after: 'x', limit: 2 },
  ],
  [
    'a walk after an id that is gone',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), after: '3000', limit: 2 },
  ],
  [
    'a walk of 0',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), limit: 0 },
  ],
];

const GETS: readonly Row[] = [
  '1',
  '3',
  '4',
  '99',
  '01',
  ' 1',
  '1 ',
  '+1',
  '1.0',
  '1e0',
  '-1',
  'x',
  '9223372036854775808',
  'ü',
  '１',
].flatMap((id) =>
  (['ADMIN_SCOPE_FORM', 'ADMIN_SCOPE_LIST'] as const).map((scope): Row => [
    `record ${JSON.stringify(id)} in ${scope}`,
    'records.GetRecord',
    { caller: EVE, controller: PRODUCTS, id, scope, selection: EVERYTHING },
  ]),
);

const page = { number: 1, size: 50 };
const OPTIONS: readonly Row[] = [
  [
    'choices of the category',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, relation: { relation: 'category', labelColumn: 'name' }, page },
  ],
  [
    'choices of tags',
    'records.ListOptions',
    {
      caller: ADA,
      controller: PRODUCTS,
      relation: { relation: 'tags', labelColumn: 'name' },
      page: { number: 1, size: 1 },
    },
  ],
  [
    'choices of tags that match',
    'records.ListOptions',
    {
      caller: ADA,
      controller: PRODUCTS,
      relation: { relation: 'tags', labelColumn: 'name' },
      terms: ['GRÜ', 'n'],
      page,
    },
  ],
  [
    'choices by ids',
    'records.ListOptions',
    {
      caller: ADA,
      controller: PRODUCTS,
      relation: { relation: 'tags', labelColumn: 'name' },
      ids: ['3', '2', '1', 'x'],
      page,
    },
  ],
  [
    'choices by labels',
    'records.ListOptions',
    {
      caller: ADA,
      controller: PRODUCTS,
      relation: { relation: 'tags', labelColumn: 'name' },
      labels: ['red', 'Red', 'internal'],
      page,
    },
  ],
  [
    'choices of a model',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, model: { model: 'Acme\\Shop\\Models\\Tag', labelColumn: 'name' }, page },
  ],
  [
    'choices of an unknown model',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, model: { model: 'Nothing', labelColumn: 'name' }, page },
  ],
  [
    'choices of an unknown relation',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, relation: { relation: 'x', labelColumn: 'name' }, page },
  ],
  [
    'choices with an unknown label',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, relation: { relation: 'tags', labelColumn: 'x' }, page },
  ],
  ['choices of a provider', 'records.ListOptions', { caller: ADA, controller: PRODUCTS, provider: 'statuses', page }],
  [
    'choices of a provider with a form',
    'records.ListOptions',
    {
      caller: ADA,
      controller: PRODUCTS,
      provider: 'statuses',
      formValues: [{ column: 'active', value: bool(false) }],
      page,
    },
  ],
  [
    'choices of a provider that match',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, provider: 'statuses', terms: ['AUS'], page },
  ],
  [
    'choices of a provider by id',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, provider: 'statuses', ids: ['live', 'x'], page },
  ],
  [
    'the second page of a provider',
    'records.ListOptions',
    { caller: ADA, controller: PRODUCTS, provider: 'statuses', page: { number: 2, size: 2 } },
  ],
  ['choices of an unknown provider', 'records.ListOptions', { caller: ADA, controller: PRODUCTS, provider: 'x', page }],
  ['choices without a source', 'records.ListOptions', { caller: ADA, controller: PRODUCTS, page }],
  [
    'choices of settings',
    'records.ListOptions',
    { caller: ADA, settings: 'acme-shop', provider: 'units', formValues: [{ column: 'seats', value: whole(2) }], page },
  ],
  [
    'choices of settings without seats',
    'records.ListOptions',
    { caller: ADA, settings: 'acme-shop', provider: 'units', page },
  ],
  [
    'related tags',
    'records.ListRelated',
    { caller: ADA, controller: PRODUCTS, id: '1', relation: 'tags', query: query({ selection: select('name') }) },
  ],
  [
    'related products',
    'records.ListRelated',
    { caller: ADA, controller: CATEGORIES, id: '1', relation: 'products', query: query() },
  ],
  [
    'related products of a hidden category',
    'records.ListRelated',
    { caller: ADA, controller: CATEGORIES, id: '3', relation: 'products', query: query() },
  ],
  [
    'a related category',
    'records.ListRelated',
    { caller: ADA, controller: PRODUCTS, id: '1', relation: 'category', query: query({ selection: select('name') }) },
  ],
  [
    'candidates of tags',
    'records.ListCandidates',
    { caller: ADA, controller: PRODUCTS, id: '1', relation: 'tags', query: query({ selection: select('name') }) },
  ],
  [
    'candidates of tags by id',
    'records.ListCandidates',
    {
      caller: ADA,
      controller: PRODUCTS,
      id: '1',
      relation: 'tags',
      ids: ['1', '3'],
      query: query({ selection: select('name') }),
    },
  ],
  [
    'candidates of products',
    'records.ListCandidates',
    { caller: ADA, controller: CATEGORIES, id: '1', relation: 'products', query: query() },
  ],
  [
    'candidates of own products',
    'records.ListCandidates',
    { caller: EVE, controller: CATEGORIES, id: '1', relation: 'products', query: query() },
  ],
  [
    'candidates of an unknown record',
    'records.ListCandidates',
    { caller: ADA, controller: PRODUCTS, id: '77', relation: 'tags', query: query({ selection: select('name') }) },
  ],
  ['partial data', 'records.GetPartialData', { caller: ADA, controller: PRODUCTS, partial: 'stats' }],
  [
    'partial data of a record',
    'records.GetPartialData',
    { caller: ADA, controller: PRODUCTS, partial: 'stats', recordId: '1' },
  ],
  [
    'partial data of an unknown record',
    'records.GetPartialData',
    { caller: ADA, controller: PRODUCTS, partial: 'stats', recordId: '77' },
  ],
  [
    'partial data of a record of others',
    'records.GetPartialData',
    { caller: EVE, controller: PRODUCTS, partial: 'stats', recordId: '3' },
  ],
  [
    'partial data of a controller without',
    'records.GetPartialData',
    { caller: ADA, controller: TAGS, partial: 'stats' },
  ],
  [
    'settings',
    'records.GetSettings',
    {
      caller: ADA,
      settings: 'acme-shop',
      columns: [
        'name',
        'closed',
        'seats',
        'visits',
        'factor',
        'tax_rate',
        'founded',
        'opens_at',
        'since',
        'extra',
        'logo',
        'unit',
      ],
    },
  ],
  ['unknown settings', 'records.GetSettings', { caller: ADA, settings: 'x', columns: [] }],
  ['an unknown setting', 'records.GetSettings', { caller: ADA, settings: 'acme-shop', columns: ['x'] }],
];

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
