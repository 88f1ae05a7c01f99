import { expect } from 'chai';
import { parseQuery } from '../../http/parameters.js';
import type { Checked } from '../api/errors.js';
import { AdminError, isProblem } from '../api/errors.js';
import { listParameters } from '../api/list-query.js';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedLists } from '../schema/permitted/list.js';
import { compileSmall, CONTROLLER, pluginFiles } from '../testing/small-plugin.js';
import type { Filtering } from './filter-conditions.js';
import { dayRange, filterConditions } from './filter-conditions.js';

describe('admin: day range (AD-66)', () => {
  it('returns the day in UTC, up to the instant at which the next one begins', () => {
    expect(dayRange('2024-02-29')).to.deep.equal({
      start: '2024-02-29T00:00:00.000Z',
      nextStart: '2024-03-01T00:00:00.000Z',
    });
    expect(dayRange('2026-12-31')?.nextStart).to.equal('2027-01-01T00:00:00.000Z');
    expect(dayRange('0001-01-01')?.start).to.equal('0001-01-01T00:00:00.000Z');
  });

  it('returns no next day after the last representable one', () => {
    expect(dayRange('9999-12-31')).to.deep.equal({ start: '9999-12-31T00:00:00.000Z' });
  });

  for (const text of [
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '0000-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
  ]) {
    it(`rejects "${text}" as a day`, () => expect(dayRange(text)).to.equal(undefined));
  }
});

const POSTS = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
filter:
  scopes:
    status: { type: group, options: { draft: Draft, live: Live } }
    one: { type: dropdown, valueFrom: status, options: { draft: Draft, live: Live } }
    author: { type: dropdown }
    tags: { type: group }
    named: { type: group, scope: popular, options: { a: A, b: B } }
    published: { type: switch }
    only: { type: checkbox, valueFrom: published }
    popular: { type: checkbox, scope: popular }
    rating: { type: numberrange, min: 1, max: 5 }
    views: { type: number }
    few: { type: number, valueFrom: views, min: 1, max: 9 }
    grade: { type: group, valueFrom: rating, options: { "1.50": Fair, "2": Good } }
    title: { type: text }
    published_at: { type: daterange }
    on: { type: date, valueFrom: published_at }
    day: { type: daterange, minDate: 2026-01-01, maxDate: 2026-12-31 }
    limited: { type: daterange, valueFrom: published_at, minDate: 2026-01-01, maxDate: 2026-12-31 }
    span: { type: daterange, scope: popular }
    amount: { type: numberrange, scope: popular }
    word: { type: text, scope: popular }
    times: { type: number, scope: popular }
