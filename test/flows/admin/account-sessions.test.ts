import { expect } from 'chai';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';
import { detail } from '../../support/every-test.js';

const ADMINISTRATORS = '/gatehouse/backend/administrators';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

interface Listed {
  readonly id: string;
  readonly is_current: boolean;
  readonly browser: string;
  readonly system: string;
  readonly network: string;
  readonly opened_at: string;
  readonly used_at: string;
}

usuallyOn('sqlite', 'sessions of administrators (AD-250 to AD-253)', (database) => {
  let stack: AdminStack;
  let root: ApiClient;

  before(async () => {
    stack = await startAdminStack({ shared: true, database });
    root = await stack.signIn('superuser');
  });
  after(() => stack.stop());

  const listOf = async (client: ApiClient, path = '/auth/account/sessions') =>
    expectOk(await client.get(path)).data as unknown as readonly Listed[];
  const idOf = async (login: string): Promise<string> => {
    const { data } = expectOk(await root.get(`${ADMINISTRATORS}?search=${login}&per_page=200`));
    return (data as readonly { id: string; login: string }[]).find((one) => one.login === login)?.id ?? '';
  };

  it('lists them with device, network and times, and marks the current one (AD-250, AD-251)', async () => {
    const first = await stack.signIn('reader');
    const answer = await stack.guest
      .with({ 'user-agent': FIREFOX })
      .post('/auth/login', { login: 'reader', password: PASSWORD });
    const second = stack.guest.with({ authorization: `Bearer ${String(expectOk(answer).data.token)}` });
    expect(expectOk(await second.get('/auth/me')).data).to.include({ has_sessions: true });
    const [current, other, ...more] = await listOf(second);
    expect(more).to.deep.equal([]);
    expect(current).to.include({ is_current: true, browser: 'Firefox', system: 'Linux', network: '127.0.0.0/24' });
    expect(other).to.include({ is_current: false });
    expect(new Date(current?.used_at ?? '').toISOString()).to.equal(current?.used_at);
    expect((await listOf(first)).map((one) => one.is_current)).to.deep.equal([false, true]);
    expectOk(await first.post('/auth/logout', {}));
    expect(await listOf(second)).to.have.lengthOf(1);
    expectOk(await second.post('/auth/logout', {}));
  });

  it('ends one at once, for every request and every daemon, and no other (AD-252)', async () => {
    const [one, other] = [await stack.signIn('editor'), await stack.signIn('editor')];
    const beside = (await stack.beside()).with({ authorization: other.headers['authorization'] ?? '' });
    // The last read of each is authenticated by the host, in the same call.
    for (const client of [other, other, beside, beside]) expectOk(await client.get('/acme/shop/items'));
    const [ended] = (await listOf(one)).filter((session) => !session.is_current);
    expectOk(await one.delete(`/auth/account/sessions/${ended?.id ?? ''}`));
    for (const client of [other, beside]) {
      expectRefused(await client.get('/acme/shop/items'), 401, 'unauthenticated');
      expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
      expectRefused(await client.post('/auth/refresh', {}), 401, 'unauthenticated');
    }
    expectOk(await one.get('/acme/shop/items'));
    expectRefused(await one.delete(`/auth/account/sessions/${ended?.id ?? ''}`), 404, 'not_found');
    const all = expectOk(await one.post('/auth/account/end-sessions', {}));
    const renewed = stack.guest.with({ authorization: `Bearer ${String(all.data.token)}` });
    expect((await listOf(renewed)).map(({ is_current: current }) => current)).to.deep.equal([true]);
  });

  it('stays one session when it is refreshed (AD-250)', async () => {
    const client = await stack.signIn('reader');
    const [before] = (await listOf(client)).filter((session) => session.is_current);
    const { data } = expectOk(await client.post('/auth/refresh', {}));
    const next = stack.guest.with({ authorization: `Bearer ${String(data.token)}` });
    const [after] = (await listOf(next)).filter((session) => session.is_current);
    expect(after?.id).to.equal(before?.id);
    expectOk(await next.post('/auth/logout', {}));
  });

  it('shows and ends those of a colleague only to administrators who may manage them (AD-253)', async () => {
    const made = expectOk(
      await root.post(ADMINISTRATORS, {
        login: 'keeper',
        email: 'keeper@example.test',
        permissions: ['backend.administrators', 'acme.shop.*'],
      }),
      201,
    );
    const link = expectOk(await root.post(`${ADMINISTRATORS}/${String(made.data.id)}/password-link`, {}), 201);
    const token = String(link.data.path).split('#')[1] ?? '';
    expectOk(await stack.guest.post('/auth/set-password', { token, password: PASSWORD }));
    const [manager, reader, editor] = [
      await stack.signIn('keeper'),
      await stack.signIn('reader'),
      await stack.signIn('editor'),
    ];
    const [readerId, rootId] = [await idOf('reader'), await idOf('superuser')];
    const [session] = await listOf(manager, `${ADMINISTRATORS}/${readerId}/sessions`);
    const [rootSession] = await listOf(root);
    const bad = 'a'.repeat(65);
    // Who, at whose sessions, which session; the statuses of the list and of the end.
    const attempts: readonly (readonly [string, ApiClient, string, string, number, number])[] = [
      ['guest', stack.guest, readerId, session?.id ?? '', 401, 401],
      ['reader', reader, readerId, session?.id ?? '', 403, 403],
      ['editor', editor, readerId, session?.id ?? '', 403, 403],
      ['manager of a superuser', manager, rootId, rootSession?.id ?? '', 403, 403],
      ['manager of nobody', manager, '999999', session?.id ?? '', 404, 404],
      ['manager with a session of another', manager, readerId, rootSession?.id ?? '', 200, 404],
      ['manager with no session', manager, readerId, bad, 200, 404],
      ['superuser', root, readerId, session?.id ?? '', 200, 200],
    ];
    for (const [who, client, id, sessionId, list, end] of attempts) {
      const path = `${ADMINISTRATORS}/${id}/sessions`;
      expect((await client.get(path)).status, `list: ${who}`).to.equal(list);
      expect((await client.delete(`${path}/${sessionId}`)).status, `end: ${who}`).to.equal(end);
    }
    expectRefused(await reader.get('/auth/me'), 401, 'unauthenticated');
    expectOk(await root.get('/auth/me'));
    // One's own pages are open to every administrator, and reach no other.
    expect((await editor.delete(`/auth/account/sessions/${rootSession?.id ?? ''}`)).status).to.equal(404);
  });

  it('keeps no address and no User-Agent (AD-251)', async () => {
    const rows = await stack.sql('SELECT browser, system, network FROM backend_sessions');
    expect(rows).to.not.deep.equal([]);
    for (const row of rows) {
      expect(row['network']).to.equal('127.0.0.0/24');
      expect(String(row['browser'])).to.not.match(/[/;()]/);
    }
  });
});

describe('a host without a list of sessions (AD-250)', () => {
  detail('works as before, and lacks the list', async () => {
    const stack = await startAdminStack({
      shared: true,
      admin: ({ directory: { sessions: _, ...directory }, ...options }) => ({ ...options, directory }),
    });
    try {
      const client = await stack.signIn('editor');
      expect(expectOk(await client.get('/auth/me')).data).to.not.have.property('has_sessions');
      expectRefused(await client.get('/auth/account/sessions'), 404, 'not_found');
      expectRefused(await client.delete('/auth/account/sessions/x'), 404, 'not_found');
      const all = expectOk(await client.post('/auth/account/end-sessions', {}));
      expectRefused(await client.get('/auth/me'), 401, 'unauthenticated');
      expectOk(await stack.guest.with({ authorization: `Bearer ${String(all.data.token)}` }).get('/acme/shop/items'));
    } finally {
      await stack.stop();
    }
  });
});
