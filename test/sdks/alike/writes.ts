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
  SETTINGS_COLUMNS,
  TAGS,
  text,
  time,
  values,
  where,
  whole,
} from './admin-values.js';
import { relation, version } from './write-parts.js';

import { CREATES } from './creates.js';
import { UPDATES } from './updates.js';

type Cells = Readonly<Record<string, Cell>>;

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
