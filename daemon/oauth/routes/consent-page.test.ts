import { expect } from 'chai';
import { randomToken } from '../../core/crypto.js';
import { BackendMissing, Unavailable } from '../../core/faults.js';
import { systemClock } from '../../core/runtime.js';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { NO_PARAMETERS } from '../../http/router.js';
import { createMemoryPendingRequests } from '../../state/memory/pending-requests.js';
import { createMemoryUnconsentedClients } from '../../state/memory/unconsented-clients.js';
import type { OAuthOptions } from '../model/options.js';
import type { Backend } from '../ports/backend.js';
import type { SignInOutcome } from '../ports/sign-in.js';
import { requestIdHash } from '../usecases/authorize.js';
import { createAnswerConsentPage, createShowConsentPage } from '../usecases/consent-page.js';
import { PendingRequestLost } from '../usecases/consent-operations.js';
import { createDenyConsent } from '../usecases/deny-consent.js';
import { createGrantConsent } from '../usecases/grant-consent.js';
import { consentPageRoutes, isFromOwnOrigin } from './consent-page.js';

const ISSUER = 'https://notes.example/app';
const NOTHING = () => undefined;
const CALL = { requestId: 'test' };
const LOGGER = { debug: NOTHING, info: NOTHING, warn: NOTHING, error: NOTHING };
const POST_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** The routes over the real use cases and the real embedded store; only the host's answers are scripted. */
function consentPage(issuer = ISSUER, applicationName = 'Acme Notes') {
  const warned: object[] = [];
  const logger = { ...LOGGER, warn: (fields: object) => void warned.push(fields) };
  const pendingRequests = createMemoryPendingRequests(100_000, systemClock);
  const options = { issuer, codeTtl: 60_000 } as OAuthOptions;
  const telemetry = { pendingRequest: NOTHING } as never;
  const host: { user: SignInOutcome; fault: Error | undefined; asked: object[] } = {
    user: { signedIn: true, userId: 'ada', displayName: 'Ada' },
    fault: undefined,
    asked: [],
  };
  const backend = {
    transact: async () => {
      if (host.fault !== undefined) throw host.fault;
      return { committed: true, results: [] };
    },
  } as unknown as Backend;
  const signIn = {
    resolveUser: async (browser: object) => {
      host.asked.push(browser);
      return host.user;
    },
  };
  const unconsentedClients = createMemoryUnconsentedClients(100, systemClock);
  const dependencies = {
    options,
    backend,
    pendingRequests,
    unconsentedClients,
    signIn,
    telemetry,
    clock: systemClock,
    logger,
  };
  const show = createShowConsentPage(dependencies);
  const consent = { grantConsent: createGrantConsent(dependencies), denyConsent: createDenyConsent(dependencies) };
  const [get, post] = consentPageRoutes(
    { issuer, applicationName },
    show,
    createAnswerConsentPage(dependencies, show, consent),
  );

  async function send(route: typeof get, request: Request): Promise<Response & { body: string }> {
    let response: Response;
    try {
      response = await route!.handle(request, CALL, NO_PARAMETERS);
    } catch (error) {
      response = route!.fault(error, request, CALL);
    }
    return { ...response, body: String(response.body ?? '') };
  }

  return {
    host,
    warned,
    pendingRequests,
    get,
    post,
    async pend(redirectUri = 'https://client.example/cb?keep=1'): Promise<string> {
      const requestId = randomToken();
      const pending = {
        clientId: 'client-1',
        clientName: 'Claude',
        clientRegisteredAt: 0,
        clientSelfRegistered: true,
        redirectUri,
        state: 'a b',
        codeChallenge: 'x'.repeat(43),
        scopes: ['read', 'write'] as const,
        resource: `${ISSUER}/mcp`,
        expiresAt: Date.now() + 60_000,
        network: '192.0.2.1',
        clientUnconsented: false,
        csrfSecret: randomToken(),
      };
      await pendingRequests.create(requestIdHash(requestId), pending, 60_000);
      return requestId;
    },
    open: (requestId: string, headers: Record<string, string> = {}) =>
      send(get, requestOf('GET', `request=${requestId}`, headers)),
    answer: (requestId: string, form: string, headers: Record<string, string> = {}) =>
      send(post, requestOf('POST', `request=${requestId}`, { ...FORM, ...headers }, form)),
  };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' };

function requestOf(method: string, query: string, headers: Record<string, string>, body = ''): Request {
  return {
    method,
    path: '/connect',
    query,
    headers: new Map(Object.entries(headers)),
    remoteAddress: '127.0.0.1',
    body: Buffer.from(body),
    signal: new AbortController().signal,
  };
}

const header = (response: Response, name: string) => new Map(response.headers).get(name);
const csrfOf = (body: string) => /name="csrf_token" value="([^"]+)"/.exec(body)?.[1] ?? '';

