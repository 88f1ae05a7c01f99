import type { AdminCondition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { Cell } from '@gatehouse/proto/generated/gatehouse/host/v1/Cell';
import type { Dice } from '../../support/dice.js';
import type { Row } from './admin-values.js';
import {
  ADA,
  bool,
  BOB,
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
  search,
  text,
  time,
  values,
  where,
  whole,
} from './admin-values.js';

/** Few values of each column, so that conditions meet what writes have left. */
const CELLS: Readonly<Record<string, readonly Cell[]>> = {
  title: [text('Hammer'), text('ÄPFEL'), text(''), text('Straße'), text(' x '), text('Wrong')],
  body: [text('b'), text(''), NULL, text('ü'.repeat(3000))],
  status: [text('draft'), text('live'), text('sold')],
  price: [decimal('0'), decimal('2.50'), decimal('-1'), decimal('12.345'), NULL],
  stock: [whole(0), whole(3), whole(-1)],
  views: [whole(0), whole('9007199254740993'), whole('-9223372036854775808')],
  rating: [double(0.1), double(-0), double(1e21), NULL],
  active: [bool(true), bool(false)],
  released_on: [date('2026-02-28'), date('1900-01-01'), NULL, date('2026-02-29')],
  opens_at: [time('00:00:00'), time('08:30:00.5'), NULL],
  published_at: [instant('2026-01-02T03:04:05.678Z'), instant('1969-12-31T23:59:59.999Z'), NULL],
  attributes: [json('{"a":1}'), json('[]'), json('null'), json('"é"'), NULL],
  photo: [bytes(), bytes(1), NULL],
  category_id: [whole(1), whole(2), whole(3), whole(77), NULL],
};
const COLUMNS = Object.keys(CELLS);
/** Columns that can hold the text of a value of another kind. */
const TEXTS = new Set(['title', 'body', 'status']);
/** With an order that does not depend on where a database sorts null. */
const SORTED = ['id', 'sku', 'title', 'status', 'stock', 'views', 'active', 'owner'];
const COMPARED = COLUMNS.filter((column) => !['attributes', 'photo', 'rating'].includes(column));
const OPERATORS = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS',
  'LESS_OR_EQUAL',
  'GREATER',
  'GREATER_OR_EQUAL',
  'IN',
  'CONTAINS',
] as const;
const TERMS = ['ä', 'ÄP', 'ss', 'ß', 'STRA', '%', 'h', ' ', 'ü'];
const IDS = ['1', '2', '3', '4', '5', '6', '77', '01', 'x'];

const CALLS: readonly ((dice: Dice) => readonly [Row[1], Row[2]])[] = [
  listing,
  listing,
  listing,
  (dice) => [
    'records.CreateRecord',
    {
      caller: caller(dice),
      controller: PRODUCTS,
      values: [
        ...cells(dice, 'title'),
        ...values({ sku: text(`S${dice.below(30)}`), title: dice.pick(CELLS['title'] ?? []) }),
      ],
      ...links(dice),
      selection: EVERYTHING,
    },
  ],
  (dice) => [
    'records.UpdateRecord',
    {
      caller: caller(dice),
      controller: PRODUCTS,
      id: dice.pick(IDS),
      values: cells(dice),
      ...links(dice),
      selection: EVERYTHING,
    },
  ],
  (dice) => [
    'records.UpdateRecord',
    { caller: caller(dice), controller: PRODUCTS, id: dice.pick(IDS), values: cells(dice), selection: EVERYTHING },
  ],
  (dice) => [
    'records.GetRecord',
    {
      caller: caller(dice),
      controller: PRODUCTS,
      id: dice.pick(IDS),
      scope: 'ADMIN_SCOPE_FORM',
      selection: EVERYTHING,
    },
  ],
  (dice) => [
    dice.pick(['records.Link', 'records.Unlink']),
    {
      caller: caller(dice),
      controller: PRODUCTS,
      id: dice.pick(IDS),
      relation: 'tags',
      ids: [dice.pick(['1', '2', '3', 'x'])],
    },
  ],
  (dice) => [
    dice.pick(['records.Link', 'records.Unlink']),
    { caller: caller(dice), controller: CATEGORIES, id: dice.pick(IDS), relation: 'products', ids: [dice.pick(IDS)] },
  ],
  (dice) => [
    'records.DeleteRecords',
    { caller: caller(dice), controller: PRODUCTS, ids: [dice.pick(['4', '5', '77', 'x'])], scope: 'ADMIN_SCOPE_LIST' },
  ],
];

const caller = (dice: Dice) => dice.pick([ADA, ADA, EVE, BOB]);

function listing(dice: Dice): readonly [Row[1], Row[2]] {
  const others = {
    selection: EVERYTHING,
    conditions: Array.from({ length: dice.below(3) }, () => condition(dice)),
    ...(dice.below(3) === 0 && {
      search: search(
        dice.pick(['ALL', 'ANY'] as const),
        [dice.pick(TERMS), dice.pick(TERMS)],
        'title',
        dice.pick(['sku', 'category.name', 'tags.name']),
      ),
    }),
    sorts: Array.from({ length: dice.below(3) }, () => ({
      column: { relation: '', column: dice.pick(SORTED) },
      descending: dice.below(2) === 0,
    })),
    page: { number: 1 + dice.below(2), size: 1 + dice.below(5) },
    acceptsColumns: dice.below(2) === 0,
  };
  return ['records.ListRecords', list(others, caller(dice))];
}

function condition(dice: Dice): AdminCondition {
  if (dice.below(5) === 0)
    return { relatedTo: { relation: dice.pick(['tags', 'category']), ids: [dice.pick(['1', '2', '3', 'x'])] } };
  const column = dice.pick(COMPARED);
  if (dice.below(5) === 0) return where(column, dice.pick(['IS_NULL', 'IS_NOT_NULL'] as const));
  return where(column, dice.pick(OPERATORS), dice.pick(CELLS[column] ?? []));
}

/** Of up to three columns; at times with a value of another column. */
function cells(dice: Dice, except = '') {
  const columns = new Set(Array.from({ length: dice.below(4) }, () => dice.pick(COLUMNS)));
  columns.delete(except);
  return [...columns].map((column) => {
    const from = dice.below(15) === 0 && !TEXTS.has(column) ? dice.pick(COLUMNS) : column;
    return { column, value: dice.pick(CELLS[from] ?? []) };
  });
}

function links(dice: Dice) {
  const ids = new Set(Array.from({ length: dice.below(3) }, () => dice.pick(['1', '2', '3'])));
  return dice.below(2) === 0 ? {} : { relations: [{ relation: 'tags', ids: [...ids] }] };
}

/** Calls of the admin backend with values of every column, on few records. */
export function randomCalls(dice: Dice, count: number): readonly Row[] {
  return Array.from({ length: count }, (_, n): Row => {
    const [rpc, request] = dice.pick(CALLS)(dice);
    return [`random ${n}: ${rpc}`, rpc, request];
  });
}
