import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import {
  ADA,
  BOB,
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
  values,
  where,
  whole,
} from './admin-values.js';
import type { Seen } from './play.js';

type Cells = Readonly<Record<string, Cell>>;

const created = (cells: Cells, others: object = {}, caller = ADA) => ({
  ...{ caller, controller: PRODUCTS, values: values(cells), selection: EVERYTHING },
  ...others,
});
const updated = (id: string, cells: Cells, others: object = {}, caller = ADA) => ({
  ...{ caller, controller: PRODUCTS, id, values: values(cells), selection: EVERYTHING },
  ...others,
});
const relation = (name: string, ...ids: string[]) => ({ relations: [{ relation: name, ids }] });

/** The version in an earlier answer. */
const version =
  (step: string, member: string) =>
  (seen: Seen): string =>
    String((seen(step)[member] as Record<string, unknown> | undefined)?.['version']);

const CREATES: readonly Row[] = [
  ['a product with defaults', 'records.CreateRecord', created({ sku: text('N1'), title: text('New') })],
  [
    'a product with everything',
    'records.CreateRecord',
    created(
      {
        sku: text('N2'),
        title: text('ü'.repeat(200)),
        body: text(''),
        status: text('live'),
        price: decimal('-99999999.99'),
        stock: whole(2147483647),
        views: whole('9223372036854775807'),
        rating: double(-0.1),
        active: bool(false),
        released_on: date('0001-01-01'),
        opens_at: time('23:59:59.999999'),
        published_at: instant('9999-12-31T23:59:59.999Z'),
        attributes: json('{"b":[1,2.50,"\\u00e9"],"a":null}'),
        photo: bytes(),
        category_id: whole(1),
        supplier_id: whole(1),
      },
      relation('tags', '2', '1'),
    ),
  ],
  ['a product without a title', 'records.CreateRecord', created({ sku: text('N3') })],
  ['a product with nothing', 'records.CreateRecord', created({})],
  ['a sku that exists', 'records.CreateRecord', created({ sku: text('A1'), title: text('x') })],
  ['a sku in another case', 'records.CreateRecord', created({ sku: text('a1'), title: text('x') })],
  ['a sku of 21', 'records.CreateRecord', created({ sku: text('x'.repeat(21)), title: text('x') })],
  ['a negative stock', 'records.CreateRecord', created({ sku: text('N4'), title: text('x'), stock: whole(-1) })],
  [
    'a price with three places',
    'records.CreateRecord',
    created({ sku: text('N6'), title: text('x'), price: decimal('1.005') }),
  ],
  [
    'a price with zeros',
    'records.CreateRecord',
    created({ sku: text('N7'), title: text('x'), price: decimal('0001.500000') }),
  ],
  [
    'a price of nine digits',
    'records.CreateRecord',
    created({ sku: text('N8'), title: text('x'), price: decimal('100000000') }),
  ],
  [
    'a price that is no number',
    'records.CreateRecord',
    created({ sku: text('N9'), title: text('x'), price: decimal('1,5') }),
  ],
  ['a title that is null', 'records.CreateRecord', created({ sku: text('N10'), title: NULL })],
  ['a title that is empty', 'records.CreateRecord', created({ sku: text('N11'), title: text('') })],
  ['a title with NUL', 'records.CreateRecord', created({ sku: text('N12'), title: text('a\0b') })],
  ['a title of another kind', 'records.CreateRecord', created({ sku: text('N13'), title: whole(1) })],
  ['JSON that is none', 'records.CreateRecord', created({ sku: text('N14'), title: text('x'), attributes: json('{') })],
  ['JSON null', 'records.CreateRecord', created({ sku: text('N15'), title: text('x'), attributes: json('null') })],
  ['a JSON text', 'records.CreateRecord', created({ sku: text('N16'), title: text('x'), attributes: json('"ß"') })],
  [
    'a date that is none',
    'records.CreateRecord',
    created({ sku: text('N17'), title: text('x'), released_on: date('2025-02-29') }),
  ],
  [
    'a time that is none',
    'records.CreateRecord',
    created({ sku: text('N18'), title: text('x'), opens_at: time('24:00:00') }),
  ],
  [
    'a rating of infinity',
    'records.CreateRecord',
    created({ sku: text('N19'), title: text('x'), rating: double(Infinity) }),
  ],
  [
    'an owner, which is protected',
    'records.CreateRecord',
    created({ sku: text('N20'), title: text('x'), owner: text('eve') }),
  ],
  [
    'an id, which is protected',
    'records.CreateRecord',
    created({ sku: text('N21'), title: text('x'), id: whole(500) }),
  ],
  [
    'an unknown column to write',
    'records.CreateRecord',
    created({ sku: text('N22'), title: text('x'), nothing: whole(1) }),
  ],
  ['the version', 'records.CreateRecord', created({ sku: text('N23'), title: text('x'), version: whole(5) })],
  [
    'a column twice',
    'records.CreateRecord',
    { ...created({}), values: [...values({ sku: text('N24') }), ...values({ sku: text('N25') })] },
  ],
  ['an invalid value of a hook', 'records.CreateRecord', created({ sku: text('N26'), title: text('Wrong') })],
  ['a refusal of a hook', 'records.CreateRecord', created({ sku: text('N27'), title: text('Refused') })],
  ['a bug of a hook', 'records.CreateRecord', created({ sku: text('N28'), title: text('Broken') })],
  ['a product of another', 'records.CreateRecord', created({ sku: text('N29'), title: text('Of Bob') }, {}, BOB)],
  [
    'a category of the shop',
    'records.CreateRecord',
    created({ sku: text('N30'), title: text('x') }, relation('category', '2')),
  ],
  [
    'two categories',
    'records.CreateRecord',
    created({ sku: text('N31'), title: text('x') }, relation('category', '1', '2')),
  ],
  [
    'a hidden category',
    'records.CreateRecord',
    created({ sku: text('N32'), title: text('x') }, relation('category', '3')),
  ],
  [
    'a hidden category by its key',
    'records.CreateRecord',
    created({ sku: text('N33'), title: text('x'), category_id: whole(3) }),
  ],
  [
    'an unknown category by its key',
    'records.CreateRecord',
    created({ sku: text('N34'), title: text('x'), category_id: whole(77) }),
  ],
  ['a hidden tag', 'records.CreateRecord', created({ sku: text('N35'), title: text('x') }, relation('tags', '1', '3'))],
  [
    'a tag that is none',
    'records.CreateRecord',
    created({ sku: text('N36'), title: text('x') }, relation('tags', 'x')),
  ],
  ['a tag twice', 'records.CreateRecord', created({ sku: text('N37'), title: text('x') }, relation('tags', '1', '1'))],
  [
    'a tag in another spelling',
    'records.CreateRecord',
    created({ sku: text('N38'), title: text('x') }, relation('tags', '01')),
  ],
  [
    'an unknown relation to write',
    'records.CreateRecord',
    created({ sku: text('N39'), title: text('x') }, relation('nothing', '1')),
  ],
  [
    'category and key at once',
    'records.CreateRecord',
    created({ sku: text('N40'), title: text('x'), category_id: whole(1) }, relation('category', '2')),
  ],
  [
    'a tag with a long name',
    'records.CreateRecord',
    { caller: ADA, controller: TAGS, values: values({ name: text('ü'.repeat(50)) }), selection: select('name') },
  ],
  [
    'a tag with a name that is too long',
    'records.CreateRecord',
    { caller: ADA, controller: TAGS, values: values({ name: text('ü'.repeat(51)) }), selection: select('name') },
  ],
  [
    'a hidden tag, which leaves the scope',
    'records.CreateRecord',
    {
      caller: ADA,
      controller: TAGS,
      values: values({ name: text('gone'), hidden: bool(true) }),
      selection: select('name', 'hidden'),
    },
  ],
  [
    'a category with products',
    'records.CreateRecord',
    {
      caller: ADA,
      controller: CATEGORIES,
      values: values({ name: text('With') }),
      ...relation('products', '4'),
      selection: { columns: ['name'], relations: [{ relation: 'products', count: true }] },
    },
  ],
  [
    'an option of a provider',
    'records.CreateRecord',
    {
      ...created({}),
      values: [
        ...values({ sku: text('N41'), title: text('x') }),
        { column: 'status', value: text('sold'), optionProvider: 'statuses' },
      ],
    },
  ],
  [
    'an option that the provider lacks',
    'records.CreateRecord',
    {
      ...created({}),
      values: [
        ...values({ sku: text('N42'), title: text('x'), active: bool(false) }),
        { column: 'status', value: text('sold'), optionProvider: 'statuses' },
      ],
    },
  ],
  ['what was created', 'records.ListRecords', list({ selection: EVERYTHING })],
];

