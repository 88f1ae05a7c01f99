import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import {
  ADA,
  COLUMNS,
  CATEGORIES,
  EVERYTHING,
  PRODUCTS,
  SETTINGS_COLUMNS,
  date,
  decimal,
  double,
  instant,
  json,
  list,
  query,
  search,
  select,
  text,
  time,
  values,
  where,
  whole,
} from './admin-values.js';
import { relation } from './write-parts.js';

const filtered = (...conditions: object[]) => list({ conditions });

const compared: readonly (readonly [string, ...Parameters<typeof where>])[] = [
  ['nul equal', 'sku', 'EQUAL', text('A1\0')],
  ['nul not equal', 'sku', 'NOT_EQUAL', text('A1\0')],
  ['nul in', 'sku', 'IN', text('A1\0'), text('B2')],
  ['nul less', 'sku', 'LESS', text('B\0')],
  ['nul contains', 'sku', 'CONTAINS', text('A\0')],
  ['nul only contains', 'title', 'CONTAINS', text('\0')],
  ['nul in related', 'tags.name', 'EQUAL', text('red\0')],
  ['NaN', 'rating', 'EQUAL', double(NaN)],
  ['NaN less', 'rating', 'LESS', double(NaN)],
  ['inf', 'rating', 'LESS', double(Infinity)],
  ['tiny', 'rating', 'GREATER', double(5e-324)],
  ['first instant', 'published_at', 'GREATER', instant('0001-01-01T00:00:00Z')],
  ['last instant', 'published_at', 'LESS', instant('9999-12-31T23:59:59.999Z')],
  ['nanos', 'published_at', 'GREATER_OR_EQUAL', { timestampValue: { seconds: '1767323045', nanos: 678_900_000 } }],
  ['nanos equal', 'published_at', 'EQUAL', { timestampValue: { seconds: '1767323045', nanos: 678_900_000 } }],
  ['beyond', 'published_at', 'EQUAL', { timestampValue: { seconds: '253402300800', nanos: 0 } }],
  ['before', 'published_at', 'EQUAL', { timestampValue: { seconds: '-62135596801', nanos: 0 } }],
  ['minus zero', 'price', 'EQUAL', decimal('-0')],
  ['leading zeros', 'price', 'EQUAL', decimal('0002.50')],
  ['1000 digits', 'price', 'LESS', decimal('9'.repeat(1000))],
  ['998 places', 'price', 'GREATER', decimal(`0.${'1'.repeat(998)}`)],
  ['year 0', 'released_on', 'GREATER', date('0000-01-01')],
  ['time .0', 'opens_at', 'EQUAL', time('08:30:00.0')],
  ['time .000000', 'opens_at', 'LESS', time('08:30:00.000000')],
  ['time .0 at least', 'opens_at', 'GREATER_OR_EQUAL', time('08:30:00.000000')],
  ['JSON in another order', 'attributes', 'EQUAL', json('{"a":[1,"ß"]}')],
  ['JSON not equal', 'attributes', 'NOT_EQUAL', json('{"a":[1,"ß"]}')],
  ['JSON in', 'attributes', 'IN', json('{"a":[1,"ß"]}'), json('1')],
];

const NULS: readonly Row[] = [
  [
    'a record with NUL',
    'records.GetRecord',
    { caller: ADA, controller: PRODUCTS, id: '1\0', scope: 'ADMIN_SCOPE_FORM', selection: select('sku') },
  ],
  ['related to NUL', 'records.ListRecords', filtered({ relatedTo: { relation: 'tags', ids: ['1\0'] } })],
  ['a search for NUL', 'records.ListRecords', list({ search: search('ALL', ['a\0'], 'title') })],
  ['a search for NUL or a', 'records.ListRecords', list({ search: search('ANY', ['\0', 'ham'], 'title', 'stock') })],
  [
    'a walk after NUL',
    'bulk.WalkRecords',
    { caller: ADA, controller: PRODUCTS, matching: {}, selection: select('sku'), limit: 2, after: '1\0' },
  ],
  ['NUL links', 'records.Link', { caller: ADA, controller: PRODUCTS, id: '2', relation: 'tags', ids: ['1\0'] }],
  [
    'NUL candidates',
    'records.ListCandidates',
    {
      caller: ADA,
      controller: PRODUCTS,
      id: '1',
      relation: 'tags',
      ids: ['1\0'],
      query: query({ selection: select('name') }),
    },
  ],
];

