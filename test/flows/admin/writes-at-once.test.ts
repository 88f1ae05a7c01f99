import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';
import { Gate } from '../../support/gate.js';

const ITEMS = '/acme/shop/items';

/**
 * test/model/admin found these. SQLite runs one transaction at a time; PostgreSQL shows each statement what is
 * committed by then.
 */
describe('writes that wait for each other on PostgreSQL (AD-89; admin_record.proto: UpdateRecord, Link, Unlink)', () => {
  let stack: AdminStack;
  let root: ApiClient;
  const gate = new Gate();
  before(async () => {
    stack = await startAdminStack({
      shared: true,
      database: 'postgres',
      admin: (options) => ({
        ...options,
        controllers: options.controllers.map((controller) =>
          controller.id === 'acme.shop.items'
            ? {
                ...controller,
                formScope: (query) => query.where('title', '!=', 'Withdrawn'),
                hooks: { beforeUpdate: () => gate.pass(), beforeDelete: () => gate.pass() },
              }
            : controller,
        ),
      }),
    });
    root = await stack.signIn('superuser');
  });
  after(() => stack.stop());
  afterEach(() => gate.open());

  const created = async (body: object): Promise<string> =>
    (expectOk(await root.post(ITEMS, body), 201).data as { id: string }).id;

  /**
   * Sends the second request while the first one is inside its transaction, and lets both continue once the second one
   * waits.
   */
  async function whileHeld<T, U>(first: () => Promise<T>, second: () => Promise<U>): Promise<readonly [T, U]> {
    gate.shut();
    const held = first();
    await eventually(() => expect(gate.waiting).to.equal(1));
    const behind = second();
    await eventually(async () => {
      const waiting = await stack.sql(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting).to.have.length(1);
    });
    gate.open();
    return Promise.all([held, behind]);
  }

  it('links nothing to a record that is deleted in the meantime', async () => {
    const id = await created({ title: 'Short-lived' });
    const [deleted, linked] = await whileHeld(
      () => root.delete(`${ITEMS}/${id}`),
      () => root.post(`${ITEMS}/${id}/relations/tags/link`, { ids: ['1'] }),
    );
    expectOk(deleted);
    expectRefused(linked, 404, 'not_found');
    expect(await stack.sql(`select * from shop_item_tag where item_id = ${id}`)).to.deep.equal([]);
  });

  it('links nothing to a record that leaves the scope in the meantime', async () => {
    const id = await created({ title: 'Offered' });
    const [withdrawn, linked] = await whileHeld(
      () => root.put(`${ITEMS}/${id}`, { title: 'Withdrawn' }),
      () => root.post(`${ITEMS}/${id}/relations/tags/link`, { ids: ['1'] }),
    );
    expectOk(withdrawn);
    expectRefused(linked, 404, 'not_found');
    expect(await stack.sql(`select * from shop_item_tag where item_id = ${id}`)).to.deep.equal([]);
  });

  it('unlinks no record that another one takes over in the meantime', async () => {
    const id = await created({ title: 'Moved', category: '1' });
    const [moved, unlinked] = await whileHeld(
      () => root.post('/acme/shop/categories/2/relations/items/link', { ids: [id] }),
      () => root.post('/acme/shop/categories/1/relations/items/unlink', { ids: [id] }),
    );
    expectOk(moved);
    expectRefused(unlinked, 404, 'not_found');
    expect(await stack.sql(`select category_id from shop_items where id = ${id}`)).to.deep.equal([{ category_id: 2 }]);
  });

  it('compares the values of an update with the result of the previous update', async () => {
    const id = await created({ title: 'Same' });
    const [other, same] = await whileHeld(
      () => root.put(`${ITEMS}/${id}`, { title: 'Other' }),
      () => root.put(`${ITEMS}/${id}`, { title: 'Same' }),
    );
    expect(expectOk(other).data).to.include({ title: 'Other', _version: '2' });
    expect(expectOk(same).data).to.include({ title: 'Same', _version: '3' });
  });
});
