import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import type { RecordWrite } from '../../../daemon/admin/model/record.js';
import { concurrently } from '../state-under-test.js';
import { tally } from '../tally.js';
import { journal, seed, written, type Current } from './records-support.js';
import { aQuery, CALL, item, items, NOTHING } from './subject.js';

/** Writes: hooks, versions, races, constraints, choices (AdminRecordService). */
export function recordWrites(current: Current): void {
  const text = (value: string): Cell => ({ kind: 'string', value });
  const titled = (title: string, relations: RecordWrite['relations'] = []): RecordWrite => ({
    columns: [{ column: current().column('Item', 'title'), value: text(title) }],
    relations,
  });
  const titles = async (): Promise<string[]> =>
    (await current().db.selectFrom('items').select('title').orderBy('title').execute()).map(({ title }) => title);

  it("creates with the new record's defaults under the given values, hooks before and after (AD-86)", async () => {
    const { ports, column } = current();
    const columns = ['title', 'stock', 'owner'].map((name) => column('Item', name));
    const made = written(await ports.records.create(items(), titled('new'), { columns, relations: [] }, CALL));
    expect(made.cells).to.deep.equal([text('new'), { kind: 'int64', value: 1n }, text('shop')]);
    expect(made.version).to.equal('1');
    expect(await journal(current())).to.deep.equal(['beforeCreate ', `afterCreate ${made.id}`]);
  });

  for (const [wish, expected] of [
    ['refuse in', { outcome: 'refused', message: '$ says no' }],
    ['find invalid in', { outcome: 'invalid', errors: [{ field: 'title', messages: ['$ does not like it'] }] }],
    ['break in', 'Unavailable'],
  ] as const) {
    for (const hook of ['beforeCreate', 'afterCreate', 'beforeUpdate', 'afterUpdate', 'beforeDelete', 'afterDelete']) {
      if (wish === 'find invalid in' && hook.endsWith('Delete')) continue;
      it(`a hook that would ${wish} ${hook} undoes everything (AD-86, HC-30)`, async () => {
        const { ports } = current();
        const seeded = await seed(current(), [{ title: 'first' }, { title: 'second' }]);
        const caller = items(`${wish} ${hook}`);
        const first = { ...caller, id: seeded[0]! };
        const call = hook.endsWith('Create')
          ? ports.records.create(caller, titled('third'), NOTHING, CALL)
          : hook.endsWith('Update')
            ? ports.records.update(first, titled('changed'), { selection: NOTHING }, CALL)
            : ports.records.delete(caller, seeded, 'form', CALL);
        const outcome: unknown = await call.catch((error: unknown) => (error instanceof Error ? error.name : error));
        expect(JSON.stringify(outcome)).to.equal(JSON.stringify(expected).replace('$', hook));
        expect(await titles()).to.deep.equal(['first', 'second']);
        expect(await journal(current())).to.deep.equal([]);
      });
    }
  }

  it('an update raises the version; one from another version is a conflict, and undoes its hooks', async () => {
    const { ports, column } = current();
    const [id] = await seed(current(), [{ title: 'first' }]);
    const selection = { columns: [column('Item', 'title')], relations: [] };
    const update = (title: string, expectedVersion?: string) =>
      ports.records.update(
        item(id!),
        titled(title),
        { selection, ...(expectedVersion !== undefined && { expectedVersion }) },
        CALL,
      );
    expect(written(await update('second', '1')).version).to.equal('2');
    expect(await update('third', '1')).to.deep.equal({
      outcome: 'conflict',
      current: { id, version: '2', cells: [text('second')], relations: [] },
    });
    expect(written(await update('fourth')).version).to.equal('3');
    expect(await journal(current())).to.have.length(4);
  });

  it('of 20 concurrent updates from one version exactly one succeeds, and only its hooks have run', async () => {
    const { ports } = current();
    const [id] = await seed(current(), [{ title: 'first' }]);
    const outcomes = await concurrently(20, async (n) => {
      const expectation = { selection: NOTHING, expectedVersion: '1' };
      return (await ports.records.update(item(id!), titled(`by ${String(n)}`), expectation, CALL)).outcome;
    });
    expect(tally(outcomes)).to.deep.equal({ written: 1, conflict: 19 });
    expect(await journal(current())).to.deep.equal([`beforeUpdate ${id!}`, `afterUpdate ${id!}`]);
  });

  it('updates nothing outside the form scope, and nothing that does not exist (HC-31)', async () => {
    const { ports } = current();
    const [foreign] = await seed(current(), [{ title: 'foreign', owner: 'somebody else' }]);
    for (const id of [foreign!, '999999', 'x', '3000000000']) {
      const outcome = await ports.records.update(item(id), titled('mine'), { selection: NOTHING }, CALL);
      expect(outcome, id).to.deep.equal({ outcome: 'notFound' });
    }
    expect(await titles()).to.deep.equal(['foreign']);
  });

  it('deletes all or nothing: a missing, out-of-scope or referenced record prevents the deletion (HC-35)', async () => {
    const { ports, db } = current();
    const [a, b, needed, foreign] = await seed(current(), [
      { title: 'a' },
      { title: 'b' },
      { title: 'needed' },
      { title: 'foreign', owner: 'somebody else' },
    ]);
    await db
      .insertInto('parts')
      .values({ item_id: Number(needed), name: 'wheel' })
      .execute();
    const remove = async (...of: string[]): Promise<string> =>
      (await ports.records.delete(items(), of, 'form', CALL)).outcome;
    expect(await remove(a!, '999999')).to.equal('notFound');
    expect(await remove(a!, 'x')).to.equal('notFound');
    expect(await remove(a!, '3000000000')).to.equal('notFound');
    expect(await remove(a!, foreign!)).to.equal('notFound');
    expect(await remove(a!, needed!)).to.equal('refused');
    expect(await titles()).to.have.length(4);
    expect(await journal(current())).to.deep.equal([]);
    expect(await remove(a!, b!)).to.equal('deleted');
    expect(await titles()).to.deep.equal(['foreign', 'needed']);
  });

  it('of 10 concurrent deletions of the same records exactly one succeeds', async () => {
    const { ports } = current();
    const seeded = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const outcomes = await concurrently(10, async (n) => {
      const of = n % 2 === 0 ? seeded : [...seeded].reverse();
      return (await ports.records.delete(items(), of, 'form', CALL)).outcome;
    });
    expect(tally(outcomes)).to.deep.equal({ deleted: 1, notFound: 9 });
  });

  it("a value that is already taken is invalid on its field, in the caller's language (HC-36)", async () => {
    const { ports } = current();
    const [, second] = await seed(current(), [{ title: 'first' }, { title: 'second' }]);
    const invalid = (message: string) => ({ outcome: 'invalid', errors: [{ field: 'title', messages: [message] }] });
    const create = ports.records.create(items(), titled('first'), NOTHING, CALL);
    expect(await create).to.deep.equal(invalid('This value is already taken.'));
    const german = { ...items('ada', 'de'), id: second! };
    const update = ports.records.update(german, titled('first'), { selection: NOTHING }, CALL);
    expect(await update).to.deep.equal(invalid('Dieser Wert ist bereits vergeben.'));
  });

  it('of 10 concurrent creations with one unique value exactly one succeeds', async () => {
    const { ports } = current();
    const outcomes = await concurrently(
      10,
      async () => (await ports.records.create(items(), titled('one'), NOTHING, CALL)).outcome,
    );
    expect(tally(outcomes)).to.deep.equal({ written: 1, invalid: 9 });
  });

  it('writes belongs-to and belongs-to-many relations; an id out of scope is invalid on the relation (AD-83)', async () => {
    const { ports, db, relation, database, column } = current();
    const hidden = database.engine === 'sqlite' ? 1 : true;
    const insert = (values: { name: string; hidden?: number | boolean }) =>
      db.insertInto('categories').values(values).returning('id').executeTakeFirstOrThrow();
    const [shown, secret] = [await insert({ name: 'shown' }), await insert({ name: 'secret', hidden })];
    const tags = await db
      .insertInto('tags')
      .values([{ name: 'x' }, { name: 'y' }])
      .returning('id')
      .execute();
    const [x, y] = tags.map(({ id }) => String(id));
    const selection = {
      columns: [],
      relations: [
        { kind: 'related', relation: relation('category'), column: column('Category', 'name'), limit: 1 },
        { kind: 'related', relation: relation('tags'), column: column('Tag', 'name'), limit: 9 },
      ],
    } as const;
    const change = (name: string, ...of: string[]) => ({ relation: relation(name), ids: of });
    const made = written(
      await ports.records.create(
        items(),
        titled('a', [change('category', String(shown.id)), change('tags', x!, y!)]),
        selection,
        CALL,
      ),
    );
    const related = (record: typeof made) =>
      record.relations.map((value) => (value.kind === 'related' ? value.items.map(({ id }) => id) : []));
    expect(related(made)).to.deep.equal([[String(shown.id)], [x, y]]);
    const update = (...relations: RecordWrite['relations']) =>
      ports.records.update(item(made.id), { columns: [], relations }, { selection }, CALL);
    for (const [name, id] of [
      ['category', String(secret.id)],
      ['category', 'x'],
      ['category', '3000000000'],
      ['tags', '999999'],
    ] as const) {
      expect(await update(change(name, id)), id).to.deep.equal({
        outcome: 'invalid',
        errors: [{ field: name, messages: ['Select one of the available choices.'] }],
      });
    }
    expect(related(written(await update(change('tags', y!))))).to.deep.equal([[String(shown.id)], [y]]);
    expect(related(written(await update(change('category'), change('tags'))))).to.deep.equal([[], []]);
  });

  it("validates a value against its field's option provider", async () => {
    const { ports, column } = current();
    const write = (value: string): RecordWrite => ({
      columns: [{ column: column('Item', 'title'), value: text(value), optionProvider: 'sizes' }],
      relations: [],
    });
    expect((await ports.records.create(items(), write('l'), NOTHING, CALL)).outcome).to.equal('written');
    const outcome = await ports.records.create(items(), write('xxl'), NOTHING, CALL);
    expect(outcome).to.deep.equal({
      outcome: 'invalid',
      errors: [{ field: 'title', messages: ['Select one of the available choices.'] }],
    });
    expect((await ports.records.list(items(), aQuery(), CALL)).records).to.have.length(1);
  });

  it('accepts a blank value in a field whose choices come from a provider: nothing was selected', async () => {
    const { ports, column } = current();
    const write = (name: string, value: Cell): RecordWrite => {
      const title = { column: column('Item', 'title'), value: text(`${name} ${JSON.stringify(value)}`) };
      const chosen = { column: column('Item', name), value, optionProvider: 'sizes' };
      return { columns: name === 'title' ? [chosen] : [title, chosen], relations: [] };
    };
    for (const [name, value] of [
      ['details', { kind: 'null' }],
      ['details', { kind: 'json', value: '[]' }],
      ['details', { kind: 'json', value: '["s","l"]' }],
      ['day', { kind: 'null' }],
      ['title', text('')],
    ] as const) {
      const outcome = await ports.records.create(items(), write(name, value), NOTHING, CALL);
      expect(outcome.outcome, `${name} ${JSON.stringify(value)}`).to.equal('written');
    }
    for (const value of ['null', '[null]', '[""]', '["s","xxl"]']) {
      const outcome = await ports.records.create(items(), write('details', { kind: 'json', value }), NOTHING, CALL);
      expect(outcome.outcome, value).to.equal('invalid');
    }
  });
}