`,
  }),
).schema.controllers.get('acme.blog.posts')!;
const FILTERS = permittedLists.get(POSTS.list!, new PermissionSet(true, [])).filters;

function read(query: string): Checked<Filtering> {
  const parameters = listParameters(parseQuery(query) ?? [], { default: 20, maximum: 200 });
  if (parameters instanceof AdminError) throw new Error(`the query ${query} failed before its filter`);
  const [[name, chosen] = []] = parameters.filters;
  const filter = FILTERS.get(name ?? '');
  if (filter === undefined || chosen === undefined) throw new Error(`no filter in ${query}`);
  return filterConditions(filter, chosen);
}

/** Each condition as "column operator values". */
function conditions(query: string): readonly string[] {
  const filtering = read(query);
  if (isProblem(filtering)) return [`refused: ${filtering.rule}`];
  expect(filtering.scopes).to.deep.equal([]);
  return filtering.conditions.map((condition) =>
    condition.kind === 'related'
      ? `${condition.relation.name} related ${condition.ids.join(' ')}`
      : [condition.reference.column.name, condition.operator, ...condition.values.map(shown)].join(' '),
  );
}

function scopes(query: string): readonly string[] {
  const filtering = read(query);
  if (isProblem(filtering)) return [`refused: ${filtering.rule}`];
  expect(filtering.conditions).to.deep.equal([]);
  return filtering.scopes.map(({ name, values }) => [name, ...values.map(shown)].join(' '));
}

function shown(cell: { readonly kind: string; readonly value?: unknown }): string {
  return cell.kind === 'null' ? 'null' : `${cell.kind}:${String(cell.value)}`;
}

const at = (text: string): string => `timestamp:${Date.parse(text)}`;

describe('admin: filter conditions (AD-66)', () => {
  it('compares a choice by its value (AD-66)', () => {
    for (const text of ['1.5', '1.50'])
      expect(conditions(`filter[grade]=${text}`)).to.deep.equal(['rating eq decimal:1.5']);
    expect(conditions('filter[grade]=1.51')).to.deep.equal(['refused: choice']);
  });

  for (const name of FILTERS.keys()) {
    it(`${name}: filters nothing if the user has chosen nothing`, () => {
      const suffix = ['rating', 'amount'].includes(name)
        ? '[min]'
        : /^(published_at|day|span|limited)$/.test(name)
          ? '[after]'
          : '';
      expect(read(`filter[${name}]${suffix}=`)).to.deep.equal({ conditions: [], scopes: [] });
    });
  }

  for (const [query, expected] of [
    ['filter[status]=draft', ['status eq string:draft']],
    ['filter[status][]=draft&filter[status][]=live', ['status in string:draft string:live']],
    ['filter[one]=live', ['status eq string:live']],
    ['filter[author]=7', ['author related 7']],
    ['filter[tags][]=1&filter[tags][]=x-2', ['tags related 1 x-2']],
    ['filter[published]=1', ['published eq bool:true']],
    ['filter[published]=off', ['published eq bool:false']],
    ['filter[only]=on', ['published eq bool:true']],
    ['filter[only]=0', []],
    ['filter[views]=-3', ['views eq int64:-3']],
    ['filter[few]=9', ['views eq int64:9']],
    ['filter[views]=9007199254740993', ['views eq int64:9007199254740993']],
    ['filter[title]=50%25_off\\', ['title contains string:50%_off\\']],
    // Composed, like typed and stored text (docs/decisions/admin-records.md: search).
    [`filter[title]=${encodeURIComponent('U\u0308bung')}`, ['title contains string:\u00dcbung']],
    ...[300, 1000].map((length) => {
      const long = 'a'.repeat(length);
      return [`filter[title]=${long}`, [`title contains string:${long}`]] as const;
    }),
    ['filter[rating][min]=1.5&filter[rating][max]=5', ['rating ge decimal:1.5', 'rating le decimal:5']],
    ['filter[rating][max]=3', ['rating le decimal:3']],
    // The limits themselves are inside.
    ['filter[rating][min]=1&filter[rating][max]=1', ['rating ge decimal:1', 'rating le decimal:1']],
    ['filter[few]=1', ['views eq int64:1']],
    [
      'filter[day][after]=2026-01-01&filter[day][before]=2026-12-31',
      ['day ge date:2026-01-01', 'day le date:2026-12-31'],
    ],
    [
      'filter[day][after]=2026-02-28&filter[day][before]=2026-02-28',
      ['day ge date:2026-02-28', 'day le date:2026-02-28'],
    ],
  ] as const) {
    it(`reads ${query.slice(0, 60)} as ${expected.join(' and ').slice(0, 60)}`, () => {
      expect(conditions(query)).to.deep.equal(expected);
    });
  }

  it('includes the whole of a day that ends a range of instants', () => {
    expect(conditions('filter[published_at][after]=2026-02-28&filter[published_at][before]=2026-02-28')).to.deep.equal([
      `published_at ge ${at('2026-02-28T00:00:00Z')}`,
      `published_at lt ${at('2026-03-01T00:00:00Z')}`,
    ]);
    expect(conditions('filter[on]=2024-02-29')).to.deep.equal([
      `published_at ge ${at('2024-02-29T00:00:00Z')}`,
      `published_at lt ${at('2024-03-01T00:00:00Z')}`,
    ]);
  });

  it('includes the whole millisecond of an instant that ends a range, whatever its offset (docs/admin/api.md, Queries)', () => {
    expect(conditions('filter[published_at][before]=2026-02-28T12:00:00%2B02:00')).to.deep.equal([
      `published_at lt ${at('2026-02-28T10:00:00.001Z')}`,
    ]);
    expect(conditions('filter[published_at][before]=9999-12-31T23:59:59.999Z')).to.deep.equal([
      `published_at le ${at('9999-12-31T23:59:59.999Z')}`,
    ]);
    expect(conditions('filter[published_at][before]=9999-12-31T23:59:59.998Z')).to.deep.equal([
      `published_at lt ${at('9999-12-31T23:59:59.999Z')}`,
    ]);
  });

  it('accepts the day of a date filter as two timestamps from the reader (docs/admin/api.md, Queries)', () => {
    const losAngeles = '[after]=2026-12-23T08:00:00.000Z&filter[on][before]=2026-12-24T07:59:59.999Z';
    expect(conditions(`filter[on]${losAngeles}`)).to.deep.equal([
      `published_at ge ${at('2026-12-23T08:00:00Z')}`,
      `published_at lt ${at('2026-12-24T08:00:00Z')}`,
    ]);
    expect(read(`filter[on]=2026-12-23&filter[on]${losAngeles}`)).to.include({ rule: 'unknown' });
    expect(read('filter[on][min]=1')).to.include({ rule: 'unknown' });
  });

  it("checks a timestamp against limits as a day in some reader's time zone (docs/admin/api.md, Queries)", () => {
    for (const good of ['[after]=2025-12-31T10:00:00Z', '[before]=2027-01-01T11:59:59.999Z']) {
      expect(read(`filter[limited]${good}`), good).to.have.property('conditions');
    }
    for (const bad of ['[after]=2025-12-31T09:59:59Z', '[before]=2027-01-01T12:00:00Z']) {
      expect(read(`filter[limited]${bad}`), bad).to.include({ rule: 'date_range' });
    }
  });

  it('sets no upper bound for a range up to the last day, and omits records without an instant', () => {
    expect(conditions('filter[published_at][before]=9999-12-31')).to.deep.equal(['published_at isNotNull']);
    expect(conditions('filter[on]=9999-12-31')).to.deep.equal([
      `published_at ge ${at('9999-12-31T00:00:00Z')}`,
      'published_at isNotNull',
    ]);
    expect(scopes('filter[span][before]=9999-12-31')).to.deep.equal([`popular null ${at('9999-12-31T23:59:59.999Z')}`]);
  });

  it('passes chosen values to a named scope as typed values, with null for an open end', () => {
    expect(scopes('filter[named][]=a&filter[named][]=b')).to.deep.equal(['popular string:a string:b']);
    expect(scopes('filter[popular]=1')).to.deep.equal(['popular bool:true']);
    expect(scopes('filter[amount][min]=5&filter[amount][max]=7.5')).to.deep.equal(['popular int64:5 double:7.5']);
    expect(scopes('filter[word]=U%CC%88bung')).to.deep.equal(['popular string:\u00dcbung']);
    for (const [text, number] of [
      ['7', 'int64:7'],
      ['-12', 'int64:-12'],
      ['9'.repeat(18), `int64:${'9'.repeat(18)}`],
      ['12.25', 'double:12.25'],
      ['-0.5', 'double:-0.5'],
    ] as const) {
      expect(scopes(`filter[times]=${text}`), text).to.deep.equal([`popular ${number}`]);
    }
    expect(scopes('filter[amount][max]=7')).to.deep.equal(['popular null int64:7']);
    expect(scopes('filter[span][after]=2026-01-01&filter[span][before]=2026-01-31')).to.deep.equal([
      `popular ${at('2026-01-01T00:00:00Z')} ${at('2026-01-31T23:59:59.999Z')}`,
    ]);
    expect(
      scopes('filter[span][after]=2026-01-01T08:30:00Z&filter[span][before]=2026-01-02T08:29:59.999Z'),
    ).to.deep.equal([`popular ${at('2026-01-01T08:30:00Z')} ${at('2026-01-02T08:29:59.999Z')}`]);
    // Listed choices are no records of a model (AD-642).
    expect(read('filter[named]=a')).to.deep.equal({
      conditions: [],
      scopes: [{ name: 'popular', values: [{ kind: 'string', value: 'a' }] }],
    });
  });

  it('names the model of the chosen records for a named scope, so that the host leaves out hidden ones (AD-642)', () => {
    const { target } = FILTERS.get('named')!;
    const label = { name: 'name', type: 'string', nullable: false, protected: false } as const;
    const options = { kind: 'model', model: 'Tag', label } as const;
    const chosen = { values: ['7'], bounds: new Map() };
    const filter = { ...FILTERS.get('tags')!, target, options };
    const values = [{ kind: 'string', value: '7' }];
    expect(filterConditions(filter, chosen)).to.deep.equal({
      conditions: [],
      scopes: [{ name: 'popular', values, valuesOf: 'Tag' }],
    });
  });

  for (const [type, value] of [
    ['switch', '1'],
    ['text', 'x'],
    ['number', '1'],
  ] as const) {
    it(`never compares a relation with a ${type}`, () => {
      const chosen = { values: [value], bounds: new Map() };
      expect(filterConditions({ ...FILTERS.get('tags')!, type }, chosen)).to.deep.equal({ rule: 'unknown' });
    });
  }

  it('never compares a relation with a range', () => {
    for (const [type, bound] of [
      ['numberrange', 'min'],
      ['daterange', 'after'],
      ['date', 'before'],
    ] as const) {
      const chosen = { values: [], bounds: new Map([[bound, '1']]) };
      expect(filterConditions({ ...FILTERS.get('tags')!, type }, chosen)).to.deep.equal({ rule: 'unknown' });
    }
  });

  for (const [query, rule] of [
    ['filter[status]=deleted', 'choice'],
    ['filter[status][]=draft&filter[status][]=deleted', 'choice'],
    ['filter[status]=__proto__', 'choice'],
    ['filter[one][]=draft&filter[one][]=live', 'repeated'],
    [`filter[author]=${'7'.repeat(256)}`, 'choice'],
    ['filter[author]=a%0Ab', 'choice'],
    ['filter[published]=maybe', 'bool'],
    ['filter[published][]=1&filter[published][]=0', 'repeated'],
    [`filter[title]=${'k'.repeat(1001)}`, 'string_length'],
    [`filter[word]=${'k'.repeat(1001)}`, 'string_length'],
    // Numbers have no such limit, but that of their column.
    [`filter[views]=${'7'.repeat(1001)}`, 'integer'],
    // As a double, it would be infinite.
    [`filter[times]=${'9'.repeat(400)}.0`, 'number'],
    [`filter[amount][min]=-${'9'.repeat(400)}.5`, 'number'],
    ['filter[views]=1.5', 'integer'],
    ['filter[views]=0x10', 'integer'],
    ['filter[views]=99999999999999999999', 'integer_range'],
    ['filter[views]=9223372036854775808', 'integer_range'],
    ['filter[views][]=1&filter[views][]=2', 'repeated'],
    ['filter[rating][min]=0.5', 'number_range'],
    ['filter[rating][max]=5.1', 'number_range'],
    ['filter[few]=0', 'number_range'],
    ['filter[few]=10', 'number_range'],
    ['filter[rating][min]=x', 'decimal'],
    ['filter[rating][min]=NaN', 'decimal'],
    ['filter[rating][min]=1e0', 'decimal'],
    ['filter[amount][min]=1e3', 'number'],
    ['filter[amount][min]=Infinity', 'number'],
    ['filter[amount][min]=x1.5', 'number'],
    ['filter[amount][min]=1.5x', 'number'],
    ['filter[amount][min]=%2B1.5', 'number'],
    ['filter[amount][min]=1.5e3', 'number'],
    ['filter[times]=many', 'number'],
    ['filter[on][]=2026-01-01&filter[on][]=2026-01-02', 'repeated'],
    ['filter[day][after]=2025-12-31', 'date_range'],
    ['filter[day][before]=2027-01-01', 'date_range'],
    ['filter[day][after]=2026-02-30', 'date'],
    ['filter[published_at][after]=2026-02-30', 'timestamp'],
    ['filter[on]=yesterday', 'timestamp'],
    ['filter[span][after]=yesterday', 'date'],
  ] as const) {
    it(`rejects ${query.slice(0, 60)}: ${rule}`, () => expect(read(query)).to.include({ rule }));
  }

  it('says how long a text may be (limits)', () =>
    expect(read(`filter[title]=${'k'.repeat(1001)}`)).to.deep.equal({
      rule: 'string_length',
      parameters: { maximum: 1000 },
    }));

  for (const query of [
    'filter[rating]=3',
    'filter[rating][after]=2026-01-01',
    'filter[rating][min]=1&filter[rating][after]=2026-01-01',
    'filter[day][min]=1',
    'filter[day]=2026-01-01',
    'filter[status][min]=1',
    'filter[author][max]=1',
    'filter[published][min]=1',
    'filter[only][after]=',
    'filter[views][min]=1',
    'filter[title][before]=x',
    'filter[on][min]=1',
  ]) {
    it(`rejects ${query} instead of ignoring it`, () => expect(read(query)).to.deep.equal({ rule: 'unknown' }));
  }
});
