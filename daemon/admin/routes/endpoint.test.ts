import { expect } from 'chai';
import { ContractViolation, HostFailed, Unavailable } from '../../core/faults.js';
import { IncomingRequest, RequestContext } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { de } from '../../i18n/de.js';
import { en } from '../../i18n/en.js';
import { ADMINISTRATOR_HEADER } from '../api/page.js';
import { ADMIN_ERROR_STATUS, AdminError, VALIDATION_RULES } from '../api/errors.js';
import { Busy } from '../auth/passwords.js';
import type { Authenticated, Expected, Sessions } from '../auth/sessions.js';
import type { Administrator } from '../model/administrator.js';
import { ExpectedSession, SessionChanged } from '../model/administrator.js';
import { ADA } from '../testing/administrator.js';
import { compileSmall, pluginFiles } from '../testing/small-plugin.js';
import type { AdminRequest, Endpoint, GuardedEndpoint, PublicRequest } from './endpoint.js';
import { apiTexts, endpointRoute, fallbackEndpoints } from './endpoint.js';

const EDITOR: Administrator = { ...ADA, permissions: ['acme.blog.*'] };
const CLAIMS = { sub: '7', jti: 'j', iat: 0, exp: 1, oat: 0, tv: 3 };
const BEARER = { authorization: 'Bearer t' };
const COOKIE = { cookie: 'backend_token=t' };
const { phrases } = compileSmall(pluginFiles({ 'plugins/acme/blog/lang/de/lang.yaml': 'a: b' }));

function served(more: Partial<GuardedEndpoint> = {}, authenticated?: Authenticated, expected?: Expected) {
  const handled: AdminRequest[] = [];
  const asked: string[] = [];
  const guarded: GuardedEndpoint = {
    name: 'admin.test',
    method: 'POST',
    path: '/test',
    access: 'authenticated',
    permissions: [],
    maxBodyBytes: 10,
    handle(request) {
      handled.push(request);
      return { data: 'done' };
    },
    ...more,
  };
  const sessions: Pick<Sessions, 'authenticate' | 'expected' | 'refusalOf'> = {
    expected: () => Promise.resolve(expected),
    refusalOf: (token) => (token === 'old' ? { kind: 'expired' } : token === 't' ? undefined : { kind: 'refused' }),
    authenticate(token) {
      asked.push(token);
      return Promise.resolve(authenticated ?? { kind: 'authenticated', administrator: EDITOR, claims: CLAIMS });
    },
  };
  const route = routeOf(guarded, sessions as Sessions);
  return { route, handled, asked };
}

function routeOf(endpoint: Endpoint, sessions = {} as Sessions) {
  return endpointRoute(endpoint, { base: '/backend/api/v1', sessions, texts: apiTexts(phrases), build: 'b1' });
}

function request(headers: Readonly<Record<string, string>>, method = 'POST'): IncomingRequest {
  return new IncomingRequest(method, '/backend/api/v1/test', '', new Map(Object.entries(headers)), '127.0.0.1');
}

async function answer(
  { route }: ReturnType<typeof served>,
  headers: Readonly<Record<string, string>>,
  method?: string,
): Promise<readonly [number, string | undefined]> {
  const response = await route.handle(request(headers, method), { requestId: 'r-1' }, new Map());
  return [response.status, codeOf(response)];
}

function codeOf({ body }: Response): string | undefined {
  return (JSON.parse(String(body)) as { readonly error?: { readonly code: string } }).error?.code;
}

