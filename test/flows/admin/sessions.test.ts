import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { ADMIN_SECRET, PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const FROM_SPA = { 'x-requested-with': 'XMLHttpRequest' };
const WINDOW = 20_160 * 60;

describe('admin sessions (AD-120 to AD-126)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ shared: true });
  });
  after(() => stack.stop());

  const bearer = (token: string): ApiClient => stack.guest.with({ authorization: `Bearer ${token}` });
  const tokenOf = (client: ApiClient): string => client.headers['authorization']?.slice('Bearer '.length) ?? '';
  const refresh = (client: ApiClient): Promise<ApiAnswer> => client.post('/auth/refresh');

  /** A token as the daemon would have issued it at another time. */
  function tokenFrom(client: ApiClient, changes: (claims: Record<string, number>) => Record<string, unknown>): string {
    const [header = '', claims = ''] = tokenOf(client).split('.');
    const old = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, number>;
    const changed = Buffer.from(JSON.stringify({ ...old, ...changes(old) })).toString('base64url');
    const signature = createHmac('sha256', ADMIN_SECRET).update(`${header}.${changed}`).digest('base64url');
    return `${header}.${changed}.${signature}`;
  }

  /** As if the sign-in had happened this many seconds ago. */
  function aged(client: ApiClient, seconds: number): ApiClient {
    return bearer(
      tokenFrom(client, ({ iat = 0, nbf = 0, exp = 0, oat = 0 }) => ({
        iat: iat - seconds,
        nbf: nbf - seconds,
        exp: exp - seconds,
        oat: oat - seconds,
      })),
    );
  }

  it('refresh returns a new token, keeps the time of the first sign-in, and ends the old token immediately (AD-122)', async () => {
    const first = await stack.signIn('editor');
    const { data } = expectOk(await refresh(first));
    expect(data).to.have.all.keys('token', 'token_type', 'expires_in', 'user');
    const claims = [tokenOf(first), data.token as string].map(claimsOf);
    expect(claims[1]!['oat']).to.equal(claims[0]!['oat']);
    expect(claims[1]!['jti']).not.to.equal(claims[0]!['jti']);
    expectOk(await bearer(data.token as string).get('/auth/me'));
    expectRefused(await first.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await refresh(first), 401, 'unauthenticated');
  });

  it('refreshes no token for a page that was loaded for another administrator (AD-127)', async () => {
    for (const client of [await stack.signIn('editor'), aged(await stack.signIn('editor'), 2 * 3600)]) {
      const page = client.with({ 'x-gatehouse-administrator': '0' });
      expectRefused(await refresh(page), 409, 'administrator_changed');
      expectOk(await refresh(client));
    }
  });

  it('returns 401 token_expired for an expired token, and refreshes it only within the window (AD-121, AD-122)', async () => {
    const old = aged(await stack.signIn('editor'), 2 * 3600);
    expectRefused(await old.get('/auth/me'), 401, 'token_expired');
    const { data } = expectOk(await refresh(old));
    expectOk(await bearer(data.token as string).get('/auth/me'));
    const atItsEnd = aged(await stack.signIn('editor'), WINDOW - 30);
    expectOk(await refresh(atItsEnd));
    const after = aged(await stack.signIn('editor'), WINDOW + 1);
    expectRefused(await refresh(after), 401, 'token_expired');
  });

  it('the window is absolute from sign-in: a new token of an old session cannot be refreshed (AD-122)', async () => {
    const fresh = await stack.signIn('editor');
    const session = bearer(tokenFrom(fresh, ({ oat = 0 }) => ({ oat: oat - WINDOW - 1 })));
    expectOk(await session.get('/auth/me'));
    expectRefused(await refresh(session), 401, 'token_expired');
  });

  it('of twenty parallel refreshes exactly one succeeds (AD-122)', async () => {
    const client = await stack.signIn('editor');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(client)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(19).fill(401)]);
  });

  it('logout ends the token and removes the cookie; the token cannot be refreshed, other sessions continue (AD-124)', async () => {
    const [one, other] = [await stack.signIn('editor'), await stack.signIn('editor')];
    const answer = expectOk(await one.post('/auth/logout'));
    expect(answer.headers['set-cookie']?.[0]).to.match(/^backend_token=; .*Max-Age=0/);
    expectRefused(await one.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await refresh(one), 401, 'unauthenticated');
    expectRefused(await one.post('/auth/logout'), 401, 'unauthenticated');
    expectOk(await other.get('/auth/me'));
  });

  describe('logout with an invalid token (AD-124)', () => {
    const clears = /^backend_token=; .*Max-Age=0/;

    it('rejects an expired token, but ends it: it cannot be refreshed, and the cookie is removed (AD-124)', async () => {
      const old = aged(await stack.signIn('editor'), 2 * 3600);
      const page = stack.guest.with({ cookie: `backend_token=${tokenOf(old)}`, ...FROM_SPA });
      const answer = await page.post('/auth/logout');
      expectRefused(answer, 401, 'token_expired');
      expect(answer.headers['set-cookie']?.[0]).to.match(clears);
      expectRefused(await refresh(old), 401, 'unauthenticated');
    });

    it('removes the cookie for a rotated token, a forged one and one past its window', async () => {
      const retired = await stack.signIn('editor');
      expectOk(await refresh(retired));
      const behind = aged(await stack.signIn('editor'), WINDOW + 2);
      for (const [token, code] of [
        [tokenOf(retired), 'unauthenticated'],
        [`${tokenOf(retired)}x`, 'unauthenticated'],
        [tokenOf(behind), 'token_expired'],
      ] as const) {
        const answer = await stack.guest.with({ cookie: `backend_token=${token}`, ...FROM_SPA }).post('/auth/logout');
        expectRefused(answer, 401, code);
        expect(answer.headers['set-cookie']?.[0]).to.match(clears);
      }
    });

    it('keeps the cookie of an administrator other than the one on the page, expired or not', async () => {
      const [fresh, old] = [await stack.signIn('editor'), aged(await stack.signIn('editor'), 2 * 3600)];
      for (const [client, status, code] of [
        [fresh, 409, 'administrator_changed'],
        [old, 401, 'token_expired'],
      ] as const) {
        const headers = { cookie: `backend_token=${tokenOf(client)}`, ...FROM_SPA, 'x-gatehouse-administrator': '0' };
        const answer = await stack.guest.with(headers).post('/auth/logout');
        expectRefused(answer, status, code);
        expect(answer.headers['set-cookie']).to.equal(undefined);
        expectOk(await refresh(client));
      }
    });

    it('another website, which cannot send the header, ends no session', async () => {
      const old = aged(await stack.signIn('editor'), 2 * 3600);
      const answer = await stack.guest.with({ cookie: `backend_token=${tokenOf(old)}` }).post('/auth/logout');
      expectRefused(answer, 403, 'csrf_header_required');
      expect(answer.headers['set-cookie']).to.equal(undefined);
      expectOk(await refresh(old));
    });
  });

  it('a raised token version ends all tokens, even of the same second, for use and for refresh (AD-125)', async () => {
    const tokens = [
      await stack.signIn('editor'),
      await stack.signIn('editor'),
      aged(await stack.signIn('editor'), 7200),
    ];
    await stack.sql(`update backend_users set token_version = token_version + 1 where login = 'editor'`);
    const later = await stack.signIn('editor');
    for (const client of tokens) expectRefused(await refresh(client), 401, 'unauthenticated');
    for (const client of tokens.slice(0, 2)) expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    expectOk(await later.get('/auth/me'));
  });

  it('deactivation ends tokens immediately, and permissions are read for each request (AD-126)', async () => {
    const client = await stack.signIn('editor');
    expectOk(await client.get('/settings/acme-shop'));
    await stack.sql(
      `update backend_users set role_id = (select id from backend_user_roles where code = 'reader') where login = 'editor'`,
    );
    expectRefused(await client.get('/settings/acme-shop'), 403, 'forbidden');
    await stack.sql(
      `update backend_users set role_id = (select id from backend_user_roles where code = 'editor') where login = 'editor'`,
    );
    expectOk(await client.get('/settings/acme-shop'));
    await stack.sql(`update backend_users set is_activated = 0 where login = 'editor'`);
    expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await refresh(client), 401, 'unauthenticated');
    await stack.sql(`update backend_users set is_activated = 1 where login = 'editor'`);
  });

  describe('cross-site request forgery (AD-113)', () => {
    let cookie: string;
    before(async () => {
      const answer = await stack.guest.with(FROM_SPA).post('/auth/login', { login: 'superuser', password: PASSWORD });
      cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    });

    const CHANGING = [
      'POST /auth/refresh',
      'POST /auth/logout',
      'PUT /settings/acme-shop',
      'POST /acme/shop/items',
      'PUT /acme/shop/items/1',
      'DELETE /acme/shop/items/1',
      'POST /acme/shop/items/bulk-delete',
      'POST /acme/shop/items/widgets/measure',
      'POST /acme/shop/items/toolbar/restock',
      'POST /acme/shop/items/1/relations/tags/link',
      'POST /acme/shop/items/1/relations/tags/unlink',
    ];
    for (const route of CHANGING) {
      it(`${route}: rejects the cookie without the header or with a wrong one, and accepts Bearer (AD-113)`, async () => {
        const [method = '', path = ''] = route.split(' ');
        for (const headers of [{}, { 'x-requested-with': 'fetch' }, { 'x-requested-with': '' }]) {
          const answer = await stack.guest.with({ cookie, ...headers }).request(method, path, {});
          expectRefused(answer, 403, 'csrf_header_required');
        }
        const byBearer = await (await stack.signIn('superuser')).request(method, path, { ids: ['999'] });
        expect(byBearer.code).not.to.equal('csrf_header_required');
        await stack.sql(`insert into shop_items (id, title) values (1, 'Atlas') on conflict do nothing`);
      });
    }

    it('a cookie that another site has set beside it changes nothing, whether it comes first or last (AD-129)', async () => {
      const junk = 'backend_token=junk';
      const others = `backend_token=${tokenOf(await stack.signIn('reader'))}`;
      const of = (...cookies: string[]) => stack.guest.with({ cookie: cookies.join('; '), ...FROM_SPA });
      for (const client of [of(junk, cookie), of(cookie, junk), of(junk, junk, cookie, '')]) {
        expect(expectOk(await client.get('/auth/me')).data).to.include({ login: 'superuser' });
      }
      for (const client of [of(others, cookie), of(cookie, junk, others)]) {
        expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
        expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
        const named = client.with({
          'x-gatehouse-administrator': String(claimsOf(cookie.slice('backend_token='.length))['sub']),
        });
        expect(expectOk(await named.get('/auth/me')).data).to.include({ login: 'superuser' });
      }
    });

    it('reading needs no header; refresh and logout with it accept the cookie', async () => {
      expectOk(await stack.guest.with({ cookie }).get('/auth/me'));
      const refreshed = expectOk(await refresh(stack.guest.with({ cookie, ...FROM_SPA })));
      const next = refreshed.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      expect(next)
        .to.match(/^backend_token=./)
        .and.not.equal(cookie);
      expect(refreshed.data).not.to.have.property('token');
      expectOk(await stack.guest.with({ cookie: next, ...FROM_SPA }).post('/auth/logout'));
      expectRefused(await stack.guest.with({ cookie: next }).get('/auth/me'), 401, 'unauthenticated');
    });
  });
});

describe('admin sessions with a grace (admin.jwt.blacklist_grace) (AD-123)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ config: { 'admin.jwt.blacklist_grace': '600' } });
  });
  after(() => stack.stop());

  it('the old token is valid for the grace; a second refresh does not extend it; logout ends it regardless (AD-123)', async () => {
    const client = await stack.signIn('editor');
    const effective = (): Promise<unknown> =>
      stack.sql('select effective_at from backend_jwt_blacklist order by token_id');
    expectOk(await client.post('/auth/refresh'));
    expectOk(await client.get('/auth/me'));
    const before = await effective();
    expectOk(await client.post('/auth/refresh'));
    expect(await effective()).to.deep.equal(before);
    expectOk(await client.post('/auth/logout'));
    expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
  });

  it('rejects the old token after the grace', async () => {
    const client = await stack.signIn('editor');
    expectOk(await client.post('/auth/refresh'));
    await stack.sql('update backend_jwt_blacklist set effective_at = effective_at - 600000');
    expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
    expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
  });
});

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
