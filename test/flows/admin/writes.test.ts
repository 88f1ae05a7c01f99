import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';

onBothEngines('writes of the admin API (AD-80 to AD-88)', (database) => {
  let stack: AdminStack;
  let editor: ApiClient;
  let root: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    [editor, root] = [await stack.signIn('editor'), await stack.signIn('superuser')];
  });
  after(() => stack.stop());

  const create = (body: unknown, client = editor): Promise<ApiAnswer> => client.post(ITEMS, body);
  async function created(body: object = {}, client = editor): Promise<{ id: string } & Record<string, unknown>> {
    return expectOk(await create({ title: 'Made', ...body }, client), 201).data as { id: string };
  }
  const row = async (id: string): Promise<Record<string, unknown>> =>
    (await stack.sql(`select * from shop_items where id = ${id}`))[0] ?? {};
  const count = async (): Promise<unknown> => (await stack.sql('select count(*) as n from shop_items'))[0]?.['n'];

  it('create returns 201 with the record as a read returns it, with defaults for missing fields (AD-44)', async () => {
    const record = await created({
      quantity: 3,
      price: '9.75',
      serial: '9007199254740993',
      category: '1',
      tags: ['2', '1'],
    });
    expect(record).to.include({
      title: 'Made',
      quantity: 3,
      price: '9.75',
      serial: '9007199254740993',
      active: true,
      status: 'draft',
    });
    expect(record).to.include({ category: '1', _version: '1' });
    expect(record['tags']).to.have.members(['1', '2']);
    expect(record['_labels']).to.deep.include({ category: 'Books' });
    expect(expectOk(await editor.get(`${ITEMS}/${record.id}`)).data).to.deep.equal(record);
  });

  it('PUT writes only its keys, and raises the version (AD-84)', async () => {
    const { id } = await created({ quantity: 3, slug: 'kept' });
    const { data } = expectOk(await editor.put(`${ITEMS}/${id}`, { title: 'Changed' }));
    expect(data).to.include({ title: 'Changed', quantity: 3, slug: 'kept', _version: '2' });
    expect(expectOk(await editor.put(`${ITEMS}/${id}`, {})).data).to.include({ title: 'Changed' });
    expect(expectOk(await editor.put(`${ITEMS}/${id}`, { slug: null })).data).to.include({ slug: null });
  });

  describe('mass assignment: drops values that are not writable, without an error (AD-80)', () => {
    const DROPPED: readonly (readonly [string, string])[] = [
      ['id', '{"id":4711}'],
      ['the version column', '{"version":99}'],
      ['a protected column', '{"owner":"me"}'],
      ['a column that no field shows', '{"hidden":1,"category_id":2,"partner_id":2}'],
      ['a field the caller may not see', '{"supplier":"x","partner":"2"}'],
      ['a read-only field', '{"locked":"x"}'],
      ['case variants', '{"OWNER":"x","Slug":"x","sLuG":"x","LOCKED":"x"}'],
      ['nested objects', '{"slug":{"slug":"x"},"item":{"slug":"x"},"quantity":{"$inc":5}}'],
      ['keys as forms nest them', '{"slug[]":"x","item[slug]":"x","item.slug":"x"}'],
      [
        '__proto__ and friends',
        '{"__proto__":{"slug":"x","owner":"x"},"constructor":{"prototype":{"slug":"x"}},"toString":"x"}',
      ],
      ['computed members', '{"_labels":{"category":"x"},"_tags":["1"],"_history":"x","measure":"x"}'],
      ['an unknown key', '{"nothing":1}'],
    ];
    for (const [what, body] of DROPPED) {
      it(what, async () => {
        const { id } = await created();
        const before = await row(id);
        expectOk(await editor.put(`${ITEMS}/${id}`, body));
        const { version, ...after } = await row(id);
        expect(after).to.deep.equal(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'version')));
        expect(Number(version)).to.be.at.most(2);
        const made = expectOk(await create(body.replace('{', '{"title":"Made",')), 201).data as { id: string };
        expect({ ...(await row(made.id)), id: 0, version: 1 }).to.deep.equal({ ...before, id: 0, version: 1 });
        expect(made.id).not.to.equal('4711');
      });
    }

    it('an administrator who may see a field may write it', async () => {
      const { id } = await created({ supplier: 'x', partner: '2' }, root);
      expect(await row(id)).to.include({ supplier: 'x', partner_id: 2 });
    });
  });

  describe('returns 422 on the field of a value that does not fit its column, and writes nothing (AD-81)', () => {
    const UNFIT: Readonly<Record<string, readonly unknown[]>> = {
      title: ['', null, 5, true, ['x'], 'x'.repeat(51), 'a\0b', '\ud800'],
      quantity: [1.5, 'x', '1.5', 9007199254740992, '9007199254740993', 1e300, true, [1], -1, 1001, null, ' '],
      serial: ['x', 1.5, '9223372036854775808', true, 9007199254740993],
      price: ['x', '1.999', '123456.00', true, [1], 'NaN', 'Infinity'],
      weight: ['x', true, [1], 'NaN', 'Infinity', '1e999'],
      active: ['x', 2, [true], 'maybe'],
      status: ['none', 5, ['draft'], 'Draft', '__proto__'],
      released_on: ['2026-02-30', '2026-13-01', 'soon', 5, '2026-1-1', '0000-00-00', true],
      published_at: ['2026-02-30T10:00:00Z', '2026-01-01T25:00:00Z', 'soon', 5],
      layout: ['none', 5],
      category: ['3', '999', 'x', ['1'], 1.5, true],
      tags: ['1', ['3'], ['999'], ['1', '1'], [['1']], [null], [1.5]],
    };
    for (const [field, values] of Object.entries(UNFIT)) {
      it(field, async () => {
        const { id } = await created();
        const [before, rows] = [await row(id), await count()];
        for (const value of values) {
          expectInvalid(await editor.put(`${ITEMS}/${id}`, { [field]: value }), field);
          expectInvalid(await create({ title: 'Made', [field]: value }), field);
        }
        expect(await row(id)).to.deep.equal(before);
        expect(await count()).to.equal(rows);
      });
    }

    it('returns all invalid fields in one answer', async () => {
      expectInvalid(await create({ quantity: 'x', status: 'none' }), 'title', 'quantity', 'status');
    });

    it('accepts valid values and converts them (AD-81)', async () => {
      const record = await created({
        quantity: '7',
        serial: 9007199254740991,
        price: 12.5,
        weight: 2.5,
        active: false,
        released_on: '2028-02-29',
        published_at: '2026-01-01T10:00:00+02:00',
        layout: 'wide',
        tags: [1],
      });
      expect(record).to.include({ quantity: 7, serial: '9007199254740991', price: '12.5', weight: 2.5, active: false });
      expect(record).to.include({
        released_on: '2028-02-29',
        published_at: '2026-01-01T08:00:00.000Z',
        layout: 'wide',
      });
    });
  });

  it("returns 422 with the hook's text if the application's hook refuses, and rolls back (AD-86)", async () => {
    const answer = await create({ title: 'Forbidden' });
    expectInvalid(answer, 'title');
    expect(answer.fields['title']).to.deep.equal(['Not this title.']);
    const { id } = await created();
    expectInvalid(await editor.put(`${ITEMS}/${id}`, { title: 'Forbidden', quantity: 5 }), 'title');
    expect(await row(id)).to.include({ title: 'Made', quantity: 0, version: 1 });
  });

  it('never returns a password; a blank one keeps it, another one replaces it', async () => {
    const { id } = await created({ secret: 'first-secret' });
    for (const blank of ['', null]) expectOk(await editor.put(`${ITEMS}/${id}`, { secret: blank }));
    expect(await row(id)).to.include({ secret: 'first-secret' });
    const answer = expectOk(await editor.put(`${ITEMS}/${id}`, { secret: 'second-secret' }));
    expect(answer.body).not.to.contain('-secret');
    expect(await row(id)).to.include({ secret: 'second-secret' });
    expect((await root.get(`${ITEMS}/${id}`)).body).not.to.contain('-secret');
  });

  it('keeps links to records out of scope when a form does not show them', async () => {
    expectOk(await editor.put(`${ITEMS}/1`, { tags: ['1'] }));
    expect(await stack.sql('select tag_id from shop_item_tag where item_id = 1 order by tag_id')).to.deep.equal([
      { tag_id: 1 },
      { tag_id: 3 },
    ]);
    expectOk(await editor.put(`${ITEMS}/1`, { tags: ['1', '2'] }));
  });

  describe('_version (AD-85)', () => {
    it('returns 409 with the current record for a stale version, and writes nothing (AD-85)', async () => {
      const { id } = await created();
      expectOk(await editor.put(`${ITEMS}/${id}`, { quantity: 1, _version: '1' }));
      const answer = await editor.put(`${ITEMS}/${id}`, { quantity: 2, _version: '1' });
      expectRefused(answer, 409, 'conflict');
      expect(answer.data).to.include({ id, quantity: 1, _version: '2' }).and.not.have.property('supplier');
      expect(await row(id)).to.include({ quantity: 1 });
    });

    it('of two concurrent writes from the same version one succeeds', async () => {
      const { id } = await created();
      const writes = [1, 2, 3, 4, 5].map((quantity) => editor.put(`${ITEMS}/${id}`, { quantity, _version: '1' }));
      const statuses = (await Promise.all(writes)).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([200, 409, 409, 409, 409]);
    });

    it('returns 422 for an invalid version; without one the last write wins', async () => {
      const { id } = await created();
      for (const version of [1, '', null, {}]) {
        expectInvalid(await editor.put(`${ITEMS}/${id}`, { quantity: 1, _version: version }), '_version');
      }
      expectRefused(await editor.put(`${ITEMS}/${id}`, { quantity: 1, _version: 'x' }), 409, 'conflict');
      expectOk(await editor.put(`${ITEMS}/${id}`, { quantity: 9 }));
    });
  });

  describe('bodies', () => {
    it('duplicate keys, at any depth and however written, are 400 (AD-47)', async () => {
      for (const body of [
        '{"title":"a","title":"b"}',
        '{"title":"a","\\u0074itle":"b"}',
        '{"title":"a","x":[{"a":1,"a":2}]}',
      ]) {
        expectRefused(await create(body), 400, 'bad_request');
      }
    });

    it('returns 400 for a body that is not a JSON object, 413 for too large a body, 415 for another type (AD-47)', async () => {
      for (const body of ['', 'x', '[]', 'null', '"x"', '{"title":NaN}', '{"title":"a",}', `{"title":"\u0001"}`]) {
        expectRefused(await create(body), 400, 'bad_request');
      }
      expectRefused(await create({ title: 'x'.repeat(2.5 * 1024 * 1024) }), 413, 'payload_too_large');
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
        expectRefused(
          await create({ title: 'x' }, editor.with({ 'content-type': type })),
          415,
          'unsupported_media_type',
        );
      }
      expectOk(await create({ title: 'x' }, editor.with({ 'content-type': 'application/json; charset=utf-8' })), 201);
    });

    it('survives deep nesting', async () => {
      const deep = `{"title":"x","y":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
      expect((await create(deep)).status).to.be.oneOf([201, 400]);
    });
  });

  describe('bulk delete (AD-88)', () => {
    it('deletes all of them (AD-88)', async () => {
      const ids = [(await created()).id, (await created()).id];
      expectOk(await editor.post(`${ITEMS}/bulk-delete`, { ids }));
      for (const id of ids) expectRefused(await editor.get(`${ITEMS}/${id}`), 404, 'not_found');
    });

    it('changes nothing if one record is missing, out of scope or refused by a hook (AD-88)', async () => {
      const { id } = await created();
      for (const other of ['999', '7', 'x', '-1']) {
        expectRefused(await editor.post(`${ITEMS}/bulk-delete`, { ids: [id, other] }), 404, 'not_found');
      }
      const refused = await editor.post(`${ITEMS}/bulk-delete`, { ids: [id, '6'] });
      expectRefused(refused, 422, 'validation_failed');
      expect(await row(id)).to.include({ title: 'Made' });
      expect(await row('6')).to.include({ title: 'Fables' });
    });

    it('accepts 1 to 200 ids, each once (AD-73)', async () => {
      const many = Array.from({ length: 201 }, (_, n) => String(n + 1000));
      for (const ids of [undefined, [], many, ['1', '1'], ['1', 1], '1', [null], [{}], [['1']], [1.5]]) {
        expectInvalid(await editor.post(`${ITEMS}/bulk-delete`, { ids }), 'ids');
      }
    });
  });

  describe('relation managers', () => {
    const tagsOf = async (id: string): Promise<unknown[]> => {
      const rows = await stack.sql(`select tag_id from shop_item_tag where item_id = ${id} order by tag_id`);
      return rows.map((linked) => linked['tag_id']);
    };

    it('link is idempotent, also in parallel; unlink is all or nothing (AD-73)', async () => {
      const { id } = await created();
      const path = `${ITEMS}/${id}/relations/tags`;
      const links = await Promise.all(
        Array.from({ length: 5 }, () => editor.post(`${path}/link`, { ids: ['1', '2'] })),
      );
      for (const answer of links) expectOk(answer);
      expect(await tagsOf(id)).to.deep.equal([1, 2]);
      expectRefused(await editor.post(`${path}/unlink`, { ids: ['1', '3'] }), 404, 'not_found');
      expect(await tagsOf(id)).to.deep.equal([1, 2]);
      expectOk(await editor.post(`${path}/unlink`, { ids: ['1'] }));
      expect(await tagsOf(id)).to.deep.equal([2]);
      expectRefused(await editor.post(`${path}/unlink`, { ids: ['1'] }), 404, 'not_found');
    });

    it('returns 404 if a record on either side is missing or out of scope, and changes nothing (AD-67)', async () => {
      const { id } = await created();
      for (const other of ['3', '999', 'x']) {
        expectRefused(await editor.post(`${ITEMS}/${id}/relations/tags/link`, { ids: ['1', other] }), 404, 'not_found');
      }
      expect(await tagsOf(id)).to.deep.equal([]);
      for (const owner of ['7', '999', 'x']) {
        expectRefused(await editor.post(`${ITEMS}/${owner}/relations/tags/link`, { ids: ['1'] }), 404, 'not_found');
      }
      expect(await tagsOf('7')).to.deep.equal([]);
    });

    it('a has-many relation: link sets the foreign key, unlink sets it to null (AD-74)', async () => {
      const { id } = await created();
      expectOk(await editor.post(`${ITEMS}/${id}/relations/notes/link`, { ids: ['3'] }));
      expect(await stack.sql('select item_id from shop_notes where id = 3')).to.deep.equal([{ item_id: Number(id) }]);
      expectOk(await editor.post(`${ITEMS}/${id}/relations/notes/unlink`, { ids: ['3'] }));
      expect(await stack.sql('select item_id from shop_notes where id = 3')).to.deep.equal([{ item_id: null }]);
      expectRefused(await editor.post(`${ITEMS}/${id}/relations/notes/unlink`, { ids: ['1'] }), 404, 'not_found');
    });
  });

  describe('settings', () => {
    const path = '/settings/acme-shop';

    it('are read, written and read again; writes only the keys in the body (AD-150)', async () => {
      expectOk(await editor.put(path, { shop_name: 'Mine' }));
      expect(expectOk(await editor.get(path)).data).to.include({ shop_name: 'Mine', page_size: 20 });
      expectOk(await root.put(path, { margin: 9 }));
      expect(expectOk(await root.get(path)).data).to.include({ shop_name: 'Mine', margin: 9 });
    });

    it('drops hidden, unknown and nested values; returns 422 for values that do not fit', async () => {
      expectOk(await editor.put(path, { margin: 1, none: 2, PAGE_SIZE: 3, page_size: { a: 1 } }));
      expect((await root.get(path)).data).to.include({ margin: 9, page_size: 20 });
      for (const value of [0, 101, 1.5, 'x']) expectInvalid(await editor.put(path, { page_size: value }), 'page_size');
      expectInvalid(await editor.put(path, { shop_name: '' }), 'shop_name');
      expectInvalid(await editor.put(path, { shop_name: 'x'.repeat(51) }), 'shop_name');
    });

    it('returns 409 with the current values for a stale version', async () => {
      const { _version: version } = (await editor.get(path)).data as { _version: string };
      expectOk(await editor.put(path, { shop_name: 'One', _version: version }));
      const answer = await editor.put(path, { shop_name: 'Two', _version: version });
      expectRefused(answer, 409, 'conflict');
      expect(answer.data).to.include({ shop_name: 'One' }).and.not.have.property('margin');
    });
  });
});