describe('oauth: connect: the built-in consent page (AS-100 to AS-104)', () => {
  it('grants the selected scopes and redirects the browser with 303 (RFC 9700 §4.12)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const opened = await page.open(requestId);
    expect(opened.status).to.equal(200);
    const answer = await page.answer(requestId, `csrf_token=${csrfOf(opened.body)}&scope=read&decision=grant`);
    expect(answer.status).to.equal(303);
    const location = new URL(header(answer, 'location') ?? '');
    expect(location.href).to.match(/^https:\/\/client\.example\/cb\?keep=1&code=/);
    expect(location.searchParams.get('state')).to.equal('a b');
    expect(location.searchParams.get('iss')).to.equal(ISSUER);
    expect((await page.open(requestId)).status).to.equal(404);
  });

  for (const [issuer, cookie] of [
    [ISSUER, 'gatehouse_answered=1; Path=/app/connect; Max-Age=1; HttpOnly; SameSite=Lax; Secure'],
    ['http://127.0.0.1:8080', 'gatehouse_answered=1; Path=/connect; Max-Age=1; HttpOnly; SameSite=Lax'],
  ] as const) {
    it(`redirects from ${issuer} without a cache or referrer trace, and changes a cookie of the page (AS-109)`, async () => {
      const page = consentPage(issuer);
      for (const decision of ['grant', 'deny']) {
        const requestId = await page.pend();
        const csrf = csrfOf((await page.open(requestId)).body);
        const answer = await page.answer(requestId, `csrf_token=${csrf}&scope=read&decision=${decision}`);
        const { location, ...others } = Object.fromEntries(answer.headers);
        expect(location).to.match(/^https:\/\/client\.example\/cb\?keep=1&/);
        expect(others).to.deep.equal({ ...POST_HEADERS, 'set-cookie': cookie });
      }
    });
  }

  it('preselects every requested scope, and lets no other origin read the page', async () => {
    const page = consentPage();
    const { body } = await page.open(await page.pend());
    expect(body).to.include('value="read" checked').and.include('value="write" checked');
    expect([page.get?.cors, page.post?.cors]).to.deep.equal([false, false]);
  });

  for (const [issuer, applicationName, name, action] of [
    ['https://notes.example', '', 'notes.example', '/connect?request='],
    ['https://notes.example:8443/app', '', 'notes.example:8443/app', '/app/connect?request='],
    ['https://notes.example/app', 'Acme Notes', 'Acme Notes', '/app/connect?request='],
  ] as const) {
    it(`at ${issuer}, calls the application ${name} and posts the form to ${action}`, async () => {
      const page = consentPage(issuer, applicationName);
      const requestId = await page.pend();
      const { body } = await page.open(requestId);
      expect(body).to.include(`– ${name}</title>`);
      expect(body).to.include(`action="${action}${requestId}"`);
    });
  }

  it('offers no retry for an impossible request id', () => {
    const { get } = consentPage();
    for (const query of ['', 'request=short', `request=${randomToken()}x`, `request=x${randomToken()}`]) {
      const away = get!.fault(new Unavailable('state', 'gone'), requestOf('GET', query, {}), CALL);
      expect(String(away.body), query).to.not.include('href=');
    }
  });

  it('returns 404 for a form with an impossible request id', async () => {
    expect((await consentPage().answer('short', 'decision=deny')).status).to.equal(404);
  });

  it('reports a request lost with the store, without a retry link or time', () => {
    const request = requestOf('GET', `request=${randomToken()}`, {});
    const lost = consentPage().get!.fault(new PendingRequestLost(new Unavailable('host', 'gone')), request, CALL);
    expect([lost.status, header(lost, 'retry-after')]).to.deep.equal([503, undefined]);
    expect(String(lost.body)).to.not.include('href=');
  });

  it('denies with access_denied (AS-86)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const csrf = csrfOf((await page.open(requestId)).body);
    const answer = await page.answer(requestId, `csrf_token=${csrf}&scope=read&decision=deny`);
    expect(new URL(header(answer, 'location') ?? '').searchParams.get('error')).to.equal('access_denied');
  });

  it('passes cookie and authorization to the host, with a return URL below the issuer (sign_in.proto)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    await page.open(requestId, { cookie: 'session=1; a=b', authorization: 'Bearer x' });
    await page.open(requestId);
    const returnTo = `${ISSUER}/connect?request=${requestId}`;
    expect(page.host.asked).to.deep.equal([
      { cookie: 'session=1; a=b', authorization: 'Bearer x', returnTo },
      { cookie: '', authorization: '', returnTo },
    ]);
  });

  for (const [signInUrl, location] of [
    ['/sign-in?next=%2F', 'https://notes.example/sign-in?next=%2F'],
    ['https://id.example/login', 'https://id.example/login'],
  ] as const) {
    it(`redirects a signed-out user to ${signInUrl}, on GET and POST`, async () => {
      const page = consentPage();
      const requestId = await page.pend();
      page.host.user = { signedIn: false, signInUrl };
      for (const response of [await page.open(requestId), await page.answer(requestId, 'decision=grant')]) {
        expect(response.status).to.equal(303);
        expect(header(response, 'location')).to.equal(location);
      }
    });
  }

  it('returns the same page for a missing, foreign, used or impossible request (AS-104)', async () => {
    const page = consentPage();
    const [foreign, used] = [await page.pend(), await page.pend()];
    const csrf = csrfOf((await page.open(used)).body);
    await page.answer(used, `csrf_token=${csrf}&decision=deny`);
    await page.open(foreign);
    page.host.user = { signedIn: true, userId: 'eve', displayName: 'Eve' };
    const answers = [
      await page.open(foreign),
      await page.answer(foreign, `csrf_token=${csrf}&decision=grant&scope=read`),
      await page.open(used),
      await page.open(randomToken()),
      await page.open('short'),
      await page.open(`${randomToken()}&request=${randomToken()}`),
      await page.open('%zz'),
    ];
    for (const answer of answers) expect(answer).to.deep.equal(answers[0]);
    expect(answers[0]?.status).to.equal(404);
    expect(answers[0]?.body).to.include('want to connect and start again');
  });

  it('accepts a CSRF token only for its request and user (AS-102)', async () => {
    const page = consentPage();
    const [requestId, other] = [await page.pend(), await page.pend()];
    const right = csrfOf((await page.open(requestId)).body);
    const foreign = csrfOf((await page.open(other)).body);
    for (const token of ['', foreign, `${right}x`, right.slice(0, -1)]) {
      const answer = await page.answer(requestId, `csrf_token=${token}&scope=read&decision=grant`);
      expect(answer.status, token).to.equal(403);
      expect(answer.body).to.include(`href="/app/connect?request=${requestId}"`);
    }
    expect((await page.answer(requestId, `scope=read&decision=grant`)).status).to.equal(403);
    expect((await page.answer(requestId, `csrf_token=${right}&scope=read&decision=grant`)).status).to.equal(303);
  });

  it('rejects a form from another origin, even with the right token (AS-102)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const csrf = csrfOf((await page.open(requestId)).body);
    const form = `csrf_token=${csrf}&scope=read&decision=grant`;
    expect((await page.answer(requestId, form, { 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
    expect((await page.open(requestId)).status).to.equal(200);
  });

  for (const [what, form, headers] of [
    ['no decision', 'scope=read', {}],
    ['an unknown decision', 'decision=perhaps', {}],
    ['two decisions', 'decision=deny&decision=grant', {}],
    ['an invalid escape', 'decision=%zz', {}],
    ['another media type', 'decision=grant', { 'content-type': 'text/plain' }],
  ] as const) {
    it(`returns 400 for ${what}, and keeps the request`, async () => {
      const page = consentPage();
      const requestId = await page.pend();
      expect((await page.answer(requestId, form, headers)).status).to.equal(400);
      expect((await page.open(requestId)).status).to.equal(200);
    });
  }

  it('asks again when no requested scope is selected (AS-84)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const csrf = csrfOf((await page.open(requestId)).body);
    for (const scopes of ['', '&scope=ai', '&scope=admin']) {
      const answer = await page.answer(requestId, `csrf_token=${csrf}&decision=grant${scopes}`);
      expect(answer.status).to.equal(422);
      expect(answer.body).to.include('role="alert"').and.include('Select at least one permission');
      expect(csrfOf(answer.body)).to.equal(csrf);
    }
  });

  it('keeps the request and the selection when the host is away; the next attempt succeeds (AS-104)', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const csrf = csrfOf((await page.open(requestId)).body);
    const form = `csrf_token=${csrf}&scope=write&decision=grant`;
    page.host.fault = new Unavailable('host', 'gone');
    const failed = await page.answer(requestId, form);
    expect(failed.status).to.equal(503);
    expect(page.warned).to.deep.equal([{ ...CALL, err: page.host.fault }]);
    expect(header(failed, 'retry-after')).to.equal('5');
    expect(failed.body).to.include('value="write" checked').and.not.include('value="read" checked');
    page.host.fault = undefined;
    expect((await page.answer(requestId, form)).status).to.equal(303);
  });

  it('gives the code to one of two concurrent submissions, and the page of a used request to the other', async () => {
    const page = consentPage();
    for (const decisions of [
      ['grant', 'grant'],
      ['deny', 'grant'],
    ]) {
      const requestId = await page.pend();
      const form = `csrf_token=${csrfOf((await page.open(requestId)).body)}&scope=read`;
      const answers = await Promise.all(
        decisions.map((decision) => page.answer(requestId, `${form}&decision=${decision}`)),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 404]);
      expect(answers.find(({ status }) => status === 404)).to.deep.equal(await page.open(randomToken()));
    }
  });

  it('offers no form when the state store is away, and says nothing about the request, whose fate is unknown', async () => {
    const page = consentPage();
    const requestId = await page.pend();
    const form = `csrf_token=${csrfOf((await page.open(requestId)).body)}&scope=read&decision=grant`;
    page.pendingRequests.take = () => Promise.reject(new Unavailable('state', 'gone'));
    const answer = await page.answer(requestId, form);
    expect([answer.status, header(answer, 'retry-after')]).to.deep.equal([503, '5']);
    expect(answer.body).to.not.include('csrf_token');
    expect(answer.body).to.not.match(/kept|lost|still open/);
    expect(answer.body).to.include(`/app/connect?request=${requestId}`);
  });

  it('explains the failure in the reader’s language: 503 with a retry link, 500 without', async () => {
    const { get } = consentPage();
    const requestId = randomToken();
    const request = requestOf('GET', `request=${requestId}`, { 'accept-language': 'de' });
    const away = get!.fault(new Unavailable('state', 'redis is gone'), request, CALL);
    expect([away.status, header(away, 'retry-after')]).to.deep.equal([503, '5']);
    expect(away.body).to.include('Gerade nicht erreichbar').and.include(`/app/connect?request=${requestId}`);
    expect(away.body).not.to.include('redis');
    const missing = get!.fault(new BackendMissing(), request, CALL);
    expect([missing.status, String(missing.body).includes('Noch nicht verbunden')]).to.deep.equal([500, true]);
    expect(get!.fault(new Error('secret'), request, CALL).body)
      .to.include('Etwas ist schiefgegangen')
      .and.not.include('secret');
  });

  it('returns 413 for an oversized body and 408 for a slow one', () => {
    const { post } = consentPage();
    const request = requestOf('POST', `request=${randomToken()}`, {});
    expect(post!.maxBodyBytes).to.equal(4096);
    expect(post!.bodyRefused('too_large', request, CALL).status).to.equal(413);
    expect(post!.bodyRefused('too_slow', request, CALL).status).to.equal(408);
  });
});

describe('consent-page: own form', () => {
  const cases: readonly (readonly [Record<string, string>, boolean])[] = [
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://notes.example' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'https://notes.example' }, true],
    [{ origin: 'https://notes.example.evil.test' }, false],
    [{ origin: 'http://notes.example' }, false],
    [{ origin: 'null' }, true],
    [{ origin: '' }, false],
    [{}, false],
  ];
  for (const [headers, own] of cases) {
    it(`${JSON.stringify(headers)} → ${String(own)}`, () => {
      expect(isFromOwnOrigin(new Map(Object.entries(headers)), 'https://notes.example')).to.equal(own);
    });
  }
});