const UPDATES: readonly Row[] = [
  ['a value of another kind of an unknown record', 'records.UpdateRecord', updated('77', { stock: text('9') })],
  [
    'a value of another kind with a version',
    'records.UpdateRecord',
    updated('1', { stock: text('9') }, { expectedVersion: 'x' }),
  ],
  [
    'values that do not fit, of every kind',
    'records.UpdateRecord',
    updated('1', { stock: text('9'), sku: text('x'.repeat(21)), released_on: date('2026-02-30'), rating: double(NaN) }),
  ],
  ['one column', 'records.UpdateRecord', updated('1', { stock: whole(4) })],
  ['the same value', 'records.UpdateRecord', updated('1', { stock: whole(4) })],
  ['the same value in another form', 'records.UpdateRecord', updated('1', { price: decimal('2.500') })],
  [
    'the same JSON in another form',
    'records.UpdateRecord',
    updated('1', { attributes: json('{ "a" : [1,"\\u00df"] }') }),
  ],
  ['no values', 'records.UpdateRecord', updated('1', {})],
  [
    'the current version',
    'records.UpdateRecord',
    (seen) => updated('1', { stock: whole(5) }, { expectedVersion: version('no values', 'updated')(seen) }),
  ],
  [
    'a version that is gone',
    'records.UpdateRecord',
    (seen) => updated('1', { stock: whole(6) }, { expectedVersion: version('no values', 'updated')(seen) }),
  ],
  ['a version that never was', 'records.UpdateRecord', updated('1', { stock: whole(6) }, { expectedVersion: 'x' })],
  [
    'a version that is gone, with the same value',
    'records.UpdateRecord',
    (seen) => updated('1', { stock: whole(5) }, { expectedVersion: version('no values', 'updated')(seen) }),
  ],
  [
    'a conflict of an invalid value',
    'records.UpdateRecord',
    updated('1', { title: text('Wrong') }, { expectedVersion: 'x' }),
  ],
  [
    'null in a column',
    'records.UpdateRecord',
    updated('1', { body: NULL, price: NULL, photo: NULL, attributes: NULL }),
  ],
  ['null again', 'records.UpdateRecord', updated('1', { body: NULL, price: NULL })],
  ['a hook that adds a value', 'records.UpdateRecord', updated('1', { title: text('Reload') })],
  ['a hook that does not like it', 'records.UpdateRecord', updated('1', { title: text('Wrong') })],
  ['a hook that refuses', 'records.UpdateRecord', updated('1', { title: text('Refused') })],
  ['a hook that breaks', 'records.UpdateRecord', updated('1', { title: text('Broken') })],
  ['a sku that is taken', 'records.UpdateRecord', updated('1', { sku: text('B2') })],
  ['a stock below zero', 'records.UpdateRecord', updated('1', { stock: whole(-5) })],
  ['a record of others', 'records.UpdateRecord', updated('3', { stock: whole(9) }, {}, EVE)],
  ['an unknown record', 'records.UpdateRecord', updated('77', { stock: whole(9) })],
  ['a record in another spelling', 'records.UpdateRecord', updated('01', { stock: whole(9) })],
  ['a protected column', 'records.UpdateRecord', updated('1', { owner: text('bob') })],
  ['the tags as a whole', 'records.UpdateRecord', updated('1', {}, relation('tags', '2'))],
  [
    'the tags in the database',
    'records.ListRecords',
    list({ conditions: [{ relatedTo: { relation: 'tags', ids: ['3'] } }], selection: EVERYTHING }),
  ],
  ['the same tags', 'records.UpdateRecord', updated('1', {}, relation('tags', '2'))],
  ['no tags', 'records.UpdateRecord', updated('1', {}, relation('tags'))],
  [
    'a tag beside a value that is invalid',
    'records.UpdateRecord',
    updated('1', { title: text('Wrong') }, relation('tags', '1')),
  ],
  ['another category', 'records.UpdateRecord', updated('1', {}, relation('category', '2'))],
  ['no category', 'records.UpdateRecord', updated('1', {}, relation('category'))],
  ['a hidden category for it', 'records.UpdateRecord', updated('1', {}, relation('category', '3'))],
  ['the hidden category that it has', 'records.UpdateRecord', updated('3', { category_id: whole(3) })],
  [
    'the hidden category that it has, as a relation',
    'records.UpdateRecord',
    updated('3', {}, relation('category', '3')),
  ],
  ['the hidden category that it has, taken away', 'records.UpdateRecord', updated('3', {}, relation('category'))],
  [
    'the products of a category',
    'records.UpdateRecord',
    {
      caller: ADA,
      controller: CATEGORIES,
      id: '1',
      ...relation('products', '1', '2'),
      selection: { relations: [{ relation: 'products', related: { column: 'title', limit: 5 } }] },
    },
  ],
  [
    'the products of a category, of which one is of others',
    'records.UpdateRecord',
    {
      caller: EVE,
      controller: CATEGORIES,
      id: '1',
      ...relation('products', '1'),
      selection: { relations: [{ relation: 'products', count: true }] },
    },
  ],
  ['products and their versions', 'records.ListRecords', list({ selection: EVERYTHING })],
];

