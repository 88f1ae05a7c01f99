/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/restrict-plus-operands -- a mutant changes messages of many rpcs, whatever their types */
import type { Mutant } from './mutant.js';
import type { Message } from './admin-mutant.js';
import { records } from './admin-mutant.js';

/** Mutants of queries and pages. */

const LISTS = 'ListRecords ListRelated ListCandidates';
const COMPARED = ['records/comparisons'];

function query(
  name: string,
  likely: readonly string[],
  change: (query: Message) => Message,
  rpcs = 'ListRecords',
): Mutant {
  return records(name, likely, rpcs, {
    request: (request) => ({ ...request, query: { ...request.query, ...change(request.query) } }),
  });
}

/** Reads one operator as another one. */
function operator(from: string, to: string): Mutant {
  return query(`${from} is read as ${to}`, COMPARED, ({ conditions }) => ({
    conditions: conditions.map((condition: Message) => ({
      ...condition,
      comparison:
        condition.comparison?.operator === `ADMIN_COMPARISON_OPERATOR_${from}`
          ? { ...condition.comparison, operator: `ADMIN_COMPARISON_OPERATOR_${to}` }
          : condition.comparison,
    })),
  }));
}

function page(
  name: string,
  likely: readonly string[],
  change: (page: Message, query: Message) => Message,
  rpcs = 'ListRecords',
): Mutant {
  return records(name, likely, rpcs, {
    answer: (answer, { query: asked }) =>
      answer.page === undefined ? answer : { page: { ...answer.page, ...change(answer.page, asked) } },
  });
}

const OPERATORS: readonly (readonly [string, string])[] = [
  ['EQUAL', 'CONTAINS'],
  ['EQUAL', 'NOT_EQUAL'],
  ['NOT_EQUAL', 'EQUAL'],
  ['LESS', 'LESS_OR_EQUAL'],
  ['LESS_OR_EQUAL', 'LESS'],
  ['GREATER', 'GREATER_OR_EQUAL'],
  ['GREATER_OR_EQUAL', 'GREATER'],
  ['LESS', 'GREATER'],
  ['GREATER', 'LESS'],
  ['IN', 'EQUAL'],
  ['CONTAINS', 'EQUAL'],
  ['IS_NULL', 'IS_NOT_NULL'],
  ['IS_NOT_NULL', 'IS_NULL'],
];

export const QUERY_MUTANTS: readonly Mutant[] = [
  ...OPERATORS.map(([from, to]) => operator(from, to)),
  query('conditions are ignored in lists', COMPARED, () => ({ conditions: [] })),
  query('only the first condition applies', COMPARED, ({ conditions }) => ({ conditions: conditions.slice(0, 1) })),
  query('only the last condition applies', COMPARED, ({ conditions }) => ({ conditions: conditions.slice(-1) })),
  query('NOT_EQUAL leaves out null', COMPARED, ({ conditions }) => ({
    conditions: conditions.flatMap((condition: Message) =>
      condition.comparison?.operator === 'ADMIN_COMPARISON_OPERATOR_NOT_EQUAL'
        ? [
            condition,
            { comparison: { ...condition.comparison, operator: 'ADMIN_COMPARISON_OPERATOR_IS_NOT_NULL', values: [] } },
          ]
        : [condition],
    ),
  })),
  query('IN compares with the first value only', COMPARED, ({ conditions }) => ({
    conditions: conditions.map(({ comparison, ...rest }: Message) => ({
      ...rest,
      comparison: comparison && { ...comparison, values: comparison.values.slice(0, 1) },
    })),
  })),
  query('a percent sign in CONTAINS matches everything', COMPARED, ({ conditions }) => ({
    conditions: conditions.filter(
      ({ comparison }: Message) =>
        comparison?.operator !== 'ADMIN_COMPARISON_OPERATOR_CONTAINS' || comparison.values[0]?.stringValue !== '%',
    ),
  })),
  query('the search is ignored', ['records/searches'], () => ({ search: null })),
  query('a search needs all terms whatever its mode', ['records/searches'], ({ search }) => ({
    search: search && { ...search, mode: 'ADMIN_SEARCH_MODE_ALL' },
  })),
  query('a search looks for the first term only', ['records/searches'], ({ search }) => ({
    search: search && { ...search, terms: search.terms.slice(0, 1) },
  })),
  query('a search looks into the last column only', ['records/searches'], ({ search }) => ({
    search: search && { ...search, columns: search.columns.slice(-1) },
  })),
  query('a search looks into all texts', ['records/searches'], ({ search }) => ({
    search: search && { ...search, columns: [...search.columns, { relation: '', column: 'title' }] },
  })),
  query('orders are ignored', ['records/sorts'], () => ({ sorts: [] })),
  query('every order ascends', ['records/sorts'], ({ sorts }) => ({
    sorts: sorts.map((sort: Message) => ({ ...sort, descending: false })),
  })),
  query('every order descends', ['records/sorts'], ({ sorts }) => ({
    sorts: sorts.map((sort: Message) => ({ ...sort, descending: true })),
  })),
  query('ties are broken by descending key', ['records/sorts'], ({ sorts }) => ({
    sorts: [...sorts, { column: { relation: '', column: 'id' }, descending: true }],
  })),
  query('every page is the first', ['records/list-pages'], ({ page: asked }) => ({ page: { ...asked, number: 1 } })),
  query('pages start at 0', ['records/list-pages'], ({ page: asked }) => ({
    page: { ...asked, number: asked.number + 1 },
  })),
  query('a page has one record more', ['records/list-pages'], ({ page: asked }) => ({
    page: { ...asked, size: asked.size + 1 },
  })),
  query('a page has one record less', ['records/list-pages'], ({ page: asked }) => ({
    page: { ...asked, size: Math.max(1, asked.size - 1) },
  })),
  query('nothing is counted', ['records/list-pages'], () => ({ count: false }), LISTS),
  query('everything is counted without a request for it', ['records/list-pages'], () => ({ count: true })),
  query('columns come in the order of their names', ['records/'], ({ selection }) => ({
    selection: { ...selection, columns: [...selection.columns].sort() },
  })),
  query('the last column is left out', ['records/'], ({ selection }) => ({
    selection: { ...selection, columns: selection.columns.slice(0, -1) },
  })),
  query('relations are left out', ['records/'], ({ selection }) => ({ selection: { ...selection, relations: [] } })),
  page('has_more is never set', ['records/list-pages'], () => ({ hasMore: false })),
  page('has_more is always set', ['records/list-pages'], () => ({ hasMore: true })),
  page('the total is that of the page', ['records/list-pages'], ({ records: all }, { count }) =>
    count ? { total: all.length } : {},
  ),
  page('the total is that of the whole table', ['records/comparisons'], (_page, { count }) =>
    count ? { total: 12 } : {},
  ),
  page('a page is reversed', ['records/list-pages'], ({ records: all }) => ({ records: [...all].reverse() })),
  page('a record of the page is repeated', ['records/list-pages'], ({ records: all }) => ({
    records: [...all.slice(0, -1), ...all.slice(0, 1)],
  })),
  page('a page loses the versions', ['records/'], ({ records: all }) => ({
    records: all.map((one: Message) => ({ ...one, version: '' })),
  })),
];
