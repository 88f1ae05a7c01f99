import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';
/** The first exists but is out of the editor's scope; the second does not exist. */
const [HIDDEN, MISSING] = ['7', '999'];

/** Attempts by an administrator with a narrow role and scope to read or change other records. */
usuallyOn('postgres', 'an administrator who tries to reach hidden records (AD-63, AD-67, AD-130)', (database) => {
  let stack: AdminStack;
  let editor: ApiClient;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    [editor, root] = [await stack.signIn('editor'), await stack.signIn('superuser')];
  });
  after(() => stack.stop());

  /** Everything except the parts that differ with every request. */
  const said = ({ status, body }: ApiAnswer): unknown => [status, body.replace(/"request_id":"[^"]*"/, '')];

  describe('answers for a record out of scope as for one that does not exist, whatever the request (AD-67)', () => {
    const ATTEMPTS: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['GET', ''],
      ['GET', '?context=preview'],
      ['PUT', '', { title: 'x' }],
      ['PUT', '', {}],
      ['PUT', '', { title: 'x', _version: '0' }],
      ['PUT', '', { title: '', quantity: 'x' }],
      ['PUT', '', { category: '3' }],
      ['PUT', '', { title: 'Forbidden' }],
      ['DELETE', ''],
      ['GET', '/relations/tags'],
      ['GET', '/relations/tags?sort=none'],
      ['GET', '/relations/tags/candidates'],
      ['GET', '/relations/tags/candidates?ids[]=1'],
      ['GET', '/relations/audits'],
      ['POST', '/relations/tags/link', { ids: ['1'] }],
      ['POST', '/relations/tags/link', { ids: ['999'] }],
      ['POST', '/relations/tags/unlink', { ids: ['1'] }],
      ['POST', '/relations/notes/link', { ids: ['3'] }],
    ];
    for (const [method, path, body] of ATTEMPTS) {
      it(`${method} /{id}${path} ${body === undefined ? '' : JSON.stringify(body)}`, async () => {
        const [hidden, missing] = [
          await editor.request(method, `${ITEMS}/${HIDDEN}${path}`, body),
          await editor.request(method, `${ITEMS}/${MISSING}${path}`, body),
        ];
        expect(said(hidden)).to.deep.equal(said(missing));
        expect(hidden.status).to.be.oneOf([404, 422]);
      });
    }

    it('partials, widgets, bulk-delete', async () => {
      const ask = async (id: string): Promise<unknown[]> => [
        said(await editor.get(`${ITEMS}/partials/history?id=${id}`)),
        said(await editor.post(`${ITEMS}/widgets/measure`, { record_id: id })),
        said(await editor.post(`${ITEMS}/widgets/measure`, { record_id: id, quantity: 'x' })),
        said(await editor.post(`${ITEMS}/bulk-delete`, { ids: [id] })),
        // The hook that refuses to delete item 6 is not even called.
        said(await editor.post(`${ITEMS}/bulk-delete`, { ids: ['6', id] })),
      ];
      expect(await ask(HIDDEN)).to.deep.equal(await ask(MISSING));
    });

    it('and changes nothing in it', async () => {
      const [row] = await stack.sql(`select title, version, category_id from shop_items where id = ${HIDDEN}`);
      expect(row).to.deep.equal({ title: 'Ghost', version: 1, category_id: 1 });
      expect(await stack.sql(`select * from shop_item_tag where item_id = ${HIDDEN}`)).to.deep.equal([]);
    });
  });

  describe('a related record out of its list scope (item 5 is in the archived category 3)', () => {
    it('has neither id nor label, in lists and in records', async () => {
      const { data } = expectOk(await editor.get(`${ITEMS}/5`));
      expect([data.category, data._labels.category]).to.deep.equal([null, null]);
      expect((await editor.get(`${ITEMS}?search=etudes`)).data[0]).to.include({ category: null });
    });

    it('is not revealed by any filter, search or order (AD-63)', async () => {
      for (const client of [editor, root]) {
        expect(expectOk(await client.get(`${ITEMS}?filter[category_id]=3`)).data).to.deep.equal([]);
        expect(
          expectOk(await client.get(`${ITEMS}?filter[category_id][]=3&filter[category_id][]=2`)).data,
        ).to.have.length(2);
        expect(expectOk(await client.get(`${ITEMS}?search=archive`)).data).to.deep.equal([]);
      }
      await stack.sql(`update shop_items set partner_id = 3 where id = 6`);
      expect(expectOk(await root.get(`${ITEMS}?search=note-of-archive`)).data).to.deep.equal([]);
      const order = async (query: string): Promise<string[]> =>
        (expectOk(await root.get(`${ITEMS}?per_page=100&${query}`)).data as { id: string; partner: unknown }[])
          .filter(({ partner }) => partner === null)
          .map(({ id }) => id);
      const before = await order('sort=partner');
      await stack.sql(`update shop_categories set internal_note = 'aaaa' where id = 3`);
      expect(await order('sort=partner')).to.deep.equal(before);
      await stack.sql(`update shop_categories set internal_note = 'note-of-archive' where id = 3`);
    });

    it('cannot be selected, resolved or linked, and remains when the rest is written', async () => {
      expectInvalid(await editor.put(`${ITEMS}/1`, { category: '3' }), 'category');
      expect(expectOk(await editor.get(`${ITEMS}/fields/category/options?ids[]=3`)).data).to.deep.equal([]);
      expect(expectOk(await editor.get(`${ITEMS}/filters/category_id/options?ids[]=3`)).data).to.deep.equal([]);
      expectOk(await editor.put(`${ITEMS}/5`, { title: 'Etudes' }));
      expect(await stack.sql('select category_id from shop_items where id = 5')).to.deep.equal([{ category_id: 3 }]);
    });
  });

  describe('a field that a role does not see', () => {
    it('is dropped silently from written values, even if it would not be valid', async () => {
      for (const body of [
        { supplier: 'x'.repeat(100_000), partner: 'none' },
        { supplier: { a: 1 }, partner: ['1'] },
        { supplier: 5, margin: 'x', owner: 5 },
      ]) {
        expectOk(await editor.put(`${ITEMS}/1`, body));
        expectOk(await editor.put('/settings/acme-shop', body));
      }
      const [row] = await stack.sql('select supplier, partner_id, owner from shop_items where id = 1');
      expect(row).to.deep.equal({ supplier: 'Supplier-A', partner_id: 2, owner: 'nobody' });
    });

    it('is in no answer to the role, and not in the public bundle of phrases', async () => {
      for (const accept of ['en', 'de']) {
        const { body } = await stack.guest.with({ 'accept-language': accept }).get('/lang');
        expect(body).not.to.match(/In stock|Auf Lager|Artikel|Cost/);
      }
      for (const path of [`${ITEMS}/1?context=preview`, `${ITEMS}/fields/layout/options?form[title]=x`, '/auth/me']) {
        expect(expectOk(await editor.get(path)).body).not.to.match(/upplier|partner|note-of|margin|owner/);
      }
      expectRefused(await editor.get(`${ITEMS}/fields/layout/options?form[supplier]=x`), 422, 'validation_failed');
      expectOk(await root.get(`${ITEMS}/fields/layout/options?form[supplier]=x`));
    });

    it('treats only a code that ends in .* as a prefix (AD-131)', async () => {
      const CATEGORIES = '/acme/shop/categories';
      const opens = async (...codes: string[]): Promise<boolean> => {
        await stack.sql(`update backend_user_roles set permissions = '${JSON.stringify(codes)}' where code = 'reader'`);
        const { status } = await reader.get(CATEGORIES);
        return status === 200;
      };
      const reader = await stack.signIn('reader');
      for (const code of ['acme.shop.access_categories', 'acme.shop.*', 'acme.*']) {
        expect(await opens(code), code).to.equal(true);
      }
      for (const code of ['acme.shop', 'acme.shop.', 'acme.sho.*', 'acme.shop.access_*', 'ACME.SHOP.*', '*', '.*']) {
        expect(await opens(code), code).to.equal(false);
      }
    });
  });
});
