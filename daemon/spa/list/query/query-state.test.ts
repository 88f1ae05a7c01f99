import { expect } from 'chai';
import fc from 'fast-check';
import { AdminError } from '../../../admin/api/errors.js';
import { RECORDS_PER_PAGE } from '../../../admin/api/limits.js';
import { listParameters } from '../../../admin/api/list-query.js';
import { formatSort } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import { bounded, NO_VALUE, several, single } from './filter-value.js';
import type { ListDefaults, ListState } from './query-state.js';
import {
  chosenIn,
  queryOf,
  searchOf,
  stateOf,
  withFilter,
  withoutFilters,
  withoutRefused,
  withPage,
  withPerPage,
  withSearch,
  withSort,
} from './query-state.js';

function filter(name: string, type: FilterView['type'], more: Partial<FilterView> = {}): FilterView {
  return { name, type, label: name, multiple: type === 'group', optionsFromServer: false, dependsOn: [], ...more };
}

const DEFAULTS: ListDefaults = {
  recordsPerPage: 25,
  defaultSort: '-published_at',
  filters: [
    filter('category', 'group'),
    filter('author', 'group', { dependsOn: ['category'] }),
    filter('status', 'dropdown'),
    filter('approved', 'switch', { default: false }),
    filter('popular', 'checkbox', { default: true }),
    filter('published', 'daterange'),
    filter('views', 'numberrange', { default: [10, 20] }),
    filter('title', 'text'),
  ],
};

/** Without the defaults, which are part of every query. */
const BARE: ListDefaults = { ...DEFAULTS, filters: DEFAULTS.filters.map(({ default: _, ...rest }) => rest) };

const filled = fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }).filter((text) => !/[\0[\]]/.test(text));

const states: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 500 }),
  perPage: fc.constantFrom(undefined, 1, 50, RECORDS_PER_PAGE.maximum),
  search: filled.map((text) => text.trim()),
  sort: fc.constantFrom('', 'title', '-date,title'),
  filters: fc
    .array(
      fc.tuple(
        filled,
        fc.oneof(
          fc.array(filled, { minLength: 1, maxLength: 4 }).map(several),
          filled.map((after) => bounded({ after })),
          fc.tuple(filled, filled).map(([min, max]) => bounded({ min, max })),
        ),
      ),
      { maxLength: 4 },
    )
    .map((filters) => new Map(filters)),
});

const query = (search: string, defaults = BARE) => decodeURIComponent(queryOf(stateOf(search), defaults).toString());

describe('the state of a list in the URL (AD-204)', () => {
  it('reads a URL without a query as the default list', () => {
    expect(stateOf('')).to.deep.equal({ page: 1, perPage: undefined, search: '', sort: '', filters: new Map() });
    expect(searchOf(stateOf(''), DEFAULTS)).to.equal('');
    expect(query('')).to.equal('page=1');
  });

  const full =
    '?search=a+b&filter[category][]=1&filter[category][]=2&filter[status]=draft' +
    '&filter[published][after]=2026-01-01&filter[published][before]=2026-02-01&sort=title,-id&per_page=50&page=3';

  it('reads back the state that it writes', () => {
    expect(searchOf(stateOf(full), BARE)).to.equal(full);
  });

  it('queries the API in the same grammar', () => {
    expect(query(full)).to.equal(
      'page=3&per_page=50&search=a+b&sort=title,-id&filter[category][]=1&filter[category][]=2&filter[status]=draft' +
        '&filter[published][after]=2026-01-01&filter[published][before]=2026-02-01',
    );
  });

  it('reads back every state that it writes into the URL, and the API reads the same from its query', () => {
    const unknownFilters: ListDefaults = { filters: [], recordsPerPage: 20, defaultSort: '' };
    fc.assert(
      fc.property(states, (state) => {
        expect(stateOf(searchOf(state, unknownFilters))).to.deep.equal(state);
        const read = listParameters([...queryOf(state, unknownFilters)], RECORDS_PER_PAGE);
        if (read instanceof AdminError) return expect.fail(JSON.stringify(read));
        const { page, perPage, search, sorts } = read;
        expect({ page, perPage, search, sort: formatSort(sorts) }).to.deep.equal({
          ...{ page: state.page, perPage: state.perPage ?? RECORDS_PER_PAGE.default },
          ...{ search: state.search, sort: state.sort },
        });
        for (const [name, { values, bounds }] of state.filters) {
          expect(read.filters.get(name)).to.deep.equal({ values, bounds: new Map(Object.entries(bounds)) });
        }
      }),
    );
  });

  it("sends the values of the filters that a filter's choices depend on (AD-71)", () => {
    const chosen = (search: string, names: readonly string[]) =>
      decodeURIComponent(chosenIn(names, stateOf(search), DEFAULTS.filters));
    expect(chosen(full, ['category'])).to.equal('filter[category][]=1&filter[category][]=2');
    expect(chosen(full, ['status', 'title'])).to.equal('filter[status]=draft');
    expect(chosen(full, [])).to.equal('');
  });

  it('leaves out defaults', () => {
    const search =
      '?page=1&per_page=25&sort=-published_at&search=&filter[approved]=0&filter[views][min]=10&filter[views][max]=20';
    expect(searchOf(stateOf(search), DEFAULTS)).to.equal('');
  });

  it('writes a group filter as a list, even with a single value', () => {
    expect(searchOf(stateOf('?filter[category]=1'), DEFAULTS)).to.equal('?filter[category][]=1');
  });

  it('escapes user input', () => {
    const state = withSearch(stateOf(''), 'a&b=c#d+e "<ü>');
    expect(searchOf(state, DEFAULTS)).to.equal('?search=a%26b%3Dc%23d%2Be+%22%3C%C3%BC%3E');
    expect(stateOf(searchOf(state, DEFAULTS)).search).to.equal(state.search);
  });

  for (const page of ['0', '-1', '1.5', 'x', '', '99999999999']) {
    it(`treats page=${page} as the first page`, () => expect(stateOf(`?page=${page}`).page).to.equal(1));
  }

  it("replaces a page size that the API does not support with the list's default", () => {
    expect(stateOf('?per_page=201').perPage).to.equal(undefined);
    expect(stateOf('?per_page=200').perPage).to.equal(200);
  });

  it('keeps a filter that the list no longer has, so that the API reports it', () => {
    expect(query('?filter[gone]=1&filter[old][]=2&filter[old][]=3')).to.equal(
      'page=1&filter[gone]=1&filter[old][]=2&filter[old][]=3',
    );
    expect(searchOf(stateOf('?filter[gone]=1'), DEFAULTS)).to.equal('?filter[gone]=1');
  });

  it('treats filter names as plain names', () => {
    expect(query('?filter[__proto__]=1&filter[constructor][min]=2')).to.equal(
      'page=1&filter[__proto__]=1&filter[constructor][min]=2',
    );
  });
});

