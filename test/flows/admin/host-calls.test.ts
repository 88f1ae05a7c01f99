import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { send } from '../../support/http-client.js';

describe('calls to the host for one admin request (AD-51)', () => {
  let stack: AdminStack;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack();
    root = await stack.signIn('superuser');
    // From now on, the daemon expects this administrator.
    expectOk(await root.get('/auth/me'));
    for (let n = 0; n < 150; n++) {
      await stack.sql(`insert into shop_items (title, category_id, partner_id) values ('Row ${n}', ${1 + (n % 2)}, 1)`);
    }
    await stack.sql(
      'insert into shop_item_tag select id, 1 + id % 2 from shop_items where true on conflict do nothing',
    );
  });
  after(() => stack.stop());

  /** All calls from the daemon to its host so far. */
  async function hostCalls(): Promise<number> {
    const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
    const counts = [...body.matchAll(/^gatehouse_host_\w*_count\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function calls(work: () => Promise<unknown>): Promise<number> {
    const before = await hostCalls();
    await work();
    return (await hostCalls()) - before;
  }

  const ITEMS = '/acme/shop/items';
  for (const [what, path] of [
    ['a page of 1', `${ITEMS}?per_page=1`],
    ['a page of 100 with all relation columns', `${ITEMS}?per_page=100`],
    ['a page of 100 with search, sort and filter', `${ITEMS}?per_page=100&search=row&sort=-category&filter[active]=1`],
    ['a batch of an export', `${ITEMS}/export/records`],
    ['a search in every list', '/search?search=row'],
    ['a record', `${ITEMS}/1`],
    ['options', `${ITEMS}/fields/category/options`],
    ['linked records', `${ITEMS}/1/relations/tags`],
    ['linked records with their related records', '/acme/shop/categories/1/relations/items?per_page=200&sort=partner'],
    ['settings', '/settings/acme-shop'],
  ] as const) {
    it(`${what}: 1 call, which also authenticates (AD-51)`, async () => {
      expect(await calls(async () => expectOk(await root.get(path)))).to.equal(1);
    });
  }

  it('the first read of a session, and a partial: 2 calls, one of which authenticates (AD-51)', async () => {
    const other = await stack.signIn('superuser');
    expect(await calls(async () => expectOk(await other.get(`${ITEMS}/1`)))).to.equal(2);
    expect(await calls(async () => expectOk(await other.get(`${ITEMS}/1`)))).to.equal(1);
    expect(await calls(async () => expectOk(await root.get(`${ITEMS}/partials/history?id=1`)))).to.equal(2);
  });

  it('a read that the daemon refuses: 1 call, which authenticates (AD-51)', async () => {
    expect(await calls(() => root.get(`${ITEMS}?sort=no_such_column`))).to.equal(1);
  });

  it('schemas, navigation: 1 call, which authenticates; language bundle, shell and a forged token: 0', async () => {
    for (const path of [`${ITEMS}/schema/list`, `${ITEMS}/schema/form`, '/navigation', '/settings', '/auth/me']) {
      expect(await calls(async () => expectOk(await root.get(path))), path).to.equal(1);
    }
    expect(await calls(() => stack.guest.get('/lang'))).to.equal(0);
    expect(await calls(() => send(stack.backend))).to.equal(0);
    expect(await calls(() => stack.guest.with({ authorization: 'Bearer a.b.c' }).get('/auth/me'))).to.equal(0);
  });

  it('an act on 150 records: 2 calls', async () => {
    expect(await calls(() => root.post(`${ITEMS}/bulk/discount?search=row`, { all: true }))).to.equal(2);
  });

  it('writes: 2 calls', async () => {
    expect(await calls(() => root.put(`${ITEMS}/1`, { quantity: 1, tags: ['1'] }))).to.equal(2);
    expect(await calls(() => root.post(ITEMS, { title: 'New', tags: ['1', '2'] }))).to.equal(2);
  });
});