const link = (id: string, name: string, ids: string[], caller = ADA, controller = PRODUCTS) => ({
  caller,
  controller,
  id,
  relation: name,
  ids,
});
const LINKS: readonly Row[] = [
  ['links of tags', 'records.Link', link('2', 'tags', ['1', '2'])],
  ['links that exist', 'records.Link', link('2', 'tags', ['1'])],
  ['a link of a hidden tag', 'records.Link', link('2', 'tags', ['3'])],
  ['a link of an unknown tag', 'records.Link', link('2', 'tags', ['1', '77'])],
  ['a link of an unknown record', 'records.Link', link('77', 'tags', ['1'])],
  ['a link of a record of others', 'records.Link', link('3', 'tags', ['1'], EVE)],
  ['a link of a belongs-to relation', 'records.Link', link('1', 'category', ['1'])],
  ['a link twice in one request', 'records.Link', link('2', 'tags', ['1', '1'])],
  ['a link of nothing', 'records.Link', link('2', 'tags', [])],
  ['a link in another spelling', 'records.Link', link('2', 'tags', ['01'])],
  ['links of products', 'records.Link', link('2', 'products', ['1', '4'], ADA, CATEGORIES)],
  ['links of products of others', 'records.Link', link('1', 'products', ['3'], EVE, CATEGORIES)],
  [
    'the linked',
    'records.ListRelated',
    { ...link('2', 'products', [], ADA, CATEGORIES), query: query({ selection: EVERYTHING }) },
  ],
  ['unlinks of tags', 'records.Unlink', link('2', 'tags', ['2'])],
  ['unlinks of what is not linked', 'records.Unlink', link('2', 'tags', ['2', '1'])],
  ['unlinks of a hidden tag', 'records.Unlink', link('1', 'tags', ['3'])],
  ['unlinks of products', 'records.Unlink', link('2', 'products', ['4'], ADA, CATEGORIES)],
  ['after all links', 'records.ListRecords', list({ selection: EVERYTHING })],
];

