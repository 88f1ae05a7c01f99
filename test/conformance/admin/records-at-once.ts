import { expect } from 'chai';
import { sql, type Transaction } from 'kysely';
import { eventually } from '../../support/eventually.js';
import { concurrently } from '../state-under-test.js';
import { seed, type Current } from './records-support.js';
import type { ShopTables } from './shop/tables.js';
import { aQuery, CALL, item, items, NOTHING } from './subject.js';

const TAGS = 'acme.shop.tags';

/** The badges of items are in a pivot table without any constraint, and both of its sides have a relation manager. */
function badges(current: Current) {
  const { ports } = current();
  return {
    async tag(name: string): Promise<string> {
      const made = await current().db.insertInto('tags').values({ name }).returning('id').executeTakeFirstOrThrow();
      return String(made.id);
    },
    link: (id: string, tags: readonly string[]) =>
      ports.relations.link({ ...item(id), relation: current().relation('badges') }, tags, CALL),
    linkFromTag: (id: string, ids: readonly string[]) =>
      ports.relations.link({ ...item(id), controller: TAGS, relation: current().relation('badged', TAGS) }, ids, CALL),
    update: (id: string, tags: readonly string[]) =>
      ports.records.update(
        item(id),
        { columns: [], relations: [{ relation: current().relation('badges'), ids: tags }] },
        { selection: NOTHING },
        CALL,
      ),
    create: (title: string, tags: readonly string[]) =>
      ports.records.create(
        items(),
        {
          columns: [{ column: current().column('Item', 'title'), value: { kind: 'string', value: title } }],
          relations: [{ relation: current().relation('badges'), ids: tags }],
        },
        NOTHING,
        CALL,
      ),
    deleteTags: (ids: readonly string[]) => ports.records.delete({ ...items(), controller: TAGS }, ids, 'form', CALL),
    async pairs(): Promise<string[]> {
      const rows = await current().db.selectFrom('item_badge').selectAll().execute();
      return rows.map((row) => `${String(row.item_id)}-${String(row.tag_id)}`).sort();
    },
  };
}