describe('admin: a read that verifies the session of its caller (AD-51)', () => {
  const REFUSED: Authenticated = { kind: 'refused' };
  const expectedAda = (): Expected => ({
    session: new ExpectedSession({ administratorId: '7', tokenVersion: 3, tokenId: 'j' }, 0, EDITOR),
    claims: CLAIMS,
  });
  /** A handler whose host authenticates this administrator, or refuses the token. */
  const reading = (
    found: Administrator | undefined,
    more: Partial<GuardedEndpoint> = {},
  ): Partial<GuardedEndpoint> => ({
    readsForCaller: true,
    handle({ session, administrator }) {
      if (session !== undefined && found === undefined) throw new SessionChanged();
      if (found !== undefined) session?.confirm(found);
      return { data: administrator.permissions };
    },
    ...more,
  });
  const bodyOf = async (endpoint: ReturnType<typeof served>) =>
    (await endpoint.route.handle(request(BEARER, 'GET'), { requestId: 'r-1' }, new Map())).body;

  it('answers without another call if the session is as expected', async () => {
    const endpoint = served(reading(EDITOR), REFUSED, expectedAda());
    expect(await answer(endpoint, BEARER, 'GET')).to.deep.equal([200, undefined]);
    expect(endpoint.asked).to.deep.equal([]);
  });

  it('returns 401 if the host refuses the token', async () => {
    expect(await answer(served(reading(undefined), REFUSED, expectedAda()), BEARER, 'GET')).to.deep.equal([
      401,
      'unauthenticated',
    ]);
  });

  for (const [what, change] of [
    ['permissions', { permissions: ['acme.blog.read'] }],
    ['number of permissions', { permissions: ['acme.blog.*', 'acme.blog.read'] }],
    ['superuser', { superuser: true }],
    ['role', { role: 'editor' }],
    ['login', { login: 'ada2' }],
    ['address', { email: 'ada@example.org' }],
    ['name', { displayName: 'Ada L.' }],
    ['language', { locale: 'de' }],
    ['id', { id: '8' }],
    ['token version', { tokenVersion: 4 }],
  ] as const) {
    it(`answers for the administrator as the host knows it now, if its ${what} has changed`, async () => {
      const administrator: Administrator = { ...EDITOR, ...change };
      const now: Authenticated = { kind: 'authenticated', administrator, claims: CLAIMS };
      const endpoint = served(reading(administrator), now, expectedAda());
      const body = JSON.parse(String(await bodyOf(endpoint))) as { readonly data: unknown };
      expect(body.data).to.deep.equal(administrator.permissions);
      expect(endpoint.asked).to.deep.equal(['t']);
    });
  }

  for (const [what, more] of [
    ['makes no read', { handle: () => ({ data: 'done' }) }],
    ['needs a permission that the administrator did not have', { permissions: ['acme.shop.sell'] }],
    ['is no such read', { readsForCaller: false }],
  ] as const) {
    it(`authenticates first if the endpoint ${what}`, async () => {
      const endpoint = served(reading(EDITOR, more), REFUSED, expectedAda());
      expect(await answer(endpoint, BEARER, 'GET')).to.deep.equal([401, 'unauthenticated']);
    });
  }

  it('authenticates first for a page that was loaded for another administrator', async () => {
    const endpoint = served(reading(EDITOR), REFUSED, expectedAda());
    const headers = { ...BEARER, [ADMINISTRATOR_HEADER]: '8' };
    expect(await answer(endpoint, headers, 'GET')).to.deep.equal([401, 'unauthenticated']);
  });

  it('passes on a fault of the read', async () => {
    const handle = () => Promise.reject(new Unavailable('host', 'gone'));
    const failed = served(reading(EDITOR, { handle }), undefined, expectedAda());
    const problem = await answer(failed, BEARER, 'GET').then(String, (error: unknown) => error);
    expect(problem).to.be.instanceOf(Unavailable);
  });
});

