import type { Engine } from '@gatehouse/host/admin';
import { migrateAdmin } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Column } from '../../../daemon/admin/model/column.js';
import { eventually } from '../../support/eventually.js';
import { startPostgres } from '../../support/postgres.js';
import type { ShopDatabase } from './databases.js';
import { shopAdmin } from './shop/shop.js';
import { createShopTables } from './shop/tables.js';
import { CALL, item, items, NOTHING, serveAndConnect, type Served } from './subject.js';

const ENGINE: Engine = 'postgres';
const ROLE = 'shop_application';

/** sdk/typescript/README.md, PostgreSQL: "give the role the right to update their table, or the link is made without that lock". */
describe("the SDK's links, for a database role that may not write what they lead to", () => {
  let owner: ShopDatabase;
  let role: ShopDatabase;
  let served: Served;
  beforeEach(async () => {
    const url = await (await startPostgres()).createDatabase();
    owner = connect(url);
    await createShopTables(owner, ENGINE);
    await migrateAdmin(shopAdmin(owner, ENGINE).database);
    await sql`create role ${sql.id(ROLE)} login`.execute(owner);
    await sql`grant all on all tables in schema public to ${sql.id(ROLE)}`.execute(owner);
    await sql`revoke update, delete on tags from ${sql.id(ROLE)}`.execute(owner);
    role = connect(url.replace('gatehouse@', `${ROLE}@`));
    served = await serveAndConnect(shopAdmin(role, ENGINE));
  });
  afterEach(async () => {
    await served.close();
    await role.destroy();
    await sql`drop owned by ${sql.id(ROLE)}`.execute(owner);
    await sql`drop role ${sql.id(ROLE)}`.execute(owner);
    await owner.destroy();
  });

  const badges = () => {
    const { relations } = served.registration.controllers.find(({ id }) => id === 'acme.shop.items')!;
    return relations.find(({ name }) => name === 'badges')!;
  };
  const title = (): Column => {
    const { columns } = served.registration.models.find(({ name }) => name === 'Item')!;
    return columns.find(({ name }) => name === 'title')!;
  };
  const link = (id: string, tag: string) =>
    served.ports.relations.link({ ...item(id), relation: badges() }, [tag], CALL);
  const seeded = () => seededNamed('a');
  async function seededNamed(title: string): Promise<readonly [id: string, tag: string]> {
    const made = await owner.insertInto('items').values({ title }).returning('id').executeTakeFirstOrThrow();
    const tag = await owner.insertInto('tags').values({ name: 'x' }).returning('id').executeTakeFirstOrThrow();
    return [String(made.id), String(tag.id)];
  }
  async function pairs(): Promise<string[]> {
    const rows = await owner.selectFrom('item_badge').selectAll().orderBy('item_id').execute();
    return rows.map((row) => `${String(row.item_id)}-${String(row.tag_id)}`);
  }

  it('are made, by each of the ways to make one', async () => {
    const [id, tag] = await seeded();
    expect(await link(id, tag)).to.deep.equal({ outcome: 'changed', count: 1 });
    expect(await served.ports.relations.unlink({ ...item(id), relation: badges() }, [tag], CALL)).to.deep.equal({
      outcome: 'changed',
      count: 1,
    });

    const relations = [{ relation: badges(), ids: [tag] }];
    const { outcome } = await served.ports.records.update(
      item(id),
      { columns: [], relations },
      { selection: NOTHING },
      CALL,
    );
    expect(outcome).to.equal('written');
    const columns = [{ column: title(), value: { kind: 'string', value: 'made' } as const }];
    expect(await served.ports.records.create(items(), { columns, relations }, NOTHING, CALL)).to.include({
      outcome: 'written',
    });
    expect((await pairs()).map((pair) => pair.split('-')[1])).to.deep.equal([tag, tag]);
  });

  it('are deleted by a role that may delete them, and not update them', async () => {
    await sql`revoke update on items from ${sql.id(ROLE)}`.execute(owner);
    const [id, tag] = await seeded();
    const [other] = await seededNamed('b');
    expect(await link(id, tag)).to.deep.equal({ outcome: 'changed', count: 1 });
    const remove = (...ids: string[]) => served.ports.records.delete(items(), ids, 'list', CALL);
    expect(await remove(id, '999')).to.deep.equal({ outcome: 'notFound' });
    expect(await remove(id)).to.deep.equal({ outcome: 'deleted' });
    // Of two deletions at once, one removes the record.
    const outcomes = await Promise.all([remove(other), remove(other)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).to.deep.equal(['deleted', 'notFound']);
    expect(await owner.selectFrom('items').select('id').execute()).to.deep.equal([]);
    expect(await pairs()).to.deep.equal([]);
  });

  it('wait for nobody who deletes what they lead to', async () => {
    const [id, tag] = await seeded();
    await owner.transaction().execute(async (trx) => {
      await trx.deleteFrom('tags').where('id', '=', Number(tag)).execute();
      expect(await link(id, tag)).to.deep.equal({ outcome: 'changed', count: 1 });
    });
  });

  it('wait for whoever deletes it once the role may update one of its columns', async () => {
    await sql`grant update (name) on tags to ${sql.id(ROLE)}`.execute(owner);
    const [id, tag] = await seeded();
    const { linking } = await owner.transaction().execute(async (trx) => {
      await trx.deleteFrom('tags').where('id', '=', Number(tag)).execute();
      const started = { linking: link(id, tag) };
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
        expect(rows).to.have.length(1);
      });
      return started;
    });
    expect(await linking).to.include({ outcome: 'notFound' });
    expect(await pairs()).to.deep.equal([]);
  });
});

function connect(connectionString: string): ShopDatabase {
  return new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 5 }) }) });
}