/** Link: "All of them or none. Idempotent." The same on both engines, although SQLite has only one writer. */
export function linksFromBothSides(current: Current): void {
  it('create one pair each, and count it once', async () => {
    const { tag, link, linkFromTag, update, pairs } = badges(current);
    const ids = await seed(current(), [{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
    const tags = [await tag('x'), await tag('y'), await tag('z')];
    const [a, b, c] = ids as [string, string, string];
    const linked = await Promise.all([
      ...[a, b, a, b].map((id) => link(id, tags)),
      ...tags.map((one) => linkFromTag(one, [c, b, a])),
      ...tags.map((one) => linkFromTag(one, ids)),
    ]);
    const updated = await concurrently(4, () => update(c, tags));
    expect(updated.map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 4 }, () => 'written'));
    const counts = linked.map((outcome) => (outcome.outcome === 'changed' ? outcome.count : Number.NaN));
    const all = ids.flatMap((id) => tags.map((one) => `${id}-${one}`));
    expect(await pairs()).to.deep.equal([...all].sort());
    expect(counts.reduce((sum, one) => sum + one)).to.equal(all.length);
  });

  it('leave no link to a record that is deleted in the meantime', async () => {
    const { tag, link, linkFromTag, create, deleteTags, pairs } = badges(current);
    const ids = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const tags: string[] = [];
    for (let n = 0; n < 6; n++) tags.push(await tag(`tag ${String(n)}`));
    await Promise.all(
      tags.flatMap((one, n) => [
        link(ids[n % 2]!, [one]),
        linkFromTag(one, ids),
        create(`made with ${one}`, [one]),
        deleteTags([one]),
      ]),
    );
    const left = await current().db.selectFrom('tags').select('id').execute();
    expect(left).to.deep.equal([]);
    expect(await pairs()).to.deep.equal([]);
  });

  it('that another constraint of the pivot table forbids are refused, not skipped', async () => {
    const { tag, link, pairs } = badges(current);
    await sql`create unique index one_item_each on item_badge (tag_id)`.execute(current().db);
    const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const x = await tag('x');
    expect(await link(a!, [x])).to.deep.equal({ outcome: 'changed', count: 1 });
    expect(await link(b!, [x])).to.include({ outcome: 'refused' });
    expect(await pairs()).to.deep.equal([`${a!}-${x}`]);
  });
}

/** PostgreSQL only: transactions that wait for each other. */
export function linksBehindOthers(current: Current): void {
  /**
   * Runs the calls while a transaction of the application holds the locks that `first` takes, until that many wait for
   * locks.
   */
  async function behind<T>(
    first: (trx: Transaction<ShopTables>) => Promise<unknown>,
    calls: () => readonly Promise<T>[],
  ): Promise<T[]> {
    const started = await current()
      .db.transaction()
      .execute(async (trx) => {
        await first(trx);
        const all = calls();
        await eventually(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(current().db);
          expect(rows).to.have.length(all.length);
        });
        return { all };
      });
    return Promise.all(started.all);
  }

  it('create one pair, whichever side each call comes from', async () => {
    const { tag, link, linkFromTag, pairs } = badges(current);
    const [id] = await seed(current(), [{ title: 'a' }]);
    const x = await tag('x');
    // Reads continue in the meantime: both would find no pair.
    const outcomes = await behind(
      (trx) => sql`lock table item_badge in exclusive mode`.execute(trx),
      () => [link(id!, [x]), linkFromTag(x, [id!])],
    );
    expect(outcomes.map((outcome) => (outcome.outcome === 'changed' ? outcome.count : -1)).sort()).to.deep.equal([
      0, 1,
    ]);
    expect(await pairs()).to.deep.equal([`${id!}-${x}`]);
  });

  it('find a pair that the application adds in the meantime, and refuse nothing', async () => {
    const { tag, link, update, pairs } = badges(current);
    await sql`create unique index once_each on item_badge (item_id, tag_id)`.execute(current().db);
    const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const x = await tag('x');
    const pair = (id: string) => ({ item_id: Number(id), tag_id: Number(x) });
    const [linked, updated] = await behind(
      (trx) =>
        trx
          .insertInto('item_badge')
          .values([pair(a!), pair(b!)])
          .execute(),
      () => [link(a!, [x]), update(b!, [x])] as Promise<{ readonly outcome: string }>[],
    );
    expect(linked).to.include({ outcome: 'changed' });
    expect(updated).to.include({ outcome: 'written' });
    expect(await pairs()).to.deep.equal([`${a!}-${x}`, `${b!}-${x}`]);
  });

  it('do not find a record that is deleted in the meantime', async () => {
    const { tag, link, update, create, pairs } = badges(current);
    const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const x = await tag('x');
    const outcomes = await behind(
      (trx) => trx.deleteFrom('tags').where('id', '=', Number(x)).execute(),
      () => [link(a!, [x]), update(b!, [x]), create('made', [x])] as Promise<{ readonly outcome: string }>[],
    );
    expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(['notFound', 'invalid', 'invalid']);
    expect(await pairs()).to.deep.equal([]);
  });

  it('do not block a link of another record to the same one', async () => {
    const { tag, link, pairs } = badges(current);
    const [a, b] = await seed(current(), [{ title: 'a' }, { title: 'b' }]);
    const x = await tag('x');
    await current()
      .db.transaction()
      .execute(async (trx) => {
        // Takes the locks that an uncommitted link of the first item holds.
        await sql`select 1 from items where id = ${Number(a)} for update`.execute(trx);
        await sql`select 1 from tags where id = ${Number(x)} for key share`.execute(trx);
        expect(await link(b!, [x])).to.deep.equal({ outcome: 'changed', count: 1 });
      });
    expect(await pairs()).to.deep.equal([`${b!}-${x}`]);
  });

  it('can point to a view, which cannot be locked', async () => {
    const { tag, link, pairs } = badges(current);
    const { db } = current();
    const [id] = await seed(current(), [{ title: 'a' }]);
    const x = await tag('x');
    await sql`alter table tags rename to all_tags`.execute(db);
    await sql`create view tags as select id, max(name) as name from all_tags group by id`.execute(db);
    expect(await link(id!, [x])).to.deep.equal({ outcome: 'changed', count: 1 });
    expect(await pairs()).to.deep.equal([`${id!}-${x}`]);
  });
}