const options = (others: object) => ({ caller: ADA, controller: PRODUCTS, page: { number: 1, size: 50 }, ...others });
const MODEL = 'Acme\\Shop\\Models\\Product';
const labeled: readonly Row[] = [
  ...COLUMNS.filter((name) => name !== 'attributes').map((labelColumn): Row => [
    `labels of ${labelColumn}`,
    'records.ListOptions',
    options({ model: { model: MODEL, labelColumn } }),
  ]),
  ...['rating', 'active', 'stock', 'price'].flatMap((labelColumn) =>
    ['4.5', '1', 'true', '3', '2.50', '2.5'].map((label): Row => [
      `${labelColumn} labeled ${label}`,
      'records.ListOptions',
      options({ model: { model: MODEL, labelColumn }, labels: [label] }),
    ]),
  ),
  [
    'labels with NUL',
    'records.ListOptions',
    options({ model: { model: MODEL, labelColumn: 'sku' }, labels: ['A1\0', 'B2'] }),
  ],
  ['terms with NUL', 'records.ListOptions', options({ model: { model: MODEL, labelColumn: 'sku' }, terms: ['A\0'] })],
  ['ids with NUL', 'records.ListOptions', options({ model: { model: MODEL, labelColumn: 'sku' }, ids: ['1\0', '2'] })],
  ['provider labels with NUL', 'records.ListOptions', options({ provider: 'statuses', labels: ['\0', 'Live'] })],
  [
    'form key 01',
    'records.ListOptions',
    options({ provider: 'statuses', formValues: [{ column: 'category_id', value: whole('9007199254740991') }] }),
  ],
];

const sorted: readonly Row[] = COLUMNS.flatMap((column) =>
  [false, true].map((descending): Row => [
    `edges ordered by ${column} ${descending}`,
    'records.ListRecords',
    list({ sorts: [{ column: { column }, descending }] as never }),
  ]),
);

/** Values that a database may reject or read in its own way, in requests that only read (HC-93, HC-94). */
export const EDGE_QUERIES: readonly Row[] = [
  ...compared.map(([what, ...condition]): Row => [
    `edge: ${what}`,
    'records.ListRecords',
    filtered(where(...condition)),
  ]),
  ...NULS,
  ...labeled,
  ...sorted,
];

type Cells = Readonly<Record<string, Cell>>;
const updated = (cells: Cells, others: object = {}, caller: object = ADA) => ({
  ...{ caller, controller: PRODUCTS, id: '1', values: values(cells), selection: EVERYTHING },
  ...others,
});
const offered = (column: string, value: Cell, caller: object = ADA) => ({
  ...{
    caller,
    controller: PRODUCTS,
    id: '1',
    values: [{ column, value, optionProvider: 'statuses' }],
    selection: EVERYTHING,
  },
});
const attributes = (...texts: string[]): Row[] =>
  texts.map((one) => [
    `edge JSON ${one.length} ${one.slice(0, 80)}`,
    'records.UpdateRecord',
    updated({ attributes: json(one) }),
  ]);
const settings = (cells: Cells, others: object = {}) => ({
  caller: ADA,
  settings: 'acme-shop',
  values: values(cells),
  columns: SETTINGS_COLUMNS,
  ...others,
});

