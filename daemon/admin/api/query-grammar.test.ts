import { expect } from 'chai';
import fc from 'fast-check';
import { parseQuery } from '../../http/parameters.js';
import { AdminError } from './errors.js';
import {
  MAX_DEPTH,
  MAX_IDS,
  MAX_QUERY_PARAMETERS,
  MAX_SEARCH_CHARACTERS,
  MAX_SORTS,
  RECORDS_PER_PAGE,
} from './limits.js';
import { listParameters } from './list-query.js';
import { isRecordId } from './paths.js';
import type { FilterValue, SortKey } from './query-grammar.js';
import {
  FILTER_BOUNDS,
  formatSort,
  furtherParameter,
  parseFilterParameter,
  parseFormParameter,
  parseNames,
  parseSort,
  wholeNumber,
  writeFilter,
  writeQuery,
} from './query-grammar.js';

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => !value.includes('\0'));
const filled = text.filter((value) => value !== '');
const scope = filled.filter((name) => !/[[\]]/.test(name));
const sorts: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({ column: fc.stringMatching(/^[A-Za-z_]\w{0,20}$/), descending: fc.boolean() }),
  { selector: ({ column }) => column, maxLength: MAX_SORTS },
);
const filter: fc.Arbitrary<FilterValue & { readonly isList: boolean }> = fc
  .record({
    values: fc.array(filled, { maxLength: 5 }),
    bounds: fc.record(Object.fromEntries(FILTER_BOUNDS.map((bound) => [bound, filled])), { requiredKeys: [] }),
    isList: fc.boolean(),
  })
  .map(({ values, bounds, isList }) => ({ values, bounds, isList: isList || values.length > 1 }));

const asked = fc
  .record({
    page: fc.integer({ min: 1, max: MAX_DEPTH }),
    perPage: fc.integer({ min: 1, max: RECORDS_PER_PAGE.maximum }),
    search: fc
      .string({ unit: 'binary', maxLength: MAX_SEARCH_CHARACTERS / 2 })
      .filter((value) => !value.includes('\0') && value.trim() === value),
    sorts,
    exactTotal: fc.boolean(),
    filters: fc.uniqueArray(fc.tuple(scope, filter), { selector: ([name]) => name, maxLength: 4 }),
    // The reader drops repeated ids.
    ids: fc.uniqueArray(filled.filter(isRecordId), { maxLength: MAX_IDS }),
  })
  .filter(({ page, perPage }) => (page - 1) * perPage < MAX_DEPTH);

