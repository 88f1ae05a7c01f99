import { expect } from 'chai';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import type { ApiClient } from '../../support/admin/client.js';

const ITEMS = '/acme/shop/items';
const SCHEMAS = [`${ITEMS}/schema/list`, `${ITEMS}/schema/form`, '/settings/acme-shop/schema'];
const COMPRESSED = { 'accept-encoding': 'br, gzip' };

for (const engine of ['uws', 'node'] as const) {
  describe(`answers that a browser keeps and that are compressed, engine ${engine} (AD-44, AD-113)`, () => {
    let stack: AdminStack;
    let root: ApiClient;
    before(async () => {
      stack = await startAdminStack({ shared: true, engine });
      root = await stack.signIn('superuser');
    });
    after(() => stack.stop());

    it('returns 304 for a schema and for the texts that the browser has', async () => {
      for (const path of ['/lang', ...SCHEMAS]) {
        const { headers } = await root.get(path);
        expect(headers['cache-control'], path).to.equal('private, no-cache');
        const again = await root.with({ 'if-none-match': headers['etag'] ?? '' }).get(path);
        expect([again.status, again.body], path).to.deep.equal([304, '']);
      }
    });

    it('refuses who is not signed in, whatever copy the browser has', async () => {
      for (const path of SCHEMAS) {
        const { headers } = await root.get(path);
        const answer = await stack.guest.with({ 'if-none-match': headers['etag'] ?? '' }).get(path);
        expect([answer.status, answer.code], path).to.deep.equal([401, 'unauthenticated']);
      }
    });

    it('compresses no answer with a record, an administrator, a token or a text of the request (BREACH)', async () => {
      const asking = root.with(COMPRESSED);
      for (const path of [
        '/auth/me',
        ITEMS,
        `${ITEMS}?search=item`,
        `${ITEMS}/1`,
        '/settings/acme-shop',
        '/navigation',
      ]) {
        const { status, headers } = await asking.get(path);
        expect([status, headers['content-encoding'], headers['cache-control']], path).to.deep.equal([
          200,
          undefined,
          'no-store',
        ]);
      }
      const refreshed = await asking.post('/auth/refresh');
      expect([refreshed.status, refreshed.headers['content-encoding']]).to.deep.equal([200, undefined]);
    });
  });
}
