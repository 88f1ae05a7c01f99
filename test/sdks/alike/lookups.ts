import type { Row } from './admin-values.js';
import { ADA, bool, CATEGORIES, EVE, EVERYTHING, PRODUCTS, query, select, TAGS, whole } from './admin-values.js';

/** One record, in every spelling of an id. */
export const GETS: readonly Row[] = [
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
/** Choices, related records, candidates, partial data and settings. */
export const OPTIONS: readonly Row[] = [
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
