import { expect } from 'chai';
import type { ListParameters } from '../api/list-query.js';
import { listParameters } from '../api/list-query.js';
import { PermissionSet } from '../auth/permission-set.js';
import { Unencodable } from '../model/cell-json.js';
import type { Cell, ReadCell } from '../model/column.js';
import type { RelationValue } from '../model/record.js';
import { permittedLists } from '../schema/permitted/list.js';
import { compileSmall, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { listMeta, rowOf } from './record-json.js';

const { columns, selection } = permittedLists.get(
  compileSmall(
    pluginFiles({
      [`${MODELS}/post/columns.yaml`]: `
columns:
  title: Title
  heading: { label: Again, valueFrom: title }
  rating: Rating
  views: Views
  published_at: { label: At, type: datetime }
  author: { label: Author, relation: author, select: name }
  tags: { label: Tags, relation: tags, select: name }
  comments: { label: Comments, relation: comments, relationCount: true }`,
    }),
  ).schema.controllers.get('acme.blog.posts')!.list!,
  new PermissionSet(true, []),
);

const CELLS: readonly Cell[] = [
  { kind: 'string', value: '<b>' },
  { kind: 'decimal', value: '12.50' },
  { kind: 'int64', value: 3n },
  { kind: 'timestamp', value: 0 },
];

const related = (...names: string[]): RelationValue => ({
  kind: 'related',
  items: names.map((value, index) => ({ id: String(index), value: { kind: 'string', value } })),
  hasMore: false,
});

const RELATIONS: readonly RelationValue[] = [related('Ada'), related('a', 'b'), { kind: 'count', count: 0 }];

const row = (cells: readonly ReadCell[] = CELLS, relations = RELATIONS, version?: string) =>
  rowOf(columns, { id: '9', ...(version !== undefined && { version }), cells, relations });

describe('admin: rows (AD-49)', () => {
  it('selects a column once, however many columns of the list show it', () => {
    expect(selection.columns.map(({ name }) => name)).to.deep.equal(['title', 'rating', 'views', 'published_at']);
  });

  it('contains null for values that the record lacks', () => {
    expect(row([], [])).to.deep.equal({
      title: null,
      heading: null,
      rating: null,
      views: null,
      published_at: null,
      author: null,
      tags: null,
      comments: null,
      id: '9',
    });
  });

  it('contains every column by name: decimals and times as strings, a to-many relation as a list, a count as a number', () => {
    expect(row()).to.deep.equal({
      title: '<b>',
      heading: '<b>',
      rating: '12.50',
      views: 3,
      published_at: '1970-01-01T00:00:00.000Z',
      author: 'Ada',
      tags: ['a', 'b'],
      comments: 0,
      id: '9',
    });
  });

  it('contains _version if the model is versioned', () =>
    expect(row(CELLS, RELATIONS, 'v1')).to.include({ _version: 'v1' }));

  it('contains null or an empty list without related records', () => {
    expect(row(CELLS, [related(), related(), { kind: 'count', count: 0 }])).to.deep.include({ author: null, tags: [] });
  });

  it('throws a fault for a value that JSON cannot represent, and never replaces it (AD-46)', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(() => row([{ kind: 'double', value }, ...CELLS.slice(1)])).to.throw(Unencodable);
    }
  });

  it('omits a value that does not fit its column, and puts its raw text in _invalid (docs/admin/api.md, Envelopes)', () => {
    const cells = [CELLS[0]!, { kind: 'invalid', raw: 'n/a' } as const, ...CELLS.slice(2)];
    const { rating, _invalid, ...rest } = row(cells);
    expect([rating, _invalid]).to.deep.equal([undefined, { rating: 'n/a' }]);
    expect({ ...rest, rating: row()['rating'] }).to.deep.equal(row());
    const label: RelationValue = {
      kind: 'related',
      items: [{ id: '1', value: { kind: 'invalid', raw: '?' } }],
      hasMore: false,
    };
    expect(row(CELLS, [label, ...RELATIONS.slice(1)])).to.include({ author: '?' });
  });

  for (const [total, last] of [
    [0, 1],
    [20, 1],
    [21, 2],
    [1_000_000, 50_000],
  ] as const) {
    it(`splits ${total} records by 20 into ${last} pages`, () => {
      const parameters = listParameters([['page', '2']], { default: 20, maximum: 200 }) as ListParameters;
      expect(listMeta(parameters, { records: [], hasMore: false, total }, '-title')).to.deep.equal({
        page: 2,
        per_page: 20,
        total,
        last_page: last,
        has_more: false,
        sort: '-title',
      });
    });
  }

  it('returns null for the total and the last page without a count', () => {
    const parameters = listParameters([], { default: 20, maximum: 200 }) as ListParameters;
    const meta = listMeta(parameters, { records: [], hasMore: true }, '');
    expect(meta).to.deep.include({ total: null, last_page: null, has_more: true });
  });

  it('returns a lower bound of the total if the count ended early (docs/admin/api.md, Envelopes)', () => {
    const parameters = listParameters([], { default: 20, maximum: 200 }) as ListParameters;
    const meta = listMeta(parameters, { records: [], hasMore: true, totalOver: 10_000 }, '');
    expect(meta).to.deep.include({ total: null, last_page: null, total_over: 10_000 });
  });
});