/** A read with several statements sees one snapshot (admin_record.proto: GetRecord, ListRecords, ListRelated). */
export function readsBesideWrites(current: Current): void {
  /** Reads while the application writes between the first statement and the one that needs the pivot table. */
  async function torn<T>(
    read: () => Promise<T>,
    write: (trx: Transaction<ShopTables>) => Promise<unknown>,
  ): Promise<T> {
    const started = await current()
      .db.transaction()
      .execute(async (trx) => {
        await sql`lock table item_badge in access exclusive mode`.execute(trx);
        const reading = read();
        await eventually(async () => {
          const { rows } = await sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(current().db);
          expect(rows).to.have.length(1);
        });
        await write(trx);
        return { reading };
      });
    return started.reading;
  }
  const withBadges = () => ({
    columns: [current().column('Item', 'title')],
    relations: [
      {
        relation: current().relation('badges'),
        kind: 'related',
        column: current().column('Tag', 'name'),
        limit: 5,
      } as const,
    ],
  });

  it('shows a record with its links in that snapshot', async () => {
    const { tag } = badges(current);
    const [id] = await seed(current(), [{ title: 'before' }]);
    const x = await tag('x');
    const read = await torn(
      () => current().ports.records.get(item(id!), withBadges(), 'form', CALL),
      async (trx) => {
        await trx.updateTable('items').set({ title: 'after' }).where('id', '=', Number(id)).execute();
        await trx
          .insertInto('item_badge')
          .values({ item_id: Number(id), tag_id: Number(x) })
          .execute();
      },
    );
    expect(read).to.have.nested.property('cells[0].value', 'before');
    expect(read).to.have.nested.property('relations[0].items').that.deep.equals([]);
  });

  it("lists the links of the page's records, with the same count", async () => {
    const { tag } = badges(current);
    const [id] = await seed(current(), [{ title: 'before' }, { title: 'other' }]);
    const x = await tag('x');
    const page = await torn(
      () =>
        current().ports.records.list(
          items(),
          aQuery({ selection: withBadges(), page: { number: 1, size: 1 }, count: true }),
          CALL,
        ),
      async (trx) => {
        await trx.insertInto('items').values({ title: 'added' }).execute();
        await trx
          .insertInto('item_badge')
          .values({ item_id: Number(id), tag_id: Number(x) })
          .execute();
      },
    );
    expect(page).to.include({ total: 2, hasMore: true });
    expect(page).to.have.nested.property('records[0].relations[0].items').that.deep.equals([]);
  });

  it('lists in a relation manager the links that the record had when it was found', async () => {
    const { tag } = badges(current);
    const [id] = await seed(current(), [{ title: 'a' }]);
    const x = await tag('x');
    const target = { ...item(id!), relation: current().relation('badges') };
    const found = await torn(
      () => current().ports.relations.related(target, aQuery(), CALL),
      async (trx) => {
        await trx
          .insertInto('item_badge')
          .values({ item_id: Number(id), tag_id: Number(x) })
          .execute();
        await trx.deleteFrom('items').where('id', '=', Number(id)).execute();
      },
    );
    expect(found).to.have.nested.property('value.records').that.deep.equals([]);
  });
}
