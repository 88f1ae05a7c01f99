import { expect } from 'chai';
import { sql } from 'kysely';
import type { Cell } from '../../../daemon/admin/model/column.js';
import type { RecordWrite } from '../../../daemon/admin/model/record.js';
import { detail } from '../../support/every-test.js';
import { assign, journal, seed, written, type Current } from './records-support.js';
import { CALL, item, items, NOTHING } from './subject.js';

const UNKNOWN = 'Select one of the available choices.';

/**
 * Links: hooks of both sides, versions, links that the caller cannot see, and links after a deletion
 * (AdminRecordService).
 */
export function recordLinks(current: Current): void {
  const target = (id: string, relation: string, login?: string) => ({
    ...item(id, login),
    relation: current().relation(relation),
  });
  const text = (value: string): Cell => ({ kind: 'string', value });

  async function reviews(...bodies: string[]): Promise<string[]> {
    const values = bodies.map((body) => ({ body }));
    const made = await current().db.insertInto('reviews').values(values).returning('id').execute();
    return made.map(({ id }) => String(id));
  }
  async function tags(...names: string[]): Promise<string[]> {
    const values = names.map((name) => ({ name }));
    const made = await current().db.insertInto('tags').values(values).returning('id').execute();
    return made.map(({ id }) => String(id));
  }
  const review = async (id: string) =>
    current()
      .db.selectFrom('reviews')
      .select(['version', 'item_id', 'body'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
  const versionOf = async (id: string): Promise<number> =>
    (await current().db.selectFrom('items').select('version').where('id', '=', Number(id)).executeTakeFirstOrThrow())
      .version;
  async function pairs(table: 'item_tag' | 'item_badge'): Promise<string[]> {
    const rows = await current().db.selectFrom(table).selectAll().orderBy('item_id').orderBy('tag_id').execute();
    return rows.map(({ item_id, tag_id }) => `${String(item_id)}-${String(tag_id)}`);
  }
  const put = (id: string, write: Partial<RecordWrite>, expectedVersion?: string) =>
    current().ports.records.update(
      item(id),
      { columns: [], relations: [], ...write },
      { selection: NOTHING, ...(expectedVersion !== undefined && { expectedVersion }) },
      CALL,
    );
  const related = (relation: string, ...ids: string[]): Partial<RecordWrite> => ({
    relations: [{ relation: current().relation(relation), ids }],
  });

  describe('hooks of relation managers', () => {
    it("a has-many link runs the owner's link hooks around the update hooks of each record that moves", async () => {
      const { ports } = current();
      const [owner, other] = await seed(current(), [{ title: 'owner' }, { title: 'other' }]);
      const [a, b] = await reviews('a', 'b');
      await ports.relations.link(target(other!, 'reviews'), [a!], CALL);
      await ports.relations.link(target(owner!, 'reviews'), [a!, b!], CALL);
      expect((await journal(current())).slice(4)).to.deep.equal([
        `beforeLink ${owner!} reviews ${a!} ${b!}`,
        `review beforeUpdate ${a!} ${owner!}`,
        `review afterUpdate ${a!} ${owner!}`,
        `review beforeUpdate ${b!} ${owner!}`,
        `review afterUpdate ${b!} ${owner!}`,
        `afterLink ${owner!} reviews ${a!} ${b!}`,
      ]);
      expect([await review(a!), await review(b!)]).to.deep.equal([
        { version: 3, item_id: Number(owner), body: 'a' },
        { version: 2, item_id: Number(owner), body: 'b' },
      ]);
    });

    it('a has-many unlink runs them with null', async () => {
      const { ports } = current();
      const [owner] = await seed(current(), [{ title: 'owner' }]);
      const [a] = await reviews('a');
      await ports.relations.link(target(owner!, 'reviews'), [a!], CALL);
      await ports.relations.unlink(target(owner!, 'reviews'), [a!], CALL);
      expect((await journal(current())).slice(4)).to.deep.equal([
        `beforeUnlink ${owner!} reviews ${a!}`,
        `review beforeUpdate ${a!} null`,
        `review afterUpdate ${a!} null`,
        `afterUnlink ${owner!} reviews ${a!}`,
      ]);
      expect(await review(a!)).to.deep.equal({ version: 3, item_id: null, body: 'a' });
    });

    it('an update hook may add values to a record that moves', async () => {
      const [owner] = await seed(current(), [{ title: 'owner' }]);
      const [a] = await reviews('a');
      await current().ports.relations.link(target(owner!, 'reviews', 'signs reviews'), [a!], CALL);
      expect((await review(a!)).body).to.equal(`moved to ${owner!}`);
    });

    it("a belongs-to-many link runs only the owner's hooks: no record changes, and no version", async () => {
      const { ports, db } = current();
      const [owner] = await seed(current(), [{ title: 'owner' }]);
      const [x, y] = await tags('x', 'y');
      await ports.relations.link(target(owner!, 'tags'), [x!], CALL);
      await ports.relations.link(target(owner!, 'tags'), [x!, y!], CALL);
      await ports.relations.unlink(target(owner!, 'tags'), [x!], CALL);
      expect(await journal(current())).to.deep.equal([
        `beforeLink ${owner!} tags ${x!}`,
        `afterLink ${owner!} tags ${x!}`,
        `beforeLink ${owner!} tags ${y!}`,
        `afterLink ${owner!} tags ${y!}`,
        `beforeUnlink ${owner!} tags ${x!}`,
        `afterUnlink ${owner!} tags ${x!}`,
      ]);
      expect(await versionOf(owner!)).to.equal(1);
      expect(await db.selectFrom('item_tag').selectAll().execute()).to.have.length(1);
    });

    it('linking a linked record changes nothing: no hook, no version', async () => {
      const { ports } = current();
      const [owner] = await seed(current(), [{ title: 'owner' }]);
      const [a] = await reviews('a');
      const link = () => ports.relations.link(target(owner!, 'reviews'), [a!], CALL);
      await link();
      const [before, entries] = [await review(a!), await journal(current())];
      expect(await link()).to.deep.equal({ outcome: 'changed', count: 0 });
      expect([await review(a!), await journal(current())]).to.deep.equal([before, entries]);
    });

    for (const hook of [
      ...['beforeLink', 'review beforeUpdate', 'review afterUpdate', 'afterLink'],
      ...['beforeUnlink', 'afterUnlink'],
    ]) {
      const which = hook.endsWith('Unlink') ? 'unlink' : 'link';
      for (const [wish, expected] of [
        ['refuse in', { outcome: 'refused', message: `${hook} says no` }],
        ['find invalid in', { outcome: 'refused', message: `${hook} does not like it` }],
      ] as const) {
        it(`a hook that would ${wish} ${hook} undoes the ${which}, with its message`, async () => {
          const { ports } = current();
          const [owner] = await seed(current(), [{ title: 'owner' }]);
          const [a, b] = await reviews('a', 'b');
          if (which === 'unlink') await ports.relations.link(target(owner!, 'reviews'), [a!, b!], CALL);
          const before = [await review(a!), await review(b!), await journal(current())];
          const outcome = await ports.relations[which](target(owner!, 'reviews', `${wish} ${hook}`), [a!, b!], CALL);
          expect(outcome).to.deep.equal(expected);
          expect([await review(a!), await review(b!), await journal(current())]).to.deep.equal(before);
        });
      }
    }
  });

  describe('hooks of a form', () => {
    it('see a belongs-to relation as its foreign key, and Gatehouse writes the value they set', async () => {
      const { ports, db } = current();
      const [shelf] = await db.insertInto('categories').values({ name: 'shelf' }).returning('id').execute();
      const relations = [{ relation: current().relation('category'), ids: [String(shelf!.id)] }];
      const title = { column: current().column('Item', 'title'), value: text('filed') };
      const filed = async (id: string) =>
        (await db.selectFrom('items').select('category_id').where('id', '=', Number(id)).executeTakeFirstOrThrow())
          .category_id;
      const write = { columns: [title], relations };
      const { id } = written(await ports.records.create(items('may not file'), write, NOTHING, CALL));
      expect(await filed(id)).to.equal(null);
      const changed = { columns: [], relations };
      written(await ports.records.update(item(id, 'may not file'), changed, { selection: NOTHING }, CALL));
      expect(await filed(id)).to.equal(null);
      written(await ports.records.update(item(id), changed, { selection: NOTHING }, CALL));
      expect(await filed(id)).to.equal(shelf!.id);
      written(
        await ports.records.update(
          item(id, 'may not file'),
          { columns: [], relations: [{ ...relations[0]!, ids: [] }] },
          { selection: NOTHING },
          CALL,
        ),
      );
      expect(await filed(id)).to.equal(null);
    });
  });

  describe('a write without changes', () => {
    it('does not raise the version and runs no hook, whatever the type of its values (HC-34)', async () => {
      const { column, db, database } = current();
      const hidden = database.engine === 'sqlite' ? 0 : false;
      const { id: category } = await db
        .insertInto('categories')
        .values({ name: 'c', hidden })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [x, y] = await tags('x', 'y');
      const values: Record<string, Cell> = {
        title: text('same'),
        flag: { kind: 'bool', value: true },
        stock: { kind: 'int64', value: 3n },
        serial: { kind: 'int64', value: 2n ** 62n },
        ratio: { kind: 'double', value: 0.1 },
        price: { kind: 'decimal', value: '1.50' },
        day: { kind: 'date', value: '2026-02-28' },
        opens: { kind: 'time', value: '10:00:00' },
        seen_at: { kind: 'timestamp', value: 1234567890123 },
        details: { kind: 'json', value: '{"a":[1,"b"]}' },
        image: { kind: 'bytes', value: Buffer.from([0, 255]) },
      };
      const columns = Object.entries(values).map(([name, value]) => ({ column: column('Item', name), value }));
      const relations = [related('category', String(category)), related('tags', x!, y!)].flatMap(
        (one) => one.relations!,
      );
      const made = written(await current().ports.records.create(items(), { columns, relations }, NOTHING, CALL));
      const before = await journal(current());
      const outcome = written(
        await put(made.id, { columns, relations: relations.map((one) => ({ ...one, ids: [...one.ids].reverse() })) }),
      );
      expect(outcome.version).to.equal(made.version);
      expect(await journal(current())).to.deep.equal(before);
      // Each of them separately is a change again.
      const others: Record<string, Cell> = {
        ...values,
        title: text('Same'),
        opens: { kind: 'time', value: '10:00:01' },
      };
      others['price'] = { kind: 'decimal', value: '1.51' };
      others['image'] = { kind: 'null' };
      let version = Number(made.version);
      for (const name of ['title', 'opens', 'price', 'image']) {
        const { version: now } = written(
          await put(made.id, { columns: [{ column: column('Item', name), value: others[name]! }] }),
        );
        expect(now, name).to.equal(String(++version));
      }
      expect(written(await put(made.id, related('tags', x!))).version).to.equal(String(++version));
      expect(written(await put(made.id, related('category'))).version).to.equal(String(++version));
    });

    it('is still a conflict if it expects another version', async () => {
      const [id] = await seed(current(), [{ title: 'same' }]);
      const columns = [{ column: current().column('Item', 'title'), value: text('same') }];
      expect((await put(id!, { columns }, '7')).outcome).to.equal('conflict');
    });
  });

  describe('links that the caller cannot see', () => {
    it('remain when the relation is replaced', async () => {
      const { db } = current();
      const [owner, shown, hidden] = await seed(current(), [
        { title: 'owner' },
        { title: 'shown' },
        { title: 'hidden' },
      ]);
      await assign(current(), 'archived', ['hidden', true]);
      await db
        .insertInto('item_friend')
        .values([shown, hidden].map((friend) => ({ item_id: Number(owner), friend_id: Number(friend) })))
        .execute();
      const friends = async (): Promise<string[]> =>
        (await db.selectFrom('item_friend').select('friend_id').orderBy('friend_id').execute()).map(({ friend_id }) =>
          String(friend_id),
        );
      const { version } = written(await put(owner!, related('friends', shown!)));
      expect([version, await friends()]).to.deep.equal(['1', [shown, hidden]]);
      written(await put(owner!, related('friends')));
      expect(await friends()).to.deep.equal([hidden]);
      const again = written(await put(owner!, related('friends')));
      expect([again.version, await friends()]).to.deep.equal(['2', [hidden]]);
    });

    it('remain when a belongs-to relation is emptied, and give way to another choice', async () => {
      const { db } = current();
      const [owner, shown, hidden] = await seed(current(), [
        { title: 'owner' },
        { title: 'shown' },
        { title: 'hidden' },
      ]);
      await assign(current(), 'archived', ['hidden', true]);
      await db
        .updateTable('items')
        .set({ parent_id: Number(hidden) })
        .where('id', '=', Number(owner))
        .execute();
      const parent = async (): Promise<unknown> =>
        (await db.selectFrom('items').select('parent_id').where('id', '=', Number(owner)).executeTakeFirstOrThrow())
          .parent_id;
      expect(written(await put(owner!, related('parent'))).version).to.equal('1');
      expect(await parent()).to.equal(Number(hidden));
      written(await put(owner!, related('parent', shown!)));
      expect(await parent()).to.equal(Number(shown));
      written(await put(owner!, related('parent')));
      expect(await parent()).to.equal(null);
    });

    detail('are as many as a record has: more than a statement of the database takes (AD-75)', async () => {
      const { db } = current();
      const [owner] = await seed(current(), [{ title: 'owner' }]);
      const [last, hidden] = [70_000, 70_001];
      const numbers = sql`with recursive n (id) as (select 1 union all select id + 1 from n where id < ${sql.lit(last)})`;
      await sql`insert into tags (id, name) ${numbers} select id, 'tag' from n`.execute(db);
      await sql`insert into item_badge (item_id, tag_id) ${numbers} select cast(${owner} as integer), id from n`.execute(
        db,
      );
      await db
        .insertInto('item_badge')
        .values({ item_id: Number(owner), tag_id: hidden })
        .execute();
      written(await put(owner!, related('badges', '1', String(last))));
      expect(await pairs('item_badge')).to.deep.equal([1, last, hidden].map((tag) => `${owner!}-${String(tag)}`));
    });

    it("are not revealed: a hidden id is refused, whether or not it is the record's current one", async () => {
      const { db } = current();
      const [owner, linked, other] = await seed(current(), [
        { title: 'owner' },
        { title: 'linked' },
        { title: 'other' },
      ]);
      await assign(current(), 'archived', ['linked', true], ['other', true]);
      await db
        .updateTable('items')
        .set({ parent_id: Number(linked) })
        .where('id', '=', Number(owner))
        .execute();
      await db
        .insertInto('item_friend')
        .values({ item_id: Number(owner), friend_id: Number(linked) })
        .execute();
      for (const relation of ['parent', 'friends']) {
        for (const id of [linked!, other!, '999999']) {
          expect(await put(owner!, related(relation, id)), `${relation} ${id}`).to.deep.equal({
            outcome: 'invalid',
            errors: [{ field: relation, messages: [UNKNOWN] }],
          });
        }
      }
    });

    it('a link that a scope of the field no longer offers may stay, because the form shows it', async () => {
      const { db } = current();
      const { id: category } = await db
        .insertInto('categories')
        .values({ name: 'old' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const [owner] = await seed(current(), [{ title: 'owner', category_id: category }]);
      const scope = { name: 'named', values: [text('new')] };
      const relations = [{ relation: current().relation('category'), ids: [String(category)], scope }];
      expect((await put(owner!, { relations })).outcome).to.equal('written');
    });
  });

  describe('a deletion', () => {
    it('also deletes the links of and to the record in pivot tables (HC-35)', async () => {
      const { ports, db } = current();
      const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
      const [x, y] = await tags('x', 'y');
      const badges = [a, b].flatMap((id) => [x, y].map((tag) => ({ item_id: Number(id), tag_id: Number(tag) })));
      await db.insertInto('item_badge').values(badges).execute();
      await db.insertInto('item_tag').values(badges).execute();
      expect(await ports.records.delete(items(), [a!], 'form', CALL)).to.deep.equal({ outcome: 'deleted' });
      const left = [`${b!}-${x!}`, `${b!}-${y!}`];
      expect([await pairs('item_badge'), await pairs('item_tag')]).to.deep.equal([left, left]);
      const ofTags = { ...items(), controller: 'acme.shop.tags' };
      expect(await ports.records.delete(ofTags, [x!], 'list', CALL)).to.deep.equal({ outcome: 'deleted' });
      expect([await pairs('item_badge'), await pairs('item_tag')]).to.deep.equal([left.slice(1), left.slice(1)]);
    });

    it('that is refused keeps them', async () => {
      const { ports, db } = current();
      const [a] = await seed(current(), [{ title: 'a' }]);
      const [x] = await tags('x');
      await db
        .insertInto('item_badge')
        .values({ item_id: Number(a), tag_id: Number(x) })
        .execute();
      const outcome = await ports.records.delete(items('refuse in afterDelete'), [a!], 'form', CALL);
      expect(outcome.outcome).to.equal('refused');
      expect(await pairs('item_badge')).to.have.length(1);
    });

    it('of a record that others are linked to is refused if the database forbids it', async () => {
      const { ports, db } = current();
      const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
      await db
        .insertInto('item_friend')
        .values({ item_id: Number(a), friend_id: Number(b) })
        .execute();
      const remove = async (id: string): Promise<string> =>
        (await ports.records.delete(items(), [id], 'form', CALL)).outcome;
      expect(await remove(b!)).to.equal('refused');
      expect(await db.selectFrom('item_friend').selectAll().execute()).to.have.length(1);
      expect(await remove(a!)).to.equal('deleted');
      expect(await remove(b!)).to.equal('deleted');
    });
  });
}
