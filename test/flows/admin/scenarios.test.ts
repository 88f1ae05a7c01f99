import { expect } from 'chai';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';

describe('admin API, smoke', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack();
  });
  after(() => stack.stop());

  it('smoke', async () => {
    const root = await stack.signIn('superuser');
    for (const path of [
      '/auth/me',
      '/lang',
      '/navigation',
      '/settings',
      '/settings/acme-shop',
      '/settings/acme-shop/schema',
      '/acme/shop/items',
      '/acme/shop/items/1',
      '/acme/shop/items/schema/list',
      '/acme/shop/items/schema/form',
      '/acme/shop/items/schema/relation/tags',
      '/acme/shop/items/partials/stats',
      '/acme/shop/items/partials/history?id=1',
      '/acme/shop/items/fields/category/options',
      '/acme/shop/items/fields/layout/options',
      '/acme/shop/items/filters/category_id/options',
      '/acme/shop/items/1/relations/tags',
      '/acme/shop/items/1/relations/tags/candidates',
    ]) {
      const answer = await root.get(path);
      console.log(path, answer.status, answer.body.slice(0, 700));
    }
    console.log(stack.complaints.join('\n'));
    expect(1).to.equal(1);
  });
});