const deleted = (ids: string[], caller = ADA, controller = PRODUCTS, scope = 'ADMIN_SCOPE_LIST') => ({
  caller,
  controller,
  ids,
  scope,
});
const DELETES: readonly Row[] = [
  ['a sold product', 'records.DeleteRecords', deleted(['2', '3'])],
  ['a product of others', 'records.DeleteRecords', deleted(['1', '3'], EVE)],
  ['an unknown product', 'records.DeleteRecords', deleted(['2', '77'])],
  ['a product that is none', 'records.DeleteRecords', deleted(['x'])],
  ['a product in another spelling', 'records.DeleteRecords', deleted(['02'])],
  ['the same product twice', 'records.DeleteRecords', deleted(['2', '2'])],
  ['no product', 'records.DeleteRecords', deleted([])],
  ['in an unknown scope', 'records.DeleteRecords', deleted(['2'], ADA, PRODUCTS, 'ADMIN_SCOPE_UNSPECIFIED')],
  ['a product with tags', 'records.DeleteRecords', deleted(['2'], ADA, PRODUCTS, 'ADMIN_SCOPE_FORM')],
  ['a category in use', 'records.DeleteRecords', deleted(['1', '2'], ADA, CATEGORIES)],
  ['a tag in use', 'records.DeleteRecords', deleted(['2'], ADA, TAGS)],
  ['a hidden tag by its id', 'records.DeleteRecords', deleted(['3'], ADA, TAGS)],
  ['what is left of products', 'records.ListRecords', list({ selection: EVERYTHING })],
  ['what is left of tags', 'records.ListRecords', list({ selection: select('name') }, ADA, TAGS)],
];