describe('admin: endpoint (AD-45)', () => {
  it('is below the base, disables CORS, and limits the body to its declared size', () => {
    const { route } = served();
    expect(route).to.include({ path: '/backend/api/v1/test', method: 'POST', cors: false, maxBodyBytes: 10 });
  });

  it('passes on the administrator, the permissions and the language', async () => {
    const endpoint = served({ permissions: ['acme.blog.access_posts'] });
    expect(await answer(endpoint, { ...BEARER, 'accept-language': 'de' })).to.deep.equal([200, undefined]);
    const [{ administrator, permissions, locale, claims } = {} as AdminRequest] = endpoint.handled;
    expect([administrator, locale, claims]).to.deep.equal([EDITOR, 'de', CLAIMS]);
    expect(permissions.has('acme.blog.publish')).to.equal(true);
  });

  it("answers in the administrator's own language, whatever the browser requests", async () => {
    const endpoint = served({}, { kind: 'authenticated', administrator: { ...EDITOR, locale: 'de' }, claims: CLAIMS });
    await answer(endpoint, { ...BEARER, 'accept-language': 'en' });
    expect(endpoint.handled[0]?.locale).to.equal('de');
  });

  for (const [what, headers] of [
    ['no token', {}],
    ['an empty cookie', { cookie: 'backend_token=' }],
    ['another scheme', { authorization: 'Basic dDp0' }],
    ['a token in another header or cookie', { 'x-token': 't', cookie: 'token=t' }],
  ] as const) {
    it(`returns 401 for ${what}, without a call to the host`, async () => {
      const endpoint = served();
      expect(await answer(endpoint, headers)).to.deep.equal([401, 'unauthenticated']);
      expect([endpoint.asked, endpoint.handled]).to.deep.equal([[], []]);
    });
  }

  for (const [what, headers, expected] of [
    ['no token', {}, [401, 'unauthenticated']],
    ['a forged token', { authorization: 'Bearer forged' }, [401, 'unauthenticated']],
    ['an expired token', { authorization: 'Bearer old' }, [401, 'token_expired']],
    ['a cookie without the header', COOKIE, [403, 'csrf_header_required']],
    ['a forged cookie', { cookie: 'backend_token=f', 'x-requested-with': 'XMLHttpRequest' }, [401, 'unauthenticated']],
    ['a token that needs a lookup', BEARER, undefined],
    ['a cookie that needs a lookup', { ...COOKIE, 'x-requested-with': 'XMLHttpRequest' }, undefined],
  ] as const) {
    it(`${what}: ${expected === undefined ? 'reads the body' : `discards the body, ${expected.join(' ')}`}`, () => {
      const { route, asked, handled } = served();
      const response = route.refusedByHead?.(request({ ...headers, 'accept-language': 'de' }), { requestId: 'r-1' });
      expect(response && [response.status, codeOf(response)]).to.deep.equal(expected);
      if (response) expect(response.headers).to.deep.include(['x-gatehouse-build', 'b1']);
      expect([asked, handled]).to.deep.equal([[], []]);
    });
  }

  it('passes on the id and the trace of the request, also to a read that ends with its connection (AD-45)', async () => {
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    for (const method of ['GET', 'POST']) {
      const { route, handled } = served();
      const asking = request({ authorization: 'Bearer t', 'x-request-id': 'r-7', traceparent }, method);
      await route.handle(asking, new RequestContext(asking), new Map());
      expect(handled[0]?.call, method).to.include({ requestId: 'r-7', traceparent });
      expect(handled[0]?.call.signal !== undefined, method).to.equal(method === 'GET');
    }
  });

  it('reads every body on a public endpoint', () => {
    const route = routeOf({
      name: 'p',
      method: 'POST',
      path: '/p',
      access: 'public',
      maxBodyBytes: 1,
      handle: () => ({ data: 1 }),
    });
    expect(route).not.to.have.property('refusedByHead');
  });

  it('distinguishes an expired token from other invalid ones, and reveals nothing more', async () => {
    expect(await answer(served({}, { kind: 'expired' }), BEARER)).to.deep.equal([401, 'token_expired']);
    expect(await answer(served({}, { kind: 'refused' }), BEARER)).to.deep.equal([401, 'unauthenticated']);
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    it(`requires the header for ${method} with the cookie, before it checks the token (AD-113)`, async () => {
      const endpoint = served();
      expect(await answer(endpoint, COOKIE, method)).to.deep.equal([403, 'csrf_header_required']);
      expect(endpoint.asked).to.deep.equal([]);
      expect(await answer(endpoint, { ...COOKIE, 'x-requested-with': 'XMLHttpRequest' }, method)).to.deep.equal([
        200,
        undefined,
      ]);
      expect(await answer(endpoint, { ...COOKIE, ...BEARER }, method)).to.deep.equal([200, undefined]);
    });
  }

  it('needs no header for a read with the cookie', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(await answer(served(), COOKIE, method)).to.deep.equal([200, undefined]);
  });

  it('needs every code that the endpoint requires; superusers need none (AD-130)', async () => {
    const permissions = ['acme.blog.access_posts', 'acme.shop.access_orders'];
    const refused = served({ permissions });
    expect(await answer(refused, BEARER)).to.deep.equal([403, 'forbidden']);
    expect(refused.handled).to.deep.equal([]);
    const superuser = { ...EDITOR, superuser: true, permissions: [] };
    const granted = served({ permissions }, { kind: 'authenticated', administrator: superuser, claims: CLAIMS });
    expect(await answer(granted, BEARER)).to.deep.equal([200, undefined]);
  });

  it('rejects a page that was loaded for an administrator other than the one now signed in (docs/admin/api.md, Errors)', async () => {
    const named = (id: string) => ({
      ...COOKIE,
      'x-requested-with': 'XMLHttpRequest',
      'x-gatehouse-administrator': id,
    });
    const endpoint = served();
    expect(await answer(endpoint, named('8'))).to.deep.equal([409, 'administrator_changed']);
    expect(await answer(endpoint, named('8'), 'GET')).to.deep.equal([409, 'administrator_changed']);
    expect(endpoint.handled).to.deep.equal([]);
    expect(await answer(endpoint, named('7'))).to.deep.equal([200, undefined]);
    const umlaut = served({}, { kind: 'authenticated', administrator: { ...EDITOR, id: 'ü/7' }, claims: CLAIMS });
    expect(await answer(umlaut, named('%C3%BC%2F7'))).to.deep.equal([200, undefined]);
  });

  it('names the build of the application in every answer (docs/decisions/single-page-application.md)', async () => {
    for (const headers of [BEARER, {}]) {
      const response = await served().route.handle(request(headers), { requestId: 'r-1' }, new Map());
      expect(Object.fromEntries(response.headers)).to.include({ 'x-gatehouse-build': 'b1' });
    }
  });

  it('returns a refusal of the endpoint as an envelope', async () => {
    const endpoint = served({ handle: () => new AdminError('not_found') });
    expect(await answer(endpoint, BEARER)).to.deep.equal([404, 'not_found']);
  });

  it('authenticates no caller on a public endpoint', async () => {
    const route = routeOf({
      name: 'admin.test',
      method: 'GET',
      path: '/test',
      access: 'public',
      maxBodyBytes: 0,
      handle: ({ locale }) => ({ data: locale }),
    });
    const response = await route.handle(request({ ...BEARER, 'accept-language': 'de' }), { requestId: 'r' }, new Map());
    expect(JSON.parse(String(response.body))).to.deep.equal({ success: true, data: 'de' });
  });

  for (const [error, status] of [
    [new Unavailable('host', 'secret'), 503],
    [new Unavailable('state', 'secret'), 503],
    [new HostFailed('secret'), 500],
    [new Busy(200), 503],
    [new ContractViolation('List', 'secret'), 500],
    [new TypeError('secret'), 500],
    ['secret', 500],
  ] as const) {
    it(`returns ${status} with a fixed text for ${String(error)}`, () => {
      const { route } = served();
      const response = route.fault(error, request({}), { requestId: 'r-1' });
      expect(response.status).to.equal(status);
      expect(String(response.body)).to.include('"request_id":"r-1"').and.not.to.include('secret');
      expect(response.headers.some(([name]) => name === 'retry-after')).to.equal(status === 503);
    });
  }

  it('returns an envelope for a body that is too large or too slow', () => {
    const { route } = served();
    const refused = (reason: 'too_large' | 'too_slow') => route.bodyRefused(reason, request({}), { requestId: 'r' });
    expect([refused('too_large').status, codeOf(refused('too_large'))]).to.deep.equal([413, 'payload_too_large']);
    expect([refused('too_slow').status, codeOf(refused('too_slow'))]).to.deep.equal([408, 'request_timeout']);
  });
});

