import { expect } from 'chai';
import type { Cell } from '../../../daemon/admin/model/column.js';
import { NULL_CELL } from '../../../daemon/admin/model/column.js';
import type { OptionOrigin, OptionQuery } from '../../../daemon/admin/ports/option-source.js';
import { concurrently } from '../state-under-test.js';
import { tally } from '../tally.js';
import { assign, ids, journal, seed, type Current } from './records-support.js';
import { aQuery, CALL, item, items } from './subject.js';

const SETTINGS = { caller: items().caller, settings: 'acme-shop' };

/** Choices, relation managers, settings, actions and partial data (AdminRecordService). */
export function recordSurroundings(current: Current): void {
  const text = (value: string): Cell => ({ kind: 'string', value });

  describe('ListOptions', () => {
    const options = (source: OptionOrigin, query: Partial<OptionQuery> = {}, locale = 'en') =>
      current().ports.options.options(
        items('ada', locale),
        { source, terms: [], ids: [], page: { number: 1, size: 2 }, formValues: [], ...query },
        CALL,
      );

    it('offers records in scope by ascending label, searched, paged, and resolved by id', async () => {
      const { db, database, relation, column } = current();
      const hidden = database.engine === 'sqlite' ? 1 : true;
      const rows = [{ name: 'c' }, { name: 'a b' }, { name: 'b' }, { name: 'a', hidden }];
      const made: string[] = [];
      for (const row of rows) {
        const { id } = await db.insertInto('categories').values(row).returning('id').executeTakeFirstOrThrow();
        made.push(String(id));
      }
      const [c, ab, b, secret] = made;
      const label = column('Category', 'name');
      const origin = { kind: 'relation', relation: relation('category'), label } as const;
      const model = { kind: 'model', model: 'Category', label } as const;
      const values = async (...given: Parameters<typeof options>): Promise<unknown[]> => {
        const page = await options(...given);
        return [page.hasMore, ...page.options.map(({ value }) => value)];
      };
      expect(await values(origin)).to.deep.equal([true, ab, b]);
      expect(await values(model, { page: { number: 2, size: 2 } })).to.deep.equal([false, c]);
      expect(await values(origin, { terms: ['B', 'a'] })).to.deep.equal([false, ab]);
      expect(await values(origin, { ids: [c!, secret!, 'x', '3000000000'] })).to.deep.equal([false, c]);
      const scope = { name: 'named', values: [text('b')] };
      expect(await values({ ...origin, scope })).to.deep.equal([false, b]);
    });

    it("offers a provider's choices, in its order, for the form's values and the caller's language, with meanings (AD-466)", async () => {
      const formValues = [{ column: current().column('Item', 'title'), value: text('linen') }];
      const provider = { kind: 'provider', provider: 'sizes' } as const;
      expect((await options(provider, { formValues }, 'de')).options).to.deep.equal([
        { value: 's', label: 'klein' },
        { value: 'l', label: 'large, of linen', color: 'warning' },
      ]);
      expect((await options(provider, { terms: ['SMALL'] })).options.map(({ value }) => value)).to.deep.equal(['s']);
      expect((await options(provider, { ids: ['l', 'x'] })).options.map(({ value }) => value)).to.deep.equal(['l']);
    });
  });

  describe('relation managers', () => {
    const target = (id: string, relation: string) => ({ ...item(id), relation: current().relation(relation) });

    async function shelf() {
      const { db } = current();
      const [owner, other, foreign] = await seed(current(), [
        { title: 'owner' },
        { title: 'other' },
        { title: 'foreign', owner: 'somebody else' },
      ]);
      const bodies = ['a', 'b', 'c'].map((body) => ({ body }));
      const reviews = await db.insertInto('reviews').values(bodies).returning('id').execute();
      const tags = await db
        .insertInto('tags')
        .values([{ name: 'x' }, { name: 'y' }])
        .returning('id')
        .execute();
      const texts = (rows: readonly { id: number }[]): string[] => rows.map(({ id }) => String(id));
      return { owner: owner!, other: other!, foreign: foreign!, reviews: texts(reviews), tags: texts(tags) };
    }

    for (const [name, model] of [
      ['reviews', 'Review'],
      ['tags', 'Tag'],
    ] as const) {
      it(`${name}: links and unlinks all or nothing; linking again changes nothing`, async () => {
        const { ports } = current();
        const { owner, ...rest } = await shelf();
        const [a, b, ...more] = rest[name];
        const shown = async (which: 'related' | 'candidates'): Promise<string[]> => {
          const query = aQuery({ selection: { columns: [current().column(model, 'id')], relations: [] }, count: true });
          const found =
            which === 'related'
              ? await ports.relations.related(target(owner, name), query, CALL)
              : await ports.relations.candidates(target(owner, name), query, [], CALL);
          if (found.outcome !== 'found') expect.fail(found.outcome);
          expect(found.value.total).to.equal(found.value.records.length);
          return ids(found.value);
        };
        const link = (...of: string[]) => ports.relations.link(target(owner, name), of, CALL);
        const unlink = (...of: string[]) => ports.relations.unlink(target(owner, name), of, CALL);
        expect(await shown('candidates')).to.deep.equal([a, b, ...more]);
        for (const strange of ['999999', 'x', '3000000000']) {
          expect(await link(a!, strange)).to.deep.equal({ outcome: 'notFound' });
          expect(await unlink(strange)).to.deep.equal({ outcome: 'notFound' });
        }
        expect(await shown('related')).to.deep.equal([]);
        expect(await link(a!)).to.deep.equal({ outcome: 'changed', count: 1 });
        expect(await link(a!, b!)).to.deep.equal({ outcome: 'changed', count: 1 });
        expect(await link(a!, b!)).to.deep.equal({ outcome: 'changed', count: 0 });
        expect([await shown('related'), await shown('candidates')]).to.deep.equal([[a, b], more]);
        expect(await unlink(a!, '999999')).to.deep.equal({ outcome: 'notFound' });
        expect(await unlink(a!)).to.deep.equal({ outcome: 'changed', count: 1 });
        expect(await unlink(a!, b!)).to.deep.equal({ outcome: 'notFound' });
        expect(await shown('related')).to.deep.equal([b]);
      });

      it(`${name}: 10 concurrent links of the same record create one link`, async () => {
        const { ports } = current();
        const { owner, ...rest } = await shelf();
        const outcomes = await concurrently(10, async () => {
          const outcome = await ports.relations.link(target(owner, name), rest[name], CALL);
          return outcome.outcome === 'changed' ? String(outcome.count) : outcome.outcome;
        });
        expect(tally(outcomes)).to.deep.equal({ [String(rest[name].length)]: 1, 0: 9 });
      });
    }

    it('a record of a has-many relation moves here; if it has to belong to one it cannot be unlinked', async () => {
      const { ports, db } = current();
      const { owner, other, reviews } = await shelf();
      await ports.relations.link(target(other, 'reviews'), [reviews[0]!], CALL);
      const moved = await ports.relations.link(target(owner, 'reviews'), [reviews[0]!], CALL);
      expect(moved).to.deep.equal({ outcome: 'changed', count: 1 });
      const part = { item_id: Number(owner), name: 'wheel' };
      const { id } = await db.insertInto('parts').values(part).returning('id').executeTakeFirstOrThrow();
      const refused = await ports.relations.unlink(target(owner, 'parts'), [String(id)], CALL);
      expect(refused.outcome).to.equal('refused');
    });

    it('neither shows nor changes a record that is out of the form scope or does not exist', async () => {
      const { ports } = current();
      const { foreign, tags } = await shelf();
      for (const id of [foreign, '999999', 'x', '3000000000']) {
        const to = target(id, 'tags');
        const outcomes = await Promise.all([
          ports.relations.related(to, aQuery(), CALL),
          ports.relations.candidates(to, aQuery(), [], CALL),
          ports.relations.link(to, tags, CALL),
          ports.relations.unlink(to, tags, CALL),
        ]);
        expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(outcomes.map(() => 'notFound'));
      }
    });
  });

  describe('settings', () => {
    const NAMES = ['shop_name', 'largest', 'since', 'logo', 'open', 'shelves', 'discount'];
    const nothing = { name: '', type: 'string', nullable: true, protected: false } as const;
    const columns = NAMES.map((name) => ({ ...nothing, name })).map((column, index) => {
      const type = (['string', 'bigint', 'timestamp', 'bytes', 'bool', 'integer', 'double'] as const)[index]!;
      return { ...column, type };
    });
    const FULL: readonly Cell[] = [
      { kind: 'null' },
      { kind: 'int64', value: 2n ** 63n - 1n },
      { kind: 'timestamp', value: 1234567890123 },
      { kind: 'bytes', value: Buffer.from([0, 255]) },
      { kind: 'bool', value: false },
      { kind: 'int64', value: 12n },
      { kind: 'double', value: 0.25 },
    ];
    const update = (values: readonly Cell[], expectedVersion?: string) =>
      current().ports.settings.update(
        SETTINGS,
        values.map((value, index) => ({ column: columns[index]!, value })),
        { columns, ...(expectedVersion !== undefined && { expectedVersion }) },
        CALL,
      );

    it('hold the defaults until the first save, then exactly the saved values, including null', async () => {
      const { ports } = current();
      const defaults = [
        ...[text('The shop'), NULL_CELL, NULL_CELL, NULL_CELL, { kind: 'bool', value: true }],
        ...[{ kind: 'int64', value: 3n }, NULL_CELL],
      ];
      const read = await ports.settings.get(SETTINGS, columns, CALL);
      expect(read.cells).to.deep.equal(defaults);
      expect(await update(FULL, read.version)).to.deep.include({ outcome: 'written' });
      const saved = await ports.settings.get(SETTINGS, columns, CALL);
      expect(saved.cells).to.deep.equal(FULL);
      expect(saved.version).to.not.equal(read.version);
      expect(await update([text('x')], read.version)).to.deep.equal({ outcome: 'conflict', current: saved });
    });

    it('keep their version, and run no hook, if a save is empty or changes nothing', async () => {
      const saved = await update(FULL);
      if (saved.outcome !== 'written') expect.fail(saved.outcome);
      const before = await journal(current());
      for (const values of [[], FULL, FULL.slice(0, 2)]) expect(await update(values)).to.deep.equal(saved);
      expect(await journal(current())).to.deep.equal(before);
      const changed = await update([text('x')]);
      expect(changed.outcome === 'written' && changed.values.version).to.equal(
        String(Number(saved.values.version) + 1),
      );
    });

    it('of 10 concurrent updates from one version exactly one succeeds', async () => {
      const { version } = await current().ports.settings.get(SETTINGS, columns, CALL);
      const outcomes = await concurrently(10, async () => (await update([text('x')], version)).outcome);
      expect(tally(outcomes)).to.deep.equal({ written: 1, conflict: 9 });
      expect(await journal(current())).to.deep.equal(['settings']);
    });

    it('a hook that throws undoes the update', async () => {
      const { ports } = current();
      const broken = await update([text('break')]).catch((error: unknown) => error);
      expect(broken).to.include({ name: 'Unavailable' });
      const [name] = (await ports.settings.get(SETTINGS, columns, CALL)).cells;
      expect(name).to.deep.equal(text('The shop'));
    });
  });

  describe('actions', () => {
    const run = (login: string, recordId?: string) => {
      const values = [{ column: current().column('Item', 'stock'), value: { kind: 'int64', value: 5n } as const }];
      const invocation = { action: 'restock', values, ...(recordId !== undefined && { recordId }) };
      return current().ports.actions.run(items(login, 'de'), invocation, CALL);
    };

    it("run with the form's values, and return a message and the values to fill in", async () => {
      const [id] = await seed(current(), [{ title: 'a' }]);
      const done = { outcome: 'done', message: 'Restocked by de' };
      const fill = [{ column: 'stock', value: { kind: 'int64', value: 15n } }];
      expect(await run('ada')).to.deep.equal({ ...done, fill });
      expect(await run('ada', id)).to.deep.equal({ ...done, fill });
      expect((await journal(current())).filter((entry) => entry.startsWith('restock all'))).to.have.length(1);
    });

    it('undo everything if they refuse, find an invalid value or throw, and apply the form scope', async () => {
      const [foreign] = await seed(current(), [{ title: 'foreign', owner: 'somebody else' }]);
      const outcomes = await Promise.all([
        run('refuse in restock').then(({ outcome }) => outcome),
        run('find invalid in restock').then(({ outcome }) => outcome),
        run('break in restock').catch((error: unknown) => error instanceof Error && error.name),
        run('ada', foreign).then(({ outcome }) => outcome),
        run('ada', '3000000000').then(({ outcome }) => outcome),
      ]);
      expect(outcomes).to.deep.equal(['refused', 'invalid', 'Unavailable', 'notFound', 'notFound']);
      expect(await journal(current())).to.deep.equal([]);
    });
  });

  describe('GetPartialData', () => {
    const data = (name: string, recordId?: string) =>
      current().ports.partialData.viewModel(items(), { name, ...(recordId !== undefined && { recordId }) }, CALL);
    const map = (entries: Record<string, unknown>) => ({ kind: 'map', entries: new Map(Object.entries(entries)) });

    it('returns the view model with every value of its kind', async () => {
      const [id] = await seed(current(), [{ title: 'a' }]);
      expect(await data('stats', id)).to.deep.equal({
        outcome: 'found',
        value: map({
          name: text('stats'),
          record: text(id!),
          big: { kind: 'int64', value: 2n ** 60n },
          at: { kind: 'timestamp', value: 1 },
          list: {
            kind: 'list',
            items: [
              { kind: 'int64', value: 1n },
              { kind: 'double', value: 1.5 },
              { kind: 'bool', value: true },
            ],
          },
        }),
      });
    });

    it('marks records, entities and trusted HTML at any depth, without their contents (HC-37)', async () => {
      const [record, html, entity] = await Promise.all([data('record'), data('html'), data('entity')]);
      expect(record).to.deep.include({ value: map({ item: { kind: 'record', model: 'Item' } }) });
      expect(entity).to.deep.include({ value: map({ entity: { kind: 'record', model: 'Entity' } }) });
      const deep = { kind: 'list', items: [map({ html: { kind: 'trustedHtml' } })] };
      expect(html).to.deep.include({ value: map({ deep }) });
    });

    it('recognizes rows that its transaction read, even nested ones, and allows values taken out of them', async () => {
      await seed(current(), [{ title: 'a' }]);
      await current().db.insertInto('tags').values({ name: 'x' }).execute();
      const record = (model: string) => ({ kind: 'record', model });
      const list = (of: object) => ({ kind: 'list', items: [of] });
      for (const [name, expected] of [
        ['row', map({ rows: list(record('Item')) })],
        ['row aliased', record('Tag')],
        ['row of a join', map({ row: record('Item') })],
        ['row written', map({ row: record('unknown to Gatehouse') })],
        ['row of plain SQL', map({ rows: list(record('unknown to Gatehouse')) })],
      ] as const) {
        expect(await data(name), name).to.deep.include({ value: expected });
      }
      const { outcome, ...copied } = await data('row copied');
      expect(outcome).to.equal('found');
      expect(copied).to.have.nested.property('value.kind', 'map');
      expect(
        JSON.stringify([...(copied as { value: { entries: Map<string, unknown> } }).value.entries]),
      ).to.not.contain('record');
    });

    it('is not found for a record out of the form scope', async () => {
      const [foreign, archived] = await seed(current(), [
        { title: 'foreign', owner: 'somebody else' },
        { title: 'archived' },
      ]);
      await assign(current(), 'archived', ['archived', true]);
      expect([(await data('stats', foreign)).outcome, (await data('stats', archived)).outcome]).to.deep.equal([
        'notFound',
        'found',
      ]);
    });
  });
}
