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
  EVERYTHING,
  instant,
  json,
  list,
  NULL,
  PRODUCTS,
  select,
  TAGS,
  text,
  time,
  values,
  whole,
} from './admin-values.js';
import { relation } from './write-parts.js';

type Cells = Readonly<Record<string, Cell>>;

const created = (cells: Cells, others: object = {}, caller = ADA) => ({
  ...{ caller, controller: PRODUCTS, values: values(cells), selection: EVERYTHING },
  ...others,
});

/** New records, with values at the limits of their columns. */
export const CREATES: readonly Row[] = [
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