describe('admin: error texts', () => {
  for (const [language, phrases] of Object.entries({ en, de })) {
    it(`every error code has a text, and of validation, exactly its rules have one: ${language} (AD-45)`, () => {
      const texts = (kind: string) => Object.keys(phrases).filter((key) => key.startsWith(`${kind}.`));
      const codes = Object.keys(ADMIN_ERROR_STATUS);
      expect(texts('errors')).to.include.members(codes.map((code) => `errors.${code}`));
      expect(texts('validation')).to.have.members(VALIDATION_RULES.map((rule) => `validation.${rule}`));
    });
  }

  it('writes days as the language of the reader does, and other parameters unchanged (AD-446)', () => {
    const minimum = { rule: 'date_minimum', parameters: { minimum: '2000-01-31' } } as const;
    expect(apiTexts(phrases).errors('de').problem(minimum)).to.contain('31.01.2000');
    expect(apiTexts(phrases).errors('en').problem(minimum)).to.contain('Jan 31, 2000');
    const range = { rule: 'number_range', parameters: { minimum: 1999, maximum: 2001 } } as const;
    expect(apiTexts(phrases).errors('de').problem(range)).to.contain('1999').and.to.contain('2001');
  });

  it('separates the thousands of a number of records as the language of the reader does (AD-446)', () => {
    const depth = { rule: 'page_depth', parameters: { maximum: 100_000 } } as const;
    expect(apiTexts(phrases).errors('en').problem(depth)).to.contain(' 100,000 ');
    expect(apiTexts(phrases).errors('de').problem(depth)).to.contain(' 100.000 ');
  });
});

function endpoint(method: Endpoint['method'], path: string): Endpoint {
  return { name: 'test', method, path, access: 'public', maxBodyBytes: 0, handle: () => ({ data: null }) };
}

describe('admin: api fallback (AD-42)', () => {
  const fallbacks = fallbackEndpoints([endpoint('GET', '/a/:id'), endpoint('PUT', '/a/:id'), endpoint('POST', '/b')]);
  const answerOf = (path: string) => fallbacks.find((fallback) => fallback.path === path)?.handle({} as PublicRequest);

  it('returns 405 with the allowed methods, once for each path', () => {
    expect(fallbacks.map(({ path }) => path)).to.deep.equal(['/a/:id', '/b', '/*', '']);
    expect(answerOf('/a/:id')).to.deep.equal(
      new AdminError('method_not_allowed', { allow: ['GET', 'HEAD', 'OPTIONS', 'PUT'] }),
    );
    expect(answerOf('/b')).to.deep.equal(new AdminError('method_not_allowed', { allow: ['OPTIONS', 'POST'] }));
  });

  it('returns 404 for all other paths below the base, and for the base itself', () => {
    for (const path of ['/*', '']) expect(answerOf(path)).to.deep.equal(new AdminError('not_found'));
  });

  it('accepts any method without sign-in, and reveals nothing', () => {
    for (const { method, access } of fallbacks) expect([method, access]).to.deep.equal(['any', 'public']);
  });
});
