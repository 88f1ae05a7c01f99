import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectInvalid, expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ADMINISTRATORS = '/gatehouse/backend/administrators';
const ROLES = '/gatehouse/backend/roles';
const OTHER = 'another horse battery staple';

describe('administrators, roles and accounts (AD-240 to AD-248)', () => {
  let stack: AdminStack;
  let root: ApiClient;
  /** Manages administrators, and holds all of the shop's permissions but no others. */
  let manager: ApiClient;
  let next = 0;

  before(async () => {
    stack = await startAdminStack({ shared: true });
    root = await stack.signIn('superuser');
    const { id } = await created(root, { login: 'manager', permissions: ['backend.administrators', 'acme.shop.*'] });
    await setPassword(id);
    manager = await stack.signIn('manager', PASSWORD);
  });
  after(() => stack.stop());

  async function create(by: ApiClient, values: object): Promise<ApiAnswer> {
    const login = `person-${String(next++)}`;
    return by.post(ADMINISTRATORS, { login, email: `${login}@example.test`, ...values });
  }

  async function created(by: ApiClient, values: object) {
    const { data } = expectOk(await create(by, values), 201);
    return data as { readonly id: string; readonly login: string };
  }

  /** Chooses a password with a link, as a new administrator does. */
  async function setPassword(id: string, password = PASSWORD): Promise<ApiAnswer> {
    const { data } = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
    return stack.guest.post('/auth/set-password', { token: tokenIn(data.path), password });
  }

  const tokenIn = (path: unknown): string => String(path).split('#')[1] ?? '';
  const idOf = async (login: string): Promise<string> => {
    const { data } = expectOk(await root.get(`${ADMINISTRATORS}?search=${login}&per_page=200`));
    return (data as readonly { id: string; login: string }[]).find((one) => one.login === login)?.id ?? '';
  };

  describe('the screens', () => {
    it('are entries of the settings for administrators with the permission (AD-240)', async () => {
      const codes = async (client: ApiClient) =>
        (expectOk(await client.get('/settings')).data as { code: string; path?: string }[]).flatMap(
          ({ path = [] }) => path,
        );
      expect(await codes(root)).to.deep.equal([ADMINISTRATORS, ROLES]);
      expect(await codes(manager)).to.deep.equal([ADMINISTRATORS, ROLES]);
      expect(await codes(await stack.signIn('editor'))).to.deep.equal([]);
    });

    it('offer every registered permission, and no deletion of administrators (AD-243, AD-248)', async () => {
      const { data } = expectOk(await manager.get(`${ADMINISTRATORS}/schema/form`));
      const field = (data.fields as { name: string; permissions?: { code: string }[] }[]).find(
        ({ name }) => name === 'permissions',
      );
      const codes = field?.permissions?.map(({ code }) => code);
      expect(codes).to.include.members(['acme.shop.access_items', 'backend.administrators']);
      expect(data.mayDelete).to.equal(false);
      expectRefused(await root.delete(`${ADMINISTRATORS}/${await idOf('reader')}`), 403, 'forbidden');
      expectRefused(
        await root.post(`${ADMINISTRATORS}/bulk-delete`, { ids: [await idOf('reader')] }),
        403,
        'forbidden',
      );
    });

    it('exist only for them: roles × operations (AD-240, AD-242)', async () => {
      const editorId = await idOf('editor');
      const operations: readonly (readonly [string, (client: ApiClient) => Promise<ApiAnswer>])[] = [
        ...[ADMINISTRATORS, ROLES].flatMap((path) => [
          [`list ${path}`, (client: ApiClient) => client.get(path)] as const,
          [`schema ${path}`, (client: ApiClient) => client.get(`${path}/schema/list`)] as const,
          [`form ${path}`, (client: ApiClient) => client.get(`${path}/schema/form`)] as const,
          [`show ${path}`, (client: ApiClient) => client.get(`${path}/1`)] as const,
          [`create ${path}`, (client: ApiClient) => client.post(path, { login: 'x', code: 'x' })] as const,
          [`update ${path}`, (client: ApiClient) => client.put(`${path}/1`, { name: 'x' })] as const,
          [`delete ${path}`, (client: ApiClient) => client.delete(`${path}/1`)] as const,
          [`bulk ${path}`, (client: ApiClient) => client.post(`${path}/bulk-delete`, { ids: ['1'] })] as const,
        ]),
        ['role options', (client) => client.get(`${ADMINISTRATORS}/fields/role/options`)],
        ['role filter', (client) => client.get(`${ADMINISTRATORS}/filters/role/options`)],
        ['account', (client) => client.get(`${ADMINISTRATORS}/${editorId}/account`)],
        ['password', (client) => client.post(`${ADMINISTRATORS}/${editorId}/password`, { password: OTHER })],
        ['link', (client) => client.post(`${ADMINISTRATORS}/${editorId}/password-link`, {})],
        ['sessions', (client) => client.post(`${ADMINISTRATORS}/${editorId}/end-sessions`, {})],
      ];
      const [reader, editor] = [await stack.signIn('reader'), await stack.signIn('editor')];
      for (const [name, operation] of operations) {
        expect((await operation(stack.guest)).status, `guest: ${name}`).to.equal(401);
        expect((await operation(reader)).status, `reader: ${name}`).to.equal(403);
        expect((await operation(editor)).status, `editor: ${name}`).to.equal(403);
      }
      expectOk(await editor.get('/auth/me'));
    });
  });

  describe('granting through the API (AD-242)', () => {
    it('is limited to what the caller holds', async () => {
      await created(manager, { permissions: ['acme.shop.access_items'] });
      expectInvalid(await create(manager, { permissions: ['acme.blog.posts'] }), 'permissions');
      expectInvalid(await create(manager, { permissions: ['acme.*'] }), 'permissions');
      expectInvalid(await create(manager, { permissions: 'acme.shop.access_items' }), 'permissions');
      expectInvalid(await create(manager, { is_superuser: true }), 'is_superuser');
      expectInvalid(
        await manager.put(`${ADMINISTRATORS}/${await idOf('manager')}`, { is_superuser: true }),
        'is_superuser',
      );
      expectInvalid(await manager.post(ROLES, { code: 'all', name: 'All', permissions: ['acme.*'] }), 'permissions');
    });

    it('drops what the form does not contain', async () => {
      const { id } = await created(manager, { token_version: 9, password_hash: 'x', must_change_password: 1 });
      const { data } = expectOk(await manager.get(`${ADMINISTRATORS}/${id}`));
      expect(data).not.to.have.any.keys('password_hash', 'token_version', 'login_key');
    });

    it('never reaches an administrator who holds more: operations on a superuser', async () => {
      const id = await idOf('superuser');
      const answers = [
        await manager.put(`${ADMINISTRATORS}/${id}`, { email: 'mine@example.test' }),
        await manager.put(`${ADMINISTRATORS}/${id}`, { is_activated: false }),
        await manager.post(`${ADMINISTRATORS}/${id}/password`, { password: OTHER }),
        await manager.post(`${ADMINISTRATORS}/${id}/password-link`, {}),
        await manager.post(`${ADMINISTRATORS}/${id}/end-sessions`, {}),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 403, 403, 403]);
      expectOk(await root.get('/auth/me'));
      const { data } = expectOk(await manager.get(`${ADMINISTRATORS}/${id}/account`));
      expect(data).to.deep.equal({
        active: true,
        has_password: true,
        has_second_factor: false,
        may_manage: false,
        is_own: false,
      });
    });

    it('asks for the current password of one’s own account', async () => {
      const id = await idOf('manager');
      expectRefused(await manager.post(`${ADMINISTRATORS}/${id}/password`, { password: OTHER }), 403, 'forbidden');
      expectRefused(await manager.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 403, 'forbidden');
    });
  });

  describe('a link to choose a password (AD-245)', () => {
    it('works once, and only while it is the latest: a second link ends the first', async () => {
      const { id, login } = await created(root, {});
      expect((await stack.guest.post('/auth/login', { login, password: PASSWORD })).status).to.equal(401);
      const { data } = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
      const [token, later] = [
        tokenIn(data.path),
        tokenIn(expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201).data.path),
      ];
      const redeem = (one: string, password = PASSWORD) =>
        stack.guest.post('/auth/set-password', { token: one, password });
      expectInvalid(await redeem(later, 'short'), 'password');
      expectInvalid(await redeem(later, 'ü'.repeat(37)), 'password');
      expectRefused(await redeem(token), 410, 'link_invalid');
      expect(expectOk(await redeem(later)).data).to.deep.equal({ login });
      const client = await stack.signIn(login);
      expectOk(await client.get('/auth/me'));
      // The document with the latest link is Gatehouse's own.
      const key = 'gatehouse.password-link';
      expect((await client.get(`/auth/account/preferences?keys=${key}`)).status).to.equal(422);
      expect((await client.put(`/auth/account/preferences/${key}`, { value: 'x' })).status).to.equal(422);
      for (const used of [token, later, `${token}x`, 'x', ''])
        expectRefused(await redeem(used, OTHER), 410, 'link_invalid');
    });

    it('is no session, and a session is no link', async () => {
      const { id } = await created(root, {});
      const { data } = expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
      const bearer = stack.guest.with({ authorization: `Bearer ${tokenIn(data.path)}` });
      expectRefused(await bearer.get('/auth/me'), 401, 'unauthenticated');
      const session = (root.headers['authorization'] ?? '').slice('Bearer '.length);
      const answer = await stack.guest.post('/auth/set-password', { token: session, password: OTHER });
      expectRefused(answer, 410, 'link_invalid');
    });

    it('ends when the colleague who made it may no longer manage the administrator', async () => {
      const { id } = await created(root, { permissions: ['acme.shop.access_items'] });
      const { data } = expectOk(await manager.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201);
      expectOk(await root.put(`${ADMINISTRATORS}/${id}`, { is_superuser: true }));
      const answer = await stack.guest.post('/auth/set-password', { token: tokenIn(data.path), password: OTHER });
      expectRefused(answer, 410, 'link_invalid');
      expectOk(await root.put(`${ADMINISTRATORS}/${id}`, { is_superuser: false }));
    });

    it('ends when the administrator is deactivated or all sessions are ended', async () => {
      const { id } = await created(root, {});
      const link = async () =>
        tokenIn(expectOk(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 201).data.path);
      const first = await link();
      expectOk(await root.post(`${ADMINISTRATORS}/${id}/end-sessions`, {}));
      const second = await link();
      expectOk(await root.put(`${ADMINISTRATORS}/${id}`, { is_activated: false }));
      for (const token of [first, second]) {
        expectRefused(await stack.guest.post('/auth/set-password', { token, password: OTHER }), 410, 'link_invalid');
      }
      expectRefused(await root.post(`${ADMINISTRATORS}/${id}/password-link`, {}), 404, 'not_found');
    });
  });

  it('lets an administrator with a typed password do nothing before choosing another (AD-245)', async () => {
    const { id, login } = await created(root, { permissions: ['acme.shop.access_items'] });
    expectOk(await root.post(`${ADMINISTRATORS}/${id}/password`, { password: PASSWORD }));
    const client = await stack.signIn(login);
    expect(expectOk(await client.get('/auth/me')).data).to.include({ must_change_password: true, has_account: true });
    for (const path of ['/navigation', '/settings', '/acme/shop/items', '/auth/account/preferences?keys=a']) {
      expectRefused(await client.get(path), 403, 'password_change_required');
    }
    expectRefused(
      await client.put('/auth/account/profile', { name: 'x', locale: null }),
      403,
      'password_change_required',
    );
    expectInvalid(await client.put('/auth/account/password', { current: PASSWORD, password: PASSWORD }), 'password');
    const { data } = expectOk(await client.put('/auth/account/password', { current: PASSWORD, password: OTHER }));
    expect(data.user).not.to.have.property('must_change_password');
    expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    expectOk(await stack.guest.with({ authorization: `Bearer ${String(data.token)}` }).get('/acme/shop/items'));
  });

  describe('my account (AD-246, AD-247)', () => {
    it('changes the password only with the current one, and ends the other sessions', async () => {
      const { id, login } = await created(root, {});
      expectOk(await setPassword(id));
      const [one, other] = [await stack.signIn(login), await stack.signIn(login)];
      expectInvalid(await one.put('/auth/account/password', { current: 'wrong', password: OTHER }), 'current');
      expectInvalid(await one.put('/auth/account/password', { password: OTHER }), 'current');
      expectInvalid(await one.put('/auth/account/password', { current: PASSWORD, password: 'short' }), 'password');
      const { data } = expectOk(await one.put('/auth/account/password', { current: PASSWORD, password: OTHER }));
      for (const ended of [one, other]) expectRefused(await ended.get('/auth/me'), 401, 'unauthenticated');
      const renewed = stack.guest.with({ authorization: `Bearer ${String(data.token)}` });
      expectOk(await renewed.get('/auth/me'));
      const third = await stack.signIn(login, OTHER);
      const answer = expectOk(await third.post('/auth/account/end-sessions', {}));
      expectRefused(await renewed.get('/auth/me'), 401, 'unauthenticated');
      expectOk(await stack.guest.with({ authorization: `Bearer ${String(answer.data.token)}` }).get('/auth/me'));
    });

    it('keeps name and language', async () => {
      const reader = await stack.signIn('reader');
      const { data } = expectOk(await reader.put('/auth/account/profile', { name: ' Rhea ', locale: 'de' }));
      expect(data).to.include({ name: 'Rhea', locale: 'de' });
      expect(expectOk(await reader.get('/auth/me')).data).to.include({ name: 'Rhea', locale: 'de' });
      for (const [profile, field] of [
        [{ name: 'x'.repeat(201), locale: null }, 'name'],
        [{ name: 'a\nb', locale: null }, 'name'],
        [{ name: 7, locale: null }, 'name'],
        [{ name: 'x', locale: 'nothing at all' }, 'locale'],
      ] as const) {
        expectInvalid(await reader.put('/auth/account/profile', profile), field);
      }
      expectOk(await reader.put('/auth/account/profile', { name: '', locale: null }));
    });

    it('keeps preferences of each administrator apart, and bounds them', async () => {
      const [reader, editor] = [await stack.signIn('reader'), await stack.signIn('editor')];
      const value = { theme: 'dark', nested: [1, { a: null }] };
      expectOk(await reader.put('/auth/account/preferences/appearance', { value }));
      const read = async (client: ApiClient, keys: string) =>
        expectOk(await client.get(`/auth/account/preferences?keys=${keys}`)).data as object;
      expect(await read(reader, 'appearance,list:acme.shop.items')).to.deep.equal({ appearance: value });
      expect(await read(editor, 'appearance')).to.deep.equal({});
      expectOk(await reader.put('/auth/account/preferences/appearance', { value: null }));
      expect(await read(reader, 'appearance')).to.deep.equal({});
      expectInvalid(await reader.put('/auth/account/preferences/0', { value }), 'key');
      expectInvalid(await reader.put('/auth/account/preferences/a', { value: 'x'.repeat(17_000) }), 'value');
      const nested = (depth: number) => `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const put = (depth: number) => reader.request('PUT', '/auth/account/preferences/a', nested(depth));
      expectOk(await put(512));
      // The second one overflows the stack of JSON.stringify.
      for (const depth of [513, 8000]) expectInvalid(await put(depth), 'value');
      expectOk(await reader.put('/auth/account/preferences/a', { value: null }));
      expectInvalid(await reader.get('/auth/account/preferences?keys='), 'keys');
      expectInvalid(await reader.get('/auth/account/preferences'), 'keys');
    });
  });
});

describe('a host without accounts (AD-240)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({
      shared: true,
      admin: ({ directory, ...options }) => {
        const older = { ...directory };
        Reflect.deleteProperty(older, 'accounts');
        return { ...options, directory: older };
      },
    });
  });
  after(() => stack.stop());

  it('works as before, and lacks the screens', async () => {
    const root = await stack.signIn('superuser');
    expect(expectOk(await root.get('/auth/me')).data).not.to.have.property('has_account');
    for (const path of [ADMINISTRATORS, ROLES, '/auth/account/preferences?keys=a']) {
      expectRefused(await root.get(path), 404, 'not_found');
    }
    expectRefused(await root.put('/auth/account/password', { current: PASSWORD, password: OTHER }), 404, 'not_found');
    expectOk(await root.get('/acme/shop/items'));
  });
});