const act = (others: object, caller = ADA, controller = PRODUCTS) => ({ caller, controller, ...others });
const matching = { conditions: [where('sku', 'CONTAINS', text('n'))], search: search('ALL', ['x'], 'title') };
const ACTS: readonly Row[] = [
  ['an action', 'records.RunAction', act({ action: 'activate_all' })],
  ['an action on a record', 'records.RunAction', act({ action: 'activate_all', recordId: '1' })],
  ['an action on an unknown record', 'records.RunAction', act({ action: 'activate_all', recordId: '77' })],
  ['an unknown action', 'records.RunAction', act({ action: 'x' })],
  [
    'an action with an unknown value',
    'records.RunAction',
    act({ action: 'activate_all', values: values({ x: text('') }) }),
  ],
  [
    'an action on many',
    'bulk.RunOnRecords',
    act({ action: 'activate_all', ids: { ids: ['1', '77', 'x'] }, labelColumn: 'title' }),
  ],
  ['a deletion of many', 'bulk.RunOnRecords', act({ delete: true, ids: { ids: ['3', '77'] }, labelColumn: 'title' })],
  [
    'a deletion of those that match',
    'bulk.RunOnRecords',
    act({ delete: true, matching: { matching, limit: 2 }, labelColumn: 'sku' }),
  ],
  [
    'a deletion of the others that match',
    'bulk.RunOnRecords',
    (seen) =>
      act({
        delete: true,
        matching: { matching, after: String(seen('a deletion of those that match')['last']), limit: 200 },
        labelColumn: 'sku',
      }),
  ],
  ['an act without records', 'bulk.RunOnRecords', act({ delete: true })],
  [
    'an import',
    'bulk.ImportRecords',
    act({
      importId: Buffer.alloc(32, 1),
      records: [
        { values: values({ sku: text('I1'), title: text('i') }) },
        { values: values({ sku: text('I2'), title: text('i') }), ...relation('tags', '1') },
      ],
    }),
  ],
  [
    'the same import',
    'bulk.ImportRecords',
    act({ importId: Buffer.alloc(32, 1), records: [{ values: values({ sku: text('I3'), title: text('i') }) }] }),
  ],
  [
    'an import with errors',
    'bulk.ImportRecords',
    act({
      importId: Buffer.alloc(32, 2),
      records: [
        { values: values({ sku: text('J1'), title: text('i') }) },
        { values: values({ sku: text('J1'), title: text('twice') }) },
        { values: values({ sku: text('J2'), title: text('Wrong') }) },
        { values: values({ sku: text('J3'), title: text('Refused') }) },
        { values: values({ title: text('i') }) },
        { values: values({ sku: text('J4'), title: text('i'), stock: whole(-1) }) },
      ],
    }),
  ],
  ['an import of nothing', 'bulk.ImportRecords', act({ importId: Buffer.alloc(32, 3), records: [] })],
  ['after all acts', 'records.ListRecords', list({ selection: EVERYTHING })],
];

