import type { Row } from './admin-values.js';
import {
  ADA,
  bool,
  CATEGORIES,
  EVE,
  EVERYTHING,
  PRODUCTS,
  query,
  select,
  SETTINGS_COLUMNS,
  TAGS,
  whole,
} from './admin-values.js';

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

/** Choices on a form of products; by default, one page has all of them. */
const choices = (source: object, others: object = {}) => ({
  caller: ADA,
  controller: PRODUCTS,
  page: { number: 1, size: 50 },
  ...source,
  ...others,
});
const related = (name: string, labelColumn = 'name') => ({ relation: { relation: name, labelColumn } });
const choicesOfSettings = (others: object = {}) => ({
  ...{ caller: ADA, settings: 'acme-shop', provider: 'units', page: { number: 1, size: 50 } },
  ...others,
});
/** The records of a relation; those of a product with their names. */
const records = (controller: string, id: string, name: string, others: object = {}) => ({
  ...{ caller: ADA, controller, id, relation: name },
  query: query(controller === PRODUCTS ? { selection: select('name') } : {}),
  ...others,
});
const partialData = (others: object = {}) => ({ caller: ADA, controller: PRODUCTS, partial: 'stats', ...others });

/** Choices, related records, candidates, partial data and settings. */
export const OPTIONS: readonly Row[] = [
  ['choices of the category', 'records.ListOptions', choices(related('category'))],
  ['choices of tags', 'records.ListOptions', choices(related('tags'), { page: { number: 1, size: 1 } })],
  ['choices of tags that match', 'records.ListOptions', choices(related('tags'), { terms: ['GRÜ', 'n'] })],
  ['choices by ids', 'records.ListOptions', choices(related('tags'), { ids: ['3', '2', '1', 'x'] })],
  ['choices by labels', 'records.ListOptions', choices(related('tags'), { labels: ['red', 'Red', 'internal'] })],
  [
    'choices of a model',
    'records.ListOptions',
    choices({ model: { model: 'Acme\\Shop\\Models\\Tag', labelColumn: 'name' } }),
  ],
  ['choices of an unknown model', 'records.ListOptions', choices({ model: { model: 'Nothing', labelColumn: 'name' } })],
  ['choices of an unknown relation', 'records.ListOptions', choices(related('x'))],
  ['choices with an unknown label', 'records.ListOptions', choices(related('tags', 'x'))],
  ['choices of a provider', 'records.ListOptions', choices({ provider: 'statuses' })],
  [
    'choices of a provider with a form',
    'records.ListOptions',
    choices({ provider: 'statuses', formValues: [{ column: 'active', value: bool(false) }] }),
  ],
  ['choices of a provider that match', 'records.ListOptions', choices({ provider: 'statuses', terms: ['AUS'] })],
  ['choices of a provider by id', 'records.ListOptions', choices({ provider: 'statuses', ids: ['live', 'x'] })],
  [
    'the second page of a provider',
    'records.ListOptions',
    choices({ provider: 'statuses', page: { number: 2, size: 2 } }),
  ],
  ['choices of an unknown provider', 'records.ListOptions', choices({ provider: 'x' })],
  ['choices without a source', 'records.ListOptions', choices({})],
  [
    'choices of settings',
    'records.ListOptions',
    choicesOfSettings({ formValues: [{ column: 'seats', value: whole(2) }] }),
  ],
  ['choices of settings without seats', 'records.ListOptions', choicesOfSettings()],
  ['related tags', 'records.ListRelated', records(PRODUCTS, '1', 'tags')],
  ['related products', 'records.ListRelated', records(CATEGORIES, '1', 'products')],
  ['related products of a hidden category', 'records.ListRelated', records(CATEGORIES, '3', 'products')],
  ['a related category', 'records.ListRelated', records(PRODUCTS, '1', 'category')],
  ['candidates of tags', 'records.ListCandidates', records(PRODUCTS, '1', 'tags')],
  ['candidates of tags by id', 'records.ListCandidates', records(PRODUCTS, '1', 'tags', { ids: ['1', '3'] })],
  ['candidates of products', 'records.ListCandidates', records(CATEGORIES, '1', 'products')],
  ['candidates of own products', 'records.ListCandidates', records(CATEGORIES, '1', 'products', { caller: EVE })],
  ['candidates of an unknown record', 'records.ListCandidates', records(PRODUCTS, '77', 'tags')],
  ['partial data', 'records.GetPartialData', partialData()],
  ['partial data of a record', 'records.GetPartialData', partialData({ recordId: '1' })],
  ['partial data of an unknown record', 'records.GetPartialData', partialData({ recordId: '77' })],
  ['partial data of a record of others', 'records.GetPartialData', partialData({ caller: EVE, recordId: '3' })],
  ['partial data of a controller without', 'records.GetPartialData', partialData({ controller: TAGS })],
  ['settings', 'records.GetSettings', { caller: ADA, settings: 'acme-shop', columns: SETTINGS_COLUMNS }],
  ['unknown settings', 'records.GetSettings', { caller: ADA, settings: 'x', columns: [] }],
  ['an unknown setting', 'records.GetSettings', { caller: ADA, settings: 'acme-shop', columns: ['x'] }],
];
