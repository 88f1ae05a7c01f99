import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import type { RecordWrite } from '../../../daemon/admin/model/record.js';
import type { OptionOrigin } from '../../../daemon/admin/ports/option-source.js';
import { seed, type Current } from './records-support.js';
import { CALL, item, items, NOTHING } from './subject.js';

/**
 * Choices that depend on a form's values: listing them, and validating written values (ListOptions, ColumnValue,
 * RelationChange).
 */
export function recordDependentChoices(current: Current): void {
  const cell = (value: string | number): Cell =>
    typeof value === 'string' ? { kind: 'string', value } : { kind: 'int64', value: BigInt(value) };
  const held = (name: string, value: string | number) => ({
    column: current().column('Item', name),
    value: cell(value),
  });

  /** The scope allows the category whose name is the title of the item. */
  const titled = { name: 'titled', values: [] };
  const category = (): OptionOrigin => ({
    kind: 'relation',
    relation: current().relation('category'),
    label: current().column('Category', 'name'),
    scope: titled,
  });
  const categories = async (...names: string[]): Promise<number[]> => {
    const { db } = current();
    const made: number[] = [];
    for (const name of names) {
      made.push((await db.insertInto('categories').values({ name }).returning('id').executeTakeFirstOrThrow()).id);
    }
    return made;
  };
  const offered = async (source: OptionOrigin, formValues: ReturnType<typeof held>[]): Promise<string[]> => {
    const query = { source, terms: [], ids: [], page: { number: 1, size: 50 }, formValues };
    return (await current().ports.options.options(items(), query, CALL)).options.map(({ value }) => value);
  };
  const write = (columns: readonly ReturnType<typeof held>[], ids?: readonly string[]): RecordWrite => ({
    columns: columns.map((value) => ({ ...value, ...PROVIDERS[value.column.name] })),
    relations: ids === undefined ? [] : [{ relation: current().relation('category'), ids, scope: titled }],
  });
  const create = async (what: RecordWrite): Promise<string> =>
    (await current().ports.records.create(items(), what, NOTHING, CALL)).outcome;
  const update = async (id: string, what: RecordWrite): Promise<string> =>
    (await current().ports.records.update(item(id), what, { selection: NOTHING }, CALL)).outcome;

  it("a relation field's scope uses the form's values", async () => {
    const [red] = await categories('red', 'blue');
    expect(await offered(category(), [held('title', 'red')])).to.deep.equal([String(red)]);
    expect(await offered(category(), [])).to.deep.equal([]);
  });

  it("validation uses the written values, and the record's existing ones", async () => {
    const [red, blue] = (await categories('red', 'blue')).map(String);
    expect(await create(write([held('title', 'red')], [blue!]))).to.equal('invalid');
    expect(await create(write([held('title', 'red')], [red!]))).to.equal('written');
    const [id] = await seed(current(), [{ title: 'blue' }]);
    expect(await update(id!, write([], [red!]))).to.equal('invalid');
    expect(await update(id!, write([], [blue!]))).to.equal('written');
  });

  it('a provider sees a belongs-to relation by its key, and one out of the list scope as empty', async () => {
    const { db, database } = current();
    const [shown] = await categories('shown');
    const hidden = database.engine === 'sqlite' ? 1 : true;
    const made = await db
      .insertInto('categories')
      .values({ name: 'h', hidden })
      .returning('id')
      .executeTakeFirstOrThrow();
    const source = { kind: 'provider', provider: 'shelves' } as const;
    expect(await offered(source, [held('category_id', shown!)])).to.deep.equal([String(shown)]);
    for (const key of [made.id, 999_999]) expect(await offered(source, [held('category_id', key)])).to.deep.equal([]);
  });

  it('a write tells nothing about a related record out of the list scope (AD-641)', async () => {
    const { db, database, ports } = current();
    const hidden = database.engine === 'sqlite' ? 1 : true;
    const made = await db
      .insertInto('categories')
      .values({ name: 'h', hidden })
      .returning('id')
      .executeTakeFirstOrThrow();
    const fieldsOf = async (id: string, what: RecordWrite) => {
      const outcome = await ports.records.update(item(id), what, { selection: NOTHING }, CALL);
      return outcome.outcome === 'invalid' ? outcome.errors.map(({ field }) => field) : outcome.outcome;
    };
    const [id, inside] = await seed(current(), [{ title: 'x' }, { title: 'y', category_id: made.id }]);
    // The provider offers the key of the category, which is the error of the choice that depends on it.
    for (const key of [String(made.id), '999999', '9999999999999999999', '--5', '²']) {
      expect(await fieldsOf(id!, write([held('stock', made.id)], [key])), key).to.deep.equal(['stock']);
      expect(await fieldsOf(id!, write([], [key])), key).to.deep.equal(['category']);
    }
    expect(await fieldsOf(inside!, write([held('stock', made.id)]))).to.deep.equal(['stock']);
  });

  it('a provider gets the record as it will be: its values, the written ones, the changed relation', async () => {
    const [one, two] = await categories('titled', 'other');
    const [id] = await seed(current(), [{ title: 'titled', category_id: two! }]);
    expect(await update(id!, write([held('stock', one!)]))).to.equal('invalid');
    expect(await update(id!, write([held('stock', two!)]))).to.equal('written');
    expect(await update(id!, write([held('stock', one!)], [String(one)]))).to.equal('written');
    expect(await create(write([held('title', 'x'), held('stock', one!)]))).to.equal('invalid');
  });

  it('reads a record for its form only if a provider or a scope uses it', async () => {
    const [red] = await categories('red');
    const [id] = await seed(current(), [{ title: 'red' }]);
    const { queries } = current().database;
    /** How often a column is read that is not part of the write. */
    const reads = async (what: RecordWrite): Promise<number> => {
      const before = queries.length;
      expect(await update(id!, what)).to.equal('written');
      return queries.slice(before).filter(({ sql }) => sql.startsWith('select') && sql.includes('"ratio"')).length;
    };
    const relations = [{ relation: current().relation('category'), ids: [String(red)] }];
    expect(await reads(write([held('serial', 7)]))).to.equal(0);
    expect(await reads({ columns: [], relations })).to.equal(0);
    expect(await reads({ columns: [], relations: [{ ...relations[0]!, scope: titled }] })).to.equal(1);
    expect(await reads(write([held('stock', red!)]))).to.equal(1);
  });

  it('rejects a list unless every item is offered', async () => {
    const list = (value: unknown) => ({
      column: current().column('Item', 'details'),
      value: { kind: 'json', value: JSON.stringify(value) } as const,
    });
    const [id] = await seed(current(), [{ title: 'list' }]);
    expect(await update(id!, write([list(['s', 'l'])]))).to.equal('written');
    expect(await update(id!, write([list([])]))).to.equal('written');
    for (const wrong of [['s', 'x'], ['["s"]'], { s: 's' }]) {
      expect(await update(id!, write([list(wrong)]))).to.equal('invalid');
    }
  });
}

const PROVIDERS: Readonly<Record<string, { readonly optionProvider: string }>> = {
  stock: { optionProvider: 'shelves' },
  details: { optionProvider: 'sizes' },
};
