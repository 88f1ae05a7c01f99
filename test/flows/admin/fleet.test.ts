import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const NEW_PASSWORD = 'another battery, another staple';

/** Two daemons on one Redis and one host, on PostgreSQL: they share every session and every counter. */
describe('administrators using a fleet of daemons (AD-190)', () => {
  let stack: AdminStack;
  let guests: readonly [ApiClient, ApiClient];
  before(async () => {
    stack = await startAdminStack({
      state: 'redis',
      database: 'postgres',
      config: { 'admin.login.max_attempts': '5', 'http.trusted_proxies': '127.0.0.1/32' },
    });
    guests = [stack.guest, await stack.beside()];
  });
  after(() => stack.stop());

  const signIn = (at: 0 | 1, login: string, password: string, address = '203.0.113.9'): Promise<ApiAnswer> =>
    guests[at].with({ 'x-forwarded-for': address }).post('/auth/login', { login, password });
  async function session(login: string, password = PASSWORD): Promise<readonly [ApiClient, ApiClient]> {
    const { token } = expectOk(await signIn(0, login, password)).data as { token: string };
    return [guests[0].with({ authorization: `Bearer ${token}` }), guests[1].with({ authorization: `Bearer ${token}` })];
  }

  it('two daemons together check exactly 5 of 100 parallel attempts (AD-190)', async () => {
    const attempts = Array.from({ length: 100 }, (_, n) =>
      signIn(n % 2 === 0 ? 0 : 1, 'editor', 'wrong', '203.0.113.1'),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array<number>(5).fill(401), ...Array<number>(95).fill(429)]);
    for (const at of [0, 1] as const) {
      expectRefused(await signIn(at, 'editor', PASSWORD, '203.0.113.1'), 429, 'too_many_attempts');
    }
  });

  it('each accepts a token of the other, and ending it at one ends it at the other', async () => {
    const [here, there] = await session('editor');
    expectOk(await there.get('/auth/me'));
    expectOk(await there.post('/auth/logout'));
    for (const client of [here, there]) {
      expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
      expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
    }
  });

  it('of twenty parallel refreshes of one token at two daemons exactly one succeeds (AD-122)', async () => {
    const clients = await session('editor');
    const refreshes = Array.from({ length: 20 }, (_, n) => clients[n % 2 === 0 ? 0 : 1].post('/auth/refresh'));
    const statuses = (await Promise.all(refreshes)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array<number>(19).fill(401)]);
  });

  it('admin:reset-password ends every earlier token at both, even of the same second, and no later one (AD-171)', async () => {
    const before = await session('reader');
    const set = await stack.command('admin:reset-password', 'reader@example.test', '--password', NEW_PASSWORD);
    expect(set).not.to.contain(NEW_PASSWORD);
    const after = await session('reader', NEW_PASSWORD);
    for (const client of before) {
      expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
      expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
    }
    for (const client of after) expectOk(await client.get('/auth/me'));
    expectRefused(await signIn(1, 'reader', PASSWORD), 401, 'invalid_credentials');
  });

  it('admin:create creates an administrator who can sign in at both; --login defaults to the address in lower case (AD-170)', async () => {
    await stack.command(
      'admin:create',
      '--email',
      'New.One@Example.test',
      '--password',
      NEW_PASSWORD,
      '--role',
      'reader',
    );
    for (const at of [0, 1] as const) {
      const { user } = expectOk(await signIn(at, 'NEW.ONE@example.test', NEW_PASSWORD)).data as { user: object };
      expect(user).to.include({ login: 'new.one@example.test', role: 'reader', superuser: false });
    }
  });

  it('a deactivation ends tokens at both', async () => {
    const clients = await session('superuser');
    await stack.sql(`update backend_users set is_activated = 0 where login = 'superuser'`);
    for (const client of clients) {
      expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
      expectRefused(await client.post('/auth/refresh'), 401, 'unauthenticated');
    }
  });
});