const SETTINGS_COLUMNS = [
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
];
const saved = (cells: Cells, others: object = {}, caller = ADA) => ({
  caller,
  settings: 'acme-shop',
  values: values(cells),
  columns: SETTINGS_COLUMNS,
  ...others,
});
const SETTINGS: readonly Row[] = [
  ['settings are saved', 'records.UpdateSettings', saved({ name: text('Ü'), seats: whole(7) })],
  ['the same settings', 'records.UpdateSettings', saved({ name: text('Ü') })],
  [
    'settings with the current version',
    'records.UpdateSettings',
    (seen) => saved({ seats: whole(8) }, { expectedVersion: version('the same settings', 'updated')(seen) }),
  ],
  [
    'settings with a version that is gone',
    'records.UpdateSettings',
    (seen) => saved({ seats: whole(9) }, { expectedVersion: version('the same settings', 'updated')(seen) }),
  ],
  [
    'every setting',
    'records.UpdateSettings',
    saved({
      closed: bool(true),
      visits: whole('-9223372036854775808'),
      factor: double(1e-7),
      tax_rate: decimal('7.50'),
      founded: date('9999-12-31'),
      opens_at: time('00:00:00'),
      since: instant('0001-01-01T00:00:00Z'),
      extra: json('[1]'),
      logo: bytes(1, 2),
      unit: text(''),
    }),
  ],
  [
    'no settings',
    'records.UpdateSettings',
    saved({ founded: NULL, opens_at: NULL, since: NULL, extra: NULL, logo: NULL, unit: NULL }),
  ],
  ['a setting that must not be null', 'records.UpdateSettings', saved({ name: NULL })],
  ['a setting of another kind', 'records.UpdateSettings', saved({ seats: text('7') })],
  ['a tax rate that is too long', 'records.UpdateSettings', saved({ tax_rate: decimal('1234.5') })],
  ['a tax rate with three places', 'records.UpdateSettings', saved({ tax_rate: decimal('1.005') })],
  ['a seat that the hook rejects', 'records.UpdateSettings', saved({ seats: whole(13) })],
  ['a name that the hook refuses', 'records.UpdateSettings', saved({ name: text('Refused') })],
  ['an unknown setting is saved', 'records.UpdateSettings', saved({ x: text('') })],
  [
    'a unit of the provider',
    'records.UpdateSettings',
    { ...saved({}), values: [{ column: 'unit', value: text('pc'), optionProvider: 'units' }] },
  ],
  [
    'a unit that the provider lacks',
    'records.UpdateSettings',
    {
      ...saved({}),
      values: [
        { column: 'seats', value: whole(0) },
        { column: 'unit', value: text('pc'), optionProvider: 'units' },
      ],
    },
  ],
  ['settings at last', 'records.GetSettings', { caller: ADA, settings: 'acme-shop', columns: SETTINGS_COLUMNS }],
];

/** Calls of the admin backend that write: each one finds what the ones before it left. */
export const WRITES: readonly Row[] = [...CREATES, ...UPDATES, ...LINKS, ...DELETES, ...ACTS, ...SETTINGS];
