import { expect } from 'chai';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { PASSWORD, startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const FROM_SPA = { 'x-requested-with': 'XMLHttpRequest' };
const USER_KEYS = [
  'id',
  'login',
  'email',
  'name',
  'role',
  'superuser',
  'permissions',
  'locale',
  'has_account',
  'has_sessions',
  'second_factor',
];

describe('admin sign-in (AD-110 to AD-113)', () => {
  let stack: AdminStack;
  before(async () => {
    stack = await startAdminStack({ shared: true });
  });
  after(() => stack.stop());

  const login = (login: unknown, password: unknown = PASSWORD, from: ApiClient = stack.guest): Promise<ApiAnswer> =>
    from.post('/auth/login', { login, password });

  it('accepts login or email in any case, and returns a Bearer token in the body and no cookie (AD-110)', async () => {
    for (const identifier of ['editor', 'EDITOR', 'editor@example.test', 'Editor@Example.TEST']) {
      const { data, headers } = expectOk(await login(identifier));
      expect(data).to.have.all.keys('token', 'token_type', 'expires_in', 'user');
      expect(data.token_type).to.equal('Bearer');
      expect(data.expires_in).to.equal(3600);
      expect(data.user).to.have.all.keys(...USER_KEYS);
      expect(data.user).to.include({ login: 'editor', email: 'editor@example.test', role: 'editor', superuser: false });
      expect(headers).not.to.have.property('set-cookie');
      const me = expectOk(await stack.guest.with({ authorization: `Bearer ${data.token}` }).get('/auth/me'));
      expect(me.data).to.deep.equal(data.user);
    }
  });

  it('the token contains exactly its claims and nothing about the administrator (AD-120)', async () => {
    const { data } = await login('reader');
    const [header, claims] = (data.token as string).split('.').slice(0, 2).map(decoded);
    expect(header).to.deep.equal({ alg: 'HS256', typ: 'JWT' });
    expect(claims).to.have.all.keys('iss', 'sub', 'aud', 'iat', 'nbf', 'exp', 'jti', 'oat', 'tv', 'sid');
    expect(claims).to.include({ iss: new URL(stack.backend).origin, sub: data.user.id, aud: 'backend' });
    expect(Number(claims?.['exp']) - Number(claims?.['iat'])).to.equal(3600);
  });

  it('the single-page application gets the token as a cookie only: HttpOnly, SameSite=Strict, Path (AD-112)', async () => {
    const answer = expectOk(await login('editor', PASSWORD, stack.guest.with(FROM_SPA)));
    expect(answer.data).to.have.all.keys('expires_in', 'user');
    const [cookie = '', ...others] = answer.headers['set-cookie'] ?? [];
    expect(others).to.deep.equal([]);
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).to.match(/^backend_token=[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(attributes).to.have.members(['Path=/backend', 'Max-Age=1209600', 'HttpOnly', 'SameSite=Strict']);
    expect(answer.body).not.to.contain(pair.split('=')[1]);
    expectOk(await stack.guest.with({ cookie: pair }).get('/auth/me'));
  });

  it('wrong, unknown and inactive logins get the same answer (AD-111)', async () => {
    await stack.sql(`insert into backend_users (login, login_key, email, email_key, name, password_hash, is_superuser, is_activated,
                 permissions, locale, token_version, created_at, updated_at)
               select 'sleeper', 'sleeper', 'sleeper@example.test', 'sleeper@example.test', '', password_hash, 1, 0,
                 '[]', '', 0, 0, 0 from backend_users where login = 'reader'`);
    const answers = [
      await login('editor', 'wrong'),
      await login('nobody'),
      await login('sleeper'),
      await login('sleeper', 'wrong'),
      await login('editor', PASSWORD.padEnd(73, '!')),
      await login('editor', `${PASSWORD}\0`),
      await login("' or 1=1 --"),
      await login('edi\0tor'),
      await login('\ud800'),
      await login('x'.repeat(300)),
    ];
    for (const answer of answers) {
      expectRefused(answer, 401, 'invalid_credentials');
      expect(withoutRequestId(answer)).to.deep.equal(withoutRequestId(answers[0]!));
      expect(answer.headers).not.to.have.property('set-cookie');
    }
  });

  it('returns 422 on login and password if they are invalid, and 400, 413 or 415 for a body that is not a JSON object', async () => {
    for (const value of [undefined, null, '', 5, ['a'], { $ne: '' }]) {
      const answer = await stack.guest.post('/auth/login', { login: value, password: value });
      expectRefused(answer, 422, 'validation_failed');
      expect(answer.fields).to.have.all.keys('login', 'password');
    }
    for (const body of ['', '[]', '"a"', 'null', '{', '{"login":"a","login":"b","password":"c"}', '{"login":"a"}x']) {
      expectRefused(await stack.guest.post('/auth/login', body), 400, 'bad_request');
    }
    expectRefused(await login('a'.repeat(5000)), 413, 'payload_too_large');
    const form = stack.guest.with({ 'content-type': 'application/x-www-form-urlencoded' });
    expectRefused(await form.post('/auth/login', 'login=editor&password=x'), 415, 'unsupported_media_type');
  });

  describe('an invalid token (RFC 8725)', () => {
    it('returns 401 for no token, garbage, another algorithm, secret or audience, and changed claims (AD-120)', async () => {
      const { data } = await login('reader');
      const token = data.token as string;
      const [header = '', claims = '', signature = ''] = token.split('.');
      const root = { ...decoded(claims), sub: '3' };
      for (const forged of [
        'x',
        'a.b.c',
        `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`,
        `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.${signature}`,
        `${encoded({ alg: 'HS512', typ: 'JWT' })}.${claims}.${signature}`,
        `${header}.${encoded(root)}.${signature}`,
        `${header}.${claims}.${signature.slice(0, -2)}`,
        `${header}.${claims}`,
      ]) {
        const answer = await stack.guest.with({ authorization: `Bearer ${forged}` }).get('/auth/me');
        expectRefused(answer, 401, 'unauthenticated');
        expect(answer.headers['www-authenticate']).to.match(/^Bearer /);
      }
      expectRefused(await stack.guest.get('/auth/me'), 401, 'unauthenticated');
      expectRefused(await stack.guest.with({ authorization: 'Basic YTpi' }).get('/auth/me'), 401, 'unauthenticated');
    });

    it('a Bearer token takes precedence over the cookie, valid or not (AD-113)', async () => {
      const [reader, editor] = [(await login('reader')).data.token, (await login('editor')).data.token];
      const both = stack.guest.with({ cookie: `backend_token=${reader}`, authorization: `Bearer ${editor}` });
      expect((await both.get('/auth/me')).data.login).to.equal('editor');
      const bad = both.with({ authorization: 'Bearer x' });
      expectRefused(await bad.get('/auth/me'), 401, 'unauthenticated');
    });
  });

  it('the cookie is Secure unless cookie_secure is off (AD-112)', async () => {
    const secure = await startAdminStack({ config: { 'backend.cookie_secure': 'true', 'app.env': 'production' } });
    try {
      const answer = await login('editor', PASSWORD, secure.guest.with(FROM_SPA));
      expect(answer.headers['set-cookie']?.[0]?.split('; ')).to.include('Secure');
    } finally {
      await secure.stop();
    }
  });

  it('renews a hash with another cost at sign-in; the password remains valid (AD-116)', async () => {
    const hash = async (): Promise<unknown> =>
      (await stack.sql(`select password_hash from backend_users where login = 'reader'`))[0];
    const costly = await startAdminStack({ config: { 'admin.password.bcrypt_cost': '5' } });
    try {
      expect(
        await costly.sql(`select substr(password_hash, 5, 2) as cost from backend_users where login = 'reader'`),
      ).to.deep.equal([{ cost: '04' }]);
      await costly.signIn('reader');
      expect(
        await costly.sql(`select substr(password_hash, 5, 2) as cost from backend_users where login = 'reader'`),
      ).to.deep.equal([{ cost: '05' }]);
      await costly.signIn('reader');
    } finally {
      await costly.stop();
    }
    const before = await hash();
    await stack.signIn('reader');
    expect(await hash()).to.deep.equal(before);
  });
});

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function withoutRequestId(answer: ApiAnswer): unknown {
  const { error } = answer.json() as { error: Record<string, unknown> };
  return { status: answer.status, ...error, request_id: '' };
}