it('admin: rows: show a decimal that is a choice in the spelling of the schema', () => {
  const rating = '{ label: Rating, type: selectable, options: { "1.50": Fair } }';
  const files = pluginFiles({ [`${MODELS}/post/columns.yaml`]: `columns:\n  rating: ${rating}\n` });
  const { list } = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
  const { columns: rated } = permittedLists.get(list!, new PermissionSet(true, []));
  const cells = [{ kind: 'decimal', value: '1.50' } as const];
  expect(rowOf(rated, { id: '1', cells, relations: [] })).to.deep.equal({ rating: '1.5', id: '1' });
});

it('admin: rows: have the beginning of a long text as it is, and name each column that shows it', () => {
  const cut = row([{ kind: 'truncated', text: '<b>begins' }, ...CELLS.slice(1)]);
  expect(cut).to.deep.equal({ ...row(), title: '<b>begins', heading: '<b>begins', _truncated: ['title', 'heading'] });
});

describe('plain text of rich texts in rows (AD-369)', () => {
  const files = pluginFiles({ [`${MODELS}/post/columns.yaml`]: 'columns:\n  title: { type: summary }\n' });
  const { list } = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
  const summary = permittedLists.get(list!, new PermissionSet(true, [])).columns;

  for (const [cell, row] of [
    [{ kind: 'string', value: '<h2>A</h2><p>b <em>c</em></p>' }, { title: 'A b c' }],
    [{ kind: 'null' }, { title: null }],
    [
      { kind: 'truncated', text: '<p>begins <a hre' },
      { title: 'begins', _truncated: ['title'] },
    ],
  ] as const) {
    it(`shows ${JSON.stringify(cell)} as ${JSON.stringify(row)}`, () =>
      expect(rowOf(summary, { id: '1', cells: [cell], relations: [] })).to.deep.equal({ ...row, id: '1' }));
  }
});

describe('numbers of items in rows (AD-350)', () => {
  const files = pluginFiles({ [`${MODELS}/post/columns.yaml`]: 'columns:\n  settings: { label: Links }\n' });
  const { list } = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
  const counting = permittedLists
    .get(list!, new PermissionSet(true, []))
    .columns.map(({ column, slot }) => ({ column: { ...column, countsItems: true as const }, slot }));
  const json = (value: string) => ({ kind: 'json', value }) as const;

  for (const [cell, settings] of [
    [json('[1,{"a":2}]'), 2],
    [json('[]'), null],
    [json('{"a":1}'), null],
    [{ kind: 'null' }, null],
    // There are some, and no one knows how many.
    [{ kind: 'truncated', text: '[1,' }, '…'],
    [{ kind: 'invalid', raw: '[1' }, '…'],
  ] as const) {
    it(`shows ${JSON.stringify(cell)} as ${JSON.stringify(settings)}`, () =>
      expect(rowOf(counting, { id: '1', cells: [cell], relations: [] })).to.deep.equal({ settings, id: '1' }));
  }

  it('shows nothing of those of a related record, whose form may hide them (AD-355)', () => {
    const author = columns.filter(({ column }) => column.name === 'author');
    const hidden = author.map(({ column, slot }) => ({ column: { ...column, countsItems: true as const }, slot }));
    expect(rowOf(hidden, { id: '1', cells: [], relations: RELATIONS })).to.deep.equal({ author: null, id: '1' });
  });
});