describe('filters with defaults (AD-207)', () => {
  it('sends defaults until the user chooses', () => {
    expect(query('', DEFAULTS)).to.equal(
      'page=1&filter[approved]=0&filter[popular]=1&filter[views][min]=10&filter[views][max]=20',
    );
  });

  it('records a removed default in the URL', () => {
    const state = withFilter(stateOf(''), DEFAULTS.filters, 'approved', NO_VALUE);
    expect(searchOf(state, DEFAULTS)).to.equal('?filter[approved]=');
    expect(query('?filter[approved]=', DEFAULTS)).to.equal(
      'page=1&filter[popular]=1&filter[views][min]=10&filter[views][max]=20',
    );
  });

  it('treats an unchecked box as off', () => {
    expect(searchOf(stateOf('?filter[popular]=0'), DEFAULTS)).to.equal('?filter[popular]=');
    expect(searchOf(stateOf('?filter[popular]=1'), DEFAULTS)).to.equal('');
  });

  it('removes all filters when cleared, including unknown ones', () => {
    const state = withoutFilters(stateOf('?filter[gone]=1&filter[status]=draft&search=x&page=2'), DEFAULTS.filters);
    expect(searchOf(state, DEFAULTS)).to.equal('?search=x&filter[approved]=&filter[popular]=&filter[views]=');
  });
});

describe('what the API refused (AD-207)', () => {
  const { filters } = DEFAULTS;
  const LINK =
    '?page=3&search=tea&sort=title&filter[gone][]=1&filter[gone][min]=2&filter[status]=open&filter[author][]=7';
  const without = (...refused: readonly string[]) => {
    const state = withoutRefused(stateOf(LINK), filters, refused);
    return state && searchOf(state, DEFAULTS);
  };

  it('goes, and everything else stays, on the first page', () => {
    const REST = '&filter[author][]=7&filter[status]=open';
    expect(without('filter[gone]')).to.equal(`?search=tea${REST}&sort=title`);
    expect(without('filter[gone][min]')).to.equal(`?search=tea${REST}&sort=title`);
    expect(without('filter[gone]', 'sort', 'search')).to.equal(`?filter[author][]=7&filter[status]=open`);
    expect(without('filter[status]')).to.contain('filter[gone]=1').and.to.not.contain('status');
  });

  it('turns off a filter whose default is refused', () =>
    expect(without('filter[views]')).to.contain('filter[views]=&'));

  it('reports that nothing of the list was refused', () => {
    for (const refused of [[], ['form[x]'], ['filter[other]']]) expect(without(...refused)).to.equal(undefined);
  });
});

describe('changes of a list', () => {
  const state = stateOf('?page=4&filter[category][]=1&filter[author][]=7');

  it('keeps everything else when the page changes', () => {
    expect(searchOf(withPage(state, 5), BARE)).to.equal('?filter[category][]=1&filter[author][]=7&page=5');
  });

  it('returns to the first page after any other change', () => {
    expect(withSearch(state, 'x').page).to.equal(1);
    expect(withSort(state, 'title').page).to.equal(1);
    expect(withPerPage(state, 50).page).to.equal(1);
    expect(withFilter(state, BARE.filters, 'status', single('draft')).page).to.equal(1);
    expect(withoutFilters(state, BARE.filters).page).to.equal(1);
  });

  it('clears a filter when a filter that it depends on changes', () => {
    expect(searchOf(withFilter(state, BARE.filters, 'category', several(['2'])), BARE)).to.equal(
      '?filter[category][]=2',
    );
  });
});