/** Values in more than one form, and the messages in other languages (HC-34, HC-94). */
export const EDGE_WRITES: readonly Row[] = [
  ...attributes(
    '{"n":1234567890123456}',
    '{"n":1234567890123456 }',
    '{"n":1}',
    '{"n":1.0}',
    '{"n":1e0}',
    '{"n":"5e"}',
    '{"n":"5e" }',
    'null',
    '"x"',
    ' 1 ',
    '1',
    '{"a":1,"a":2}',
    '{"a":2}',
    '['.repeat(512) + ']'.repeat(512),
    '['.repeat(513) + ']'.repeat(513),
    'NaN',

    '0',
    '[1,]',
    "'x'",
    '\ufeff1',
  ),
  ...['08:30:00', '08:30:00.0', '08:30:00.500', '08:30:00.5', '08:30:00.50', '08:30:00.5000000'].map((one): Row => [
    `edge time ${one}`,
    'records.UpdateRecord',
    updated({ opens_at: time(one) }),
  ]),
  ...['08:30:00.5', '08:30:00.500'].map((one): Row => [
    `edge time found ${one}`,
    'records.ListRecords',
    filtered(where('opens_at', 'EQUAL', time(one))),
  ]),
  ...['-0', '-0.00', '0', '2.50'].map((one): Row => [
    `edge price ${one}`,
    'records.UpdateRecord',
    updated({ price: decimal(one) }),
  ]),
  ...[-0, 5e-324, 1.7976931348623157e308, 0.1, NaN, -Infinity].map((one): Row => [
    `edge rating ${Object.is(one, -0) ? '-0' : one}`,
    'records.UpdateRecord',
    updated({ rating: double(one) }),
  ]),
  ['edge emoji 20', 'records.UpdateRecord', updated({ sku: text('😀'.repeat(20)) })],
  ['edge emoji 21', 'records.UpdateRecord', updated({ sku: text('😀'.repeat(21)) })],
  ['edge sku back', 'records.UpdateRecord', updated({ sku: text('A1') })],
  ['edge NUL', 'records.UpdateRecord', updated({ body: text('a\0b') })],
  [
    'edge nanos',
    'records.UpdateRecord',
    updated({ published_at: { timestampValue: { seconds: '1767323045', nanos: 123_456_789 } } }),
  ],
  [
    'edge nanos before',
    'records.UpdateRecord',
    updated({ published_at: { timestampValue: { seconds: '-1767323045', nanos: 123_999_999 } } }),
  ],
  [
    'edge beyond',
    'records.UpdateRecord',
    updated({ published_at: { timestampValue: { seconds: '253402300800', nanos: 0 } } }),
  ],
  [
    'edge first',
    'records.UpdateRecord',
    updated({ published_at: { timestampValue: { seconds: '-62135596800', nanos: 0 } } }),
  ],
  [
    'edge last',
    'records.UpdateRecord',
    updated({ published_at: { timestampValue: { seconds: '253402300799', nanos: 999_999_999 } } }),
  ],
  ['edge year 0', 'records.UpdateRecord', updated({ released_on: date('0000-12-31') })],
  ...[
    '["draft"]',
    '[null]',
    '[["draft"]]',
    'null',
    '"draft"',
    'true',
    '[1]',
    '{}',
    '[]',
    '[{}]',
    '""',
    '[""]',
    '["draft","x"]',
    '["draft","draft"]',
    ...['1'.repeat(400), `[${'1'.repeat(5000)}]`, '-1e400', '1e-7'],
  ].map((one): Row => [
    `edge offered ${one.slice(0, 80)} ${one.length}`,
    'records.UpdateRecord',
    offered('attributes', json(one)),
  ]),
  ...['draft', 'x', '', 'DRAFT', 'draft '].map((one): Row => [
    `edge status ${JSON.stringify(one)}`,
    'records.UpdateRecord',
    offered('status', text(one)),
  ]),
  ...['de', 'de-AT', 'DE', 'den', 'fr', 'de_AT'].flatMap((locale): Row[] => [
    [`edge locale ${locale}`, 'records.UpdateRecord', offered('status', text('x'), { ...ADA, locale })],
    [`edge taken ${locale}`, 'records.UpdateRecord', updated({ sku: text('B2') }, {}, { ...ADA, locale })],
    [`edge relation ${locale}`, 'records.UpdateRecord', updated({}, relation('tags', '3'), { ...ADA, locale })],
  ]),
  ['edge relation 01', 'records.UpdateRecord', { ...offered('status', text('draft')), ...relation('category', '01') }],
  ['edge relation 02 x', 'records.UpdateRecord', { ...offered('status', text('sold')), ...relation('category', '-0') }],
  ['edge relation NUL', 'records.UpdateRecord', updated({}, relation('tags', '1\0'))],
  ['edge category NUL', 'records.UpdateRecord', updated({}, relation('category', '1\0'))],
  ['edge setting time', 'records.UpdateSettings', settings({ opens_at: time('08:00:00.0') })],
  ['edge setting time again', 'records.UpdateSettings', settings({ opens_at: time('08:00:00') })],
  ['edge setting time .5', 'records.UpdateSettings', settings({ opens_at: time('08:00:00.500') })],
  ['edge setting json', 'records.UpdateSettings', settings({ extra: json('{"b":1,"a":2}') })],
  ['edge setting json again', 'records.UpdateSettings', settings({ extra: json('{"a":2,"b":1}') })],
  ['edge setting tax', 'records.UpdateSettings', settings({ tax_rate: decimal('7.500') })],
  ['edge setting factor', 'records.UpdateSettings', settings({ factor: double(1e21) })],
  ['edge setting factor 3', 'records.UpdateSettings', settings({ factor: double(3) })],
  ['edge setting factor NaN', 'records.UpdateSettings', settings({ factor: double(NaN) })],
  [
    'edge setting since',
    'records.UpdateSettings',
    settings({ since: { timestampValue: { seconds: '-62135596800', nanos: 1_000_000 } } }),
  ],
  ['edge setting visits', 'records.UpdateSettings', settings({ visits: whole('-9223372036854775808') })],
  ['edge setting seats', 'records.UpdateSettings', settings({ seats: whole('9007199254740993') })],
  ['edge setting name NUL', 'records.UpdateSettings', settings({ name: text('a\0') })],
  ['edge setting name', 'records.UpdateSettings', settings({ name: text('\u2028</script>😀') })],
  ['edge setting logo', 'records.UpdateSettings', settings({ logo: { bytesValue: Buffer.from([0, 255]) } })],
  ['edge setting founded', 'records.UpdateSettings', settings({ founded: date('0001-01-01') })],
  ['edge settings read', 'records.GetSettings', { caller: ADA, settings: 'acme-shop', columns: SETTINGS_COLUMNS }],
  ['edge products and versions', 'records.ListRecords', list({ selection: EVERYTHING })],
  [
    'edge categories',
    'records.ListRecords',
    list({ selection: { columns: ['name'], relations: [{ relation: 'products', count: true }] } }, ADA, CATEGORIES),
  ],
];