describe('admin: the grammar of a list query', () => {
  it('round-trips every query', () => {
    fc.assert(
      fc.property(asked, ({ sorts, filters, ...simple }) => {
        const entries = writeQuery({
          ...simple,
          sort: formatSort(sorts),
          filters: filters.flatMap(([name, { isList, ...value }]) => writeFilter(name, value, isList)),
        });
        const query = parseQuery(new URLSearchParams(entries).toString(), MAX_QUERY_PARAMETERS) ?? expect.fail();
        const read = listParameters(query, RECORDS_PER_PAGE, ['sort', 'total', 'filter', 'ids']);
        if (read instanceof AdminError) return expect.fail(JSON.stringify(read));
        const { page, perPage, search, exactTotal, ids } = read;
        expect({ page, perPage, search, exactTotal, ids }).to.deep.equal(simple);
        expect(read.sorts).to.deep.equal(sorts);
        expect([...read.filters.keys()]).to.deep.equal(filters.map(([name]) => name));
        for (const [name, { values, bounds }] of filters) {
          // An empty value means that the user has chosen nothing.
          const nothing = values.length === 0 && Object.keys(bounds).length === 0;
          expect(read.filters.get(name)?.values).to.deep.equal(nothing ? [''] : values);
          expect(Object.fromEntries(read.filters.get(name)?.bounds ?? [])).to.deep.equal({ ...bounds });
        }
      }),
    );
  });

  it('round-trips every sort', () => {
    fc.assert(fc.property(sorts, (keys) => void expect(parseSort(formatSort(keys))).to.deep.equal(keys)));
  });

  it('writes every sort in its original form', () => {
    const parameter = fc.string({ unit: fc.constantFrom('a', 'b', '-', ',') });
    fc.assert(fc.property(parameter, (sort) => void expect(formatSort(parseSort(sort))).to.equal(sort)));
  });

  it('writes every parameter in its place', () => {
    const asked = {
      page: 2,
      perPage: 50,
      search: 'word',
      sort: formatSort([
        { column: 'date', descending: true },
        { column: 'title', descending: false },
      ]),
      columns: ['title', 'date'],
      exactTotal: true,
      filters: [
        ...writeFilter('state', { values: ['open'], bounds: {} }),
        ...writeFilter('tags', { values: ['1'], bounds: {} }, true),
        ...writeFilter('both', { values: ['1', '2'], bounds: {} }),
        ...writeFilter('price', { values: [], bounds: { max: '9', min: '5' } }),
        ...writeFilter('none', { values: [], bounds: {} }),
      ],
      ids: ['7'],
      form: [['country', 'de']],
    } as const;
    expect(decodeURIComponent(new URLSearchParams(writeQuery(asked)).toString())).to.equal(
      'page=2&per_page=50&search=word&sort=-date,title&columns=title,date&total=exact&filter[state]=open' +
        '&filter[tags][]=1&filter[both][]=1&filter[both][]=2&filter[price][min]=5&filter[price][max]=9&filter[none]=' +
        '&ids[]=7&form[country]=de',
    );
    expect(writeQuery({ columns: [] })).to.deep.equal([['columns', '']]);
  });

  it('reads names, whole numbers and the parts of a filter', () => {
    expect(parseNames('')).to.deep.equal([]);
    expect(parseNames('title,date')).to.deep.equal(['title', 'date']);
    expect(parseSort('')).to.deep.equal([]);
    expect(['0', '12', '999999999', '1234567890', '', '-1', 'x1', '1x', '1.5'].map(wholeNumber)).to.deep.equal([
      ...[0, 12, 999_999_999],
      ...[0, 0, 0, 0, 0, 0],
    ]);
    for (const [parameter, read] of [
      ['filter[a]', { scope: 'a', part: undefined }],
      ['filter[state][]', { scope: 'state', part: '' }],
      ['filter[price][min]', { scope: 'price', part: 'min' }],
      ['filter[a][B]', undefined],
      ['filter[]', undefined],
      ['filter[[a]]', undefined],
      ['x filter[a]', undefined],
      ['filter[a]x', undefined],
    ] as const) {
      expect(parseFilterParameter(parameter), parameter).to.deep.equal(read);
    }
    for (const [parameter, name] of [
      ['form[country]', 'country'],
      ['form[]', undefined],
      ['form[[a]]', undefined],
      ['xform[a]', undefined],
      ['form[a][]', undefined],
    ] as const) {
      expect(parseFormParameter(parameter), parameter).to.equal(name);
    }
  });

  it('knows the kind of a parameter, also of a malformed one', () => {
    for (const [parameter, kind] of [
      ['sort', 'sort'],
      ['columns', 'columns'],
      ['total', 'total'],
      ['ids[]', 'ids'],
      ['filter[', 'filter'],
      ['filter[a]x', 'filter'],
      ['form[', 'form'],
      ['form[a]x', 'form'],
      ['ids', undefined],
      ['page', undefined],
      ['x filter[', undefined],
      ['x form[', undefined],
    ] as const) {
      expect(furtherParameter(parameter), parameter).to.equal(kind);
    }
  });

  it('writes only the parameters that are set', () => {
    expect(writeQuery({})).to.deep.equal([]);
    expect(writeQuery({ search: '', sort: '', exactTotal: false, filters: [], ids: [], form: [] })).to.deep.equal([]);
  });

  it('omits open ends of a range', () => {
    expect(writeFilter('price', { values: [], bounds: { min: '', max: '9' } })).to.deep.equal([
      ['filter[price][max]', '9'],
    ]);
  });

  it('writes the fields of a form so that it can read them back', () => {
    fc.assert(
      fc.property(scope, text, (name, value) => {
        const read = writeQuery({ form: [[name, value]] }).map(([parameter, held]) => [
          parseFormParameter(parameter),
          held,
        ]);
        expect(read).to.deep.equal([[name, value]]);
      }),
    );
  });
});
