import { expect } from 'chai';
import type { ListQuery, RelationSelection, Search } from '../../../daemon/admin/model/query.js';
import type { RecordPage, RelationValue } from '../../../daemon/admin/model/record.js';
import { assign, ids, seed, type Current } from './records-support.js';
import { aQuery, CALL, item, items } from './subject.js';

/** Lists: search, relations, orders, pages, scopes, and their cost (admin_query.proto). */
export function recordQueries(current: Current): void {
  const list = (query: Partial<ListQuery>): Promise<RecordPage> =>
    current().ports.records.list(items(), aQuery(query), CALL);
  const own = (name: string) => ({ column: current().column('Item', name) });
  const through = (relation: string, model: string, name: string) => ({
    relation: current().relation(relation),
    column: current().column(model, name),
  });
  const related = (relation: string, model: string, name: string, limit: number): RelationSelection => ({
    kind: 'related',
    relation: current().relation(relation),
    column: current().column(model, name),
    limit,
  });
  const counted = (relation: string): RelationSelection => ({ kind: 'count', relation: current().relation(relation) });

  async function category(name: string, hidden = false): Promise<number> {
    const { db, database } = current();
    const row = { name, hidden: database.engine === 'sqlite' ? Number(hidden) : hidden };
    return (await db.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function tag(name: string, of: readonly string[]): Promise<number> {
    const { db } = current();
    const { id } = await db.insertInto('tags').values({ name }).returning('id').executeTakeFirstOrThrow();
    for (const one of of)
      await db
        .insertInto('item_tag')
        .values({ item_id: Number(one), tag_id: id })
        .execute();
    return id;
  }

  const labels = (value: RelationValue | undefined): unknown[] =>
    value?.kind === 'related'
      ? value.items.map(({ value: cell }) => ('value' in cell ? cell.value : null))
      : [value?.count];

  it('searches every word, any word and a phrase, ignoring case, in own and related columns', async () => {
    const tools = await category('Garden Tools');
    const [spade, rake, can] = await seed(current(), [
      { title: 'Red spade', category_id: tools, stock: 41 },
      { title: 'Blue 100% rake' },
      { title: 'Red_can' },
    ]);
    await tag('Sale', [rake!, can!]);
    const columns = [
      own('title'),
      own('stock'),
      through('category', 'Category', 'name'),
      through('tags', 'Tag', 'name'),
    ];
    const found = async (mode: Search['mode'], ...terms: string[]): Promise<string[]> =>
      ids(await list({ search: { mode, terms, columns } }));
    expect(await found('all', 'RED', 'garden')).to.deep.equal([spade]);
    expect(await found('any', 'rake', 'garden')).to.deep.equal([spade, rake]);
    expect(await found('exact', 'garden tools')).to.deep.equal([spade]);
    expect(await found('exact', 'tools garden')).to.deep.equal([]);
    expect(await found('all', 'sale', 'red')).to.deep.equal([can]);
    expect(await found('all', '41')).to.deep.equal([spade]);
    expect(await found('all', '%')).to.deep.equal([rake]);
    expect(await found('all', '_')).to.deep.equal([can]);
    expect(await found('all', '\\')).to.deep.equal([]);
    expect(await found('all', "'; drop table items; --")).to.deep.equal([]);
  });

  it('filters by related records, and by their columns', async () => {
    const [tools, toys] = [await category('Tools'), await category('Toys')];
    const [a, b, c] = await seed(current(), [
      { title: 'a', category_id: tools },
      { title: 'b', category_id: toys },
      { title: 'c' },
    ]);
    const sale = await tag('Sale', [a!, c!]);
    const relatedTo = async (relation: string, ...of: string[]): Promise<string[]> =>
      ids(await list({ conditions: [{ kind: 'related', relation: current().relation(relation), ids: of }] }));
    expect(await relatedTo('category', String(tools), '999999')).to.deep.equal([a]);
    expect(await relatedTo('tags', String(sale))).to.deep.equal([a, c]);
    expect(await relatedTo('tags', 'x', '99999999999999999999')).to.deep.equal([]);
    expect(await relatedTo('category', '3000000000')).to.deep.equal([]);
    const reference = through('category', 'Category', 'name');
    const value = { kind: 'string', value: 'Toys' } as const;
    expect(
      ids(await list({ conditions: [{ kind: 'column', reference, operator: 'eq', values: [value] }] })),
    ).to.deep.equal([b]);
  });

  it('reads relations to one, to many and to itself, their limits, and counts', async () => {
    const [tools, hidden] = [await category('Tools'), await category('Hidden', true)];
    const [root] = await seed(current(), [{ title: 'root', category_id: tools }]);
    const parent_id = Number(root);
    await seed(current(), [
      { title: 'one', parent_id, category_id: hidden },
      { title: 'two', parent_id },
      { title: 'three', parent_id },
    ]);
    await tag('Sale', [root!]);
    const page = await list({
      selection: {
        columns: [],
        relations: [
          related('category', 'Category', 'name', 1),
          related('parent', 'Item', 'title', 1),
          related('children', 'Item', 'title', 2),
          related('tags', 'Tag', 'name', 5),
          counted('children'),
          counted('tags'),
          counted('reviews'),
          counted('category'),
        ],
      },
    });
    expect(page.records.map(({ relations }) => relations.map(labels))).to.deep.equal([
      [['Tools'], [], ['one', 'two'], ['Sale'], [3], [1], [0], [1]],
      [[], ['root'], [], [], [0], [0], [0], [0]],
      [[], ['root'], [], [], [0], [0], [0], [0]],
      [[], ['root'], [], [], [0], [0], [0], [0]],
    ]);
    expect(page.records[0]?.relations.map((value) => value.kind === 'related' && value.hasMore)).to.deep.equal([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('orders by own columns and those of a belongs-to relation, with ties by ascending key', async () => {
    const [a, b] = [await category('a'), await category('b')];
    const seeded = await seed(current(), [
      { title: '1', stock: 2, price: '10', category_id: b },
      { title: '2', stock: 1, price: '9', category_id: a },
      { title: '3', stock: 2, price: '9.5', category_id: a },
      { title: '4', stock: 1, price: '100', category_id: b },
    ]);
    const order = async (...sorts: ListQuery['sorts']): Promise<number[]> =>
      ids(await list({ sorts })).map((id) => seeded.indexOf(id) + 1);
    const byName = through('category', 'Category', 'name');
    expect(await order()).to.deep.equal([1, 2, 3, 4]);
    expect(await order({ reference: own('stock'), descending: false })).to.deep.equal([2, 4, 1, 3]);
    expect(await order({ reference: own('stock'), descending: true })).to.deep.equal([1, 3, 2, 4]);
    expect(await order({ reference: own('price'), descending: false })).to.deep.equal([2, 3, 1, 4]);
    expect(await order({ reference: byName, descending: false })).to.deep.equal([2, 3, 1, 4]);
    expect(
      await order({ reference: byName, descending: true }, { reference: own('stock'), descending: false }),
    ).to.deep.equal([4, 1, 2, 3]);
  });

  it('no search, condition or order reveals related records outside their list scope (HC-31)', async () => {
    const [open, hidden] = [await category('m'), await category('a secret', true)];
    const [parent, gone] = await seed(current(), [{ title: 'z parent' }, { title: 'a gone parent' }]);
    await assign(current(), 'archived', ['a gone parent', true]);
    const [one, two] = await seed(current(), [
      { title: 'one', category_id: open, parent_id: Number(parent) },
      { title: 'two', category_id: hidden, parent_id: Number(gone) },
    ]);
    await seed(current(), [{ title: 'lost child', parent_id: Number(two) }]);
    await assign(current(), 'archived', ['lost child', true]);
    const name = through('category', 'Category', 'name');
    const title = through('parent', 'Item', 'title');
    const childTitle = through('children', 'Item', 'title');
    const search = (...terms: string[]): Search => ({ mode: 'all', terms, columns: [name, title, childTitle] });
    expect(ids(await list({ search: search('secret') }))).to.deep.equal([]);
    expect(ids(await list({ search: search('gone') }))).to.deep.equal([]);
    expect(ids(await list({ search: search('lost') }))).to.deep.equal([]);
    expect(ids(await list({ search: search('parent') }))).to.deep.equal([one]);
    const relatedTo = async (relation: string, of: string): Promise<string[]> =>
      ids(await list({ conditions: [{ kind: 'related', relation: current().relation(relation), ids: [of] }] }));
    expect(await relatedTo('category', String(open))).to.deep.equal([one]);
    expect(await relatedTo('category', String(hidden))).to.deep.equal([]);
    expect(await relatedTo('parent', gone!)).to.deep.equal([]);
    const value = { kind: 'string', value: 'a secret' } as const;
    const condition = { kind: 'column', reference: name, operator: 'eq', values: [value] } as const;
    expect(ids(await list({ conditions: [condition] }))).to.deep.equal([]);
    // Hidden names sort like missing ones: at one end, by key, whatever they are.
    for (const reference of [name, title]) {
      const order = ids(await list({ sorts: [{ reference, descending: false }], count: true }));
      expect(order.filter((id) => id !== one)).to.deep.equal([parent, two]);
    }
  });

  it('pages through ties without showing a record twice, with the total only on request', async () => {
    const seeded = await seed(
      current(),
      Array.from({ length: 7 }, (_, n) => ({ title: String(n), stock: 1 })),
    );
    const sorts = [{ reference: own('stock'), descending: true }];
    const pages = await Promise.all(
      [1, 2, 3, 4].map((number) => list({ sorts, page: { number, size: 3 }, count: number % 2 === 0 })),
    );
    expect(pages.flatMap(ids)).to.deep.equal(seeded);
    expect(pages.map(({ hasMore, total }) => [hasMore, total])).to.deep.equal([
      [true, undefined],
      [true, 7],
      [false, undefined],
      [false, 7],
    ]);
  });

  it('lists within the list scope, reads within the form scope, and applies named scopes (HC-31)', async () => {
    const { ports, column } = current();
    const selection = { columns: [column('Item', 'title')], relations: [] };
    const [shown, archived, foreign] = await seed(current(), [
      { title: 'shown', stock: 5 },
      { title: 'archived', stock: 9 },
      { title: 'foreign', owner: 'somebody else', stock: 1 },
    ]);
    await assign(current(), 'archived', ['archived', true]);
    expect(ids(await list({ count: true }))).to.deep.equal([shown, foreign]);
    const scopes = [{ name: 'stocked', values: [{ kind: 'int64', value: 5n } as const] }];
    expect(ids(await list({ scopes }))).to.deep.equal([shown]);
    const outcome = async (id: string, scope: 'list' | 'form'): Promise<string> => {
      const found = await ports.records.get(item(id), selection, scope, CALL);
      return 'outcome' in found ? found.outcome : 'found';
    };
    const outcomes = [outcome(archived!, 'list'), outcome(archived!, 'form'), outcome(foreign!, 'form')];
    expect(await Promise.all(outcomes)).to.deep.equal(['notFound', 'found', 'notFound']);
    for (const id of ['x', `0${shown!}`, ` ${shown!}`, '3000000000', '99999999999999999999', '-1', '1.0', '1e0']) {
      expect(await outcome(id, 'form'), id).to.equal('notFound');
    }
  });

  it('costs the same number of queries for one record as for a hundred (HC-32)', async () => {
    const tools = await category('Tools');
    const selection = {
      columns: [current().column('Item', 'title')],
      relations: [
        related('category', 'Category', 'name', 1),
        related('tags', 'Tag', 'name', 3),
        counted('children'),
        counted('reviews'),
      ],
    };
    const cost = async (): Promise<number> => {
      const before = current().database.queries.length;
      await list({ selection, count: true, page: { number: 1, size: 200 } });
      return current().database.queries.length - before;
    };
    const seeded = await seed(current(), [{ title: 'first', category_id: tools }]);
    await tag('Sale', seeded);
    const forOne = await cost();
    const rows = Array.from({ length: 99 }, (_, n) => ({ title: String(n), category_id: tools }));
    await tag('New', await seed(current(), rows));
    expect(await cost()).to.equal(forOne);
    expect(forOne).to.equal(5);
  });

  it('reads a list in the order of an indexed column from its index', async () => {
    const { database } = current();
    await seed(
      current(),
      Array.from({ length: 20 }, (_, n) => ({ title: String(n), stock: n })),
    );
    const before = database.queries.length;
    await list({ sorts: [{ reference: own('stock'), descending: true }], page: { number: 1, size: 5 } });
    expect(await database.explain(database.queries[before]!)).to.contain('items_stock');
  });

  it('finds the records that belong to given others through the index of the foreign key', async () => {
    const { database } = current();
    const before = database.queries.length;
    await list({ conditions: [{ kind: 'related', relation: current().relation('category'), ids: ['1'] }] });
    expect(await database.explain(database.queries[before]!)).to.contain('items_category');
  });

  it('finds a record by its key and related ones by their foreign key through an index', async () => {
    const { database, ports } = current();
    const [first] = await seed(current(), [{ title: 'first' }]);
    const before = database.queries.length;
    const selection = { columns: [], relations: [counted('children')] };
    await ports.records.get(item(first!), selection, 'form', CALL);
    const [byKey, children] = database.queries.slice(before);
    expect(await database.explain(byKey!)).to.match(/items_pkey|INTEGER PRIMARY KEY/);
    expect(await database.explain(children!)).to.contain('items_parent');
  });

  it('in a relation manager, relations are those of the controller that manages the related model', async () => {
    const [tools, toys] = [await category('Tools'), await category('Toys')];
    const [parent] = await seed(current(), [{ title: 'box' }]);
    const parent_id = Number(parent);
    const [saw, doll, bare] = await seed(current(), [
      { title: 'saw', category_id: tools, parent_id },
      { title: 'doll', category_id: toys, parent_id },
      { title: 'bare', parent_id },
    ]);
    await tag('new', [saw!, doll!]);
    const to = { ...item(parent!), relation: current().relation('children') };
    const selection = {
      columns: [],
      relations: [related('category', 'Category', 'name', 1), related('tags', 'Tag', 'name', 5), counted('tags')],
    };
    const sorts = [{ reference: through('category', 'Category', 'name'), descending: true }];
    const found = await current().ports.relations.related(to, aQuery({ selection, sorts }), CALL);
    if (found.outcome !== 'found') expect.fail(found.outcome);
    const shown = found.value.records.map(({ id, relations }) => [id, ...relations.map(labels)]);
    expect(shown).to.deep.include.members([
      [saw, ['Tools'], ['new'], [1]],
      [doll, ['Toys'], ['new'], [1]],
      [bare, [], [], [0]],
    ]);
    const order = ids(found.value);
    expect(order.indexOf(doll!)).to.be.lessThan(order.indexOf(saw!));

    const search = { mode: 'all', terms: ['tool'], columns: [through('category', 'Category', 'name')] } as const;
    const searched = await current().ports.relations.related(to, aQuery({ search }), CALL);
    expect(searched.outcome === 'found' && ids(searched.value)).to.deep.equal([saw]);
    const candidates = await current().ports.relations.candidates(to, aQuery({ selection, search }), [], CALL);
    expect(candidates.outcome === 'found' && ids(candidates.value)).to.deep.equal([]);
  });
}
