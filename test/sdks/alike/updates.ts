import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Row } from './admin-values.js';
import {
  ADA,
  CATEGORIES,
  date,
  decimal,
  double,
  EVE,
  EVERYTHING,
  json,
  list,
  NULL,
  PRODUCTS,
  text,
  values,
  whole,
} from './admin-values.js';
import { relation, version } from './write-parts.js';

type Cells = Readonly<Record<string, Cell>>;

const updated = (id: string, cells: Cells, others: object = {}, caller = ADA) => ({
  ...{ caller, controller: PRODUCTS, id, values: values(cells), selection: EVERYTHING },
  ...others,
});

/** Changes of records and their relations. */
export const UPDATES: readonly Row[] = [
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
