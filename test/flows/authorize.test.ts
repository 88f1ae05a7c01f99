import { expect } from 'chai';
import { query, send, type Answer } from '../support/http-client.js';
import type { RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const CALLBACK = 'https://client.example/callback?tenant=7&x=%2f+y';
const MARKER = 'mArKeR';

describe('authorize (AS-60 to AS-68)', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({ shared: true });
    client = await stack.flow.register({ redirect_uris: [CALLBACK], scope: 'read write' });
  });
  after(() => stack.stop());

  function authorize(changes: Readonly<Record<string, string | undefined>>, more = ''): Promise<Answer> {
    return send(stack.flow.authorizeRequest(client, changes).url + more);
  }

  it('sends a valid request to the consent page with a random request id (AS-67)', async () => {
    const { status, headers } = await authorize({ scope: 'read', resource: stack.resource });
    expect(status).to.equal(302);
    expect(headers.location).to.match(new RegExp(`^${stack.issuer}/connect\\?request=[A-Za-z0-9_-]{43}$`));
  });

  const LOCAL: readonly (readonly [why: string, changes: Record<string, string | undefined>, more?: string])[] = [
    ['client_id missing', { client_id: undefined }],
    ['client_id empty', { client_id: '' }],
    ['client_id repeated', {}, `&client_id=${MARKER}`],
    ['client_id unknown', { client_id: MARKER }],
    ['client_id with U+0000', { client_id: `${MARKER}\0` }],
    ['client_id with a line break', { client_id: `${MARKER}\r\nx: y` }],
    ['client_id of 10,000 characters', { client_id: MARKER + 'a'.repeat(10_000) }],
    ['redirect_uri missing', { redirect_uri: undefined }],
    ['redirect_uri empty', { redirect_uri: '' }],
    ['redirect_uri repeated', {}, `&${query({ redirect_uri: CALLBACK })}`],
    ['redirect_uri that is not registered', { redirect_uri: `https://${MARKER}.example/` }],
    ['redirect_uri with another path', { redirect_uri: `https://client.example/${MARKER}` }],
    ['redirect_uri without its query', { redirect_uri: 'https://client.example/callback' }],
    ['redirect_uri with an extra slash', { redirect_uri: `${CALLBACK}/` }],
    ['redirect_uri with a different encoding of the same path', { redirect_uri: CALLBACK.replace('%2f', '%2F') }],
    ['redirect_uri in upper case', { redirect_uri: CALLBACK.replace('https', 'HTTPS') }],
    ['redirect_uri with a fragment', { redirect_uri: `${CALLBACK}#${MARKER}` }],
    ['redirect_uri with CR LF', { redirect_uri: `${CALLBACK}\r\nset-cookie: a=${MARKER}` }],
    ['a broken percent-encoding', {}, `&x=%zz${MARKER}`],
    ['percent-encoded bytes that are not UTF-8', {}, '&x=%ff'],
  ];

  for (const [why, changes, more] of LOCAL) {
    it(`${why}: returns a local 400 without a redirect or an echo (AS-61)`, async () => {
      const answer = await authorize({ state: MARKER, ...changes }, more);
      expect(answer.status).to.equal(400);
      expect(answer.headers['content-type']).to.match(/^text\/plain/);
      expect(answer.headers).to.not.have.any.keys('location', 'access-control-allow-origin', 'set-cookie');
      expect(answer.body)
        .to.match(/remove.*add/i)
        .and.to.match(/^[\n -~]+$/);
      expect(answer.body + JSON.stringify(answer.headers)).to.not.contain(MARKER);
    });
  }

  it('treats a revoked client like an unknown one', async () => {
    const revoked = await stack.flow.register();
    await stack.host.revokeClient(revoked.clientId);
    const [ofRevoked, ofUnknown] = await Promise.all([
      stack.flow.authorize(revoked),
      stack.flow.authorize({ ...revoked, clientId: 'unknown' }),
    ]);
    expect(ofRevoked.status).to.equal(400);
    expect(ofRevoked.body).to.equal(ofUnknown.body);
  });

  for (const uri of ['javascript:alert(1)//', '/callback', 'https://client.example/#a', 'https://bücher.example/']) {
    it(`the host has a client with the redirect URI ${uri}: a local 400, and no pending request (AS-43, AS-61)`, async () => {
      const other = await stack.flow.register();
      await stack.host.execute(
        `update gatehouse_clients set redirect_uris = '${JSON.stringify([uri])}' where client_id = '${other.clientId}'`,
      );
      const answer = await send(stack.flow.authorizeRequest(other, { redirect_uri: uri }).url);
      expect([answer.status, answer.headers.location]).to.deep.equal([400, undefined]);
    });
  }

  const REDIRECTED: readonly (readonly [
    why: string,
    error: string,
    changes: Record<string, string | undefined>,
    more?: string,
  ])[] = [
    ['response_type missing', 'invalid_request', { response_type: undefined }],
    ['response_type empty', 'invalid_request', { response_type: '' }],
    ['response_type token', 'unsupported_response_type', { response_type: 'token' }],
    ['code_challenge missing', 'invalid_request', { code_challenge: undefined }],
    ['code_challenge of 42 characters', 'invalid_request', { code_challenge: 'a'.repeat(42) }],
    ['code_challenge of 44 characters', 'invalid_request', { code_challenge: 'a'.repeat(44) }],
    ['code_challenge outside base64url', 'invalid_request', { code_challenge: `${'a'.repeat(42)}+` }],
    ['code_challenge_method missing', 'invalid_request', { code_challenge_method: undefined }],
    ['code_challenge_method plain', 'invalid_request', { code_challenge_method: 'plain' }],
    ['response_type repeated', 'invalid_request', {}, '&response_type=code'],
    ['code_challenge repeated', 'invalid_request', {}, `&code_challenge=${'a'.repeat(43)}`],
    ['code_challenge_method repeated', 'invalid_request', {}, '&code_challenge_method=S256'],
    ['scope repeated', 'invalid_request', { scope: 'read' }, '&scope=read'],
    ['scope unknown', 'invalid_scope', { scope: `read ${MARKER}` }],
    ['scope above the ceiling', 'invalid_scope', { scope: 'read ai' }],
    ['resource that is not absolute', 'invalid_target', { resource: '/mcp' }],
    ['resource of another server (AS-66)', 'invalid_target', { resource: `https://${MARKER}.example/mcp` }],
    ['one of two resources of another server', 'invalid_target', {}, '&resource=https://other.example/mcp'],
  ];

  for (const [why, error, changes, more] of REDIRECTED) {
    it(`${why}: redirected with ${error}, state and iss (AS-62; RFC 6749 §4.1.2.1, RFC 9207)`, async () => {
      const state = ' s+t=a&t%é\r\nx: y ';
      const answer = await authorize({ state, ...changes }, more);
      expectErrorRedirect(answer, error);
      expect(new URL(answer.headers.location!).searchParams.getAll('state')).to.deep.equal([state]);
      expect(answer.headers.location).to.not.contain(MARKER);
    });
  }

  it('repeated state: invalid_request, and neither value is returned (RFC 6749 §3.1)', async () => {
    const answer = await authorize({ state: 'a' }, '&state=b');
    expectErrorRedirect(answer, 'invalid_request');
    expect(new URL(answer.headers.location!).searchParams.has('state')).to.equal(false);
  });

  it('a resource with a fragment: invalid_target (RFC 8707 §2)', async () =>
    expectErrorRedirect(await authorize({ resource: `${stack.resource}#a` }), 'invalid_target'));

  for (const [why, spell] of [
    ['exact', (resource: string) => resource],
    ['with a trailing slash', (resource: string) => `${resource}/`],
    ['with upper-case scheme', (resource: string) => resource.replace('http', 'HTTP')],
    ['empty', () => ''],
  ] as const) {
    it(`accepts a resource ${why} (AS-66)`, async () => {
      const { headers } = await authorize({ resource: spell(stack.resource) });
      expect(headers.location).to.contain('/connect?request=');
    });
  }

  it('reports the first failure in order (AS-60)', async () => {
    const faults: [string, string, string][] = [
      ['response_type', 'token', 'unsupported_response_type'],
      ['code_challenge', 'x', 'invalid_request'],
      ['scope', 'ai', 'invalid_scope'],
      ['resource', 'https://other.example/', 'invalid_target'],
    ];
    for (let first = 0; first < faults.length; first++) {
      const changes = Object.fromEntries(faults.slice(first).map(([name, value]) => [name, value]));
      expectErrorRedirect(await authorize(changes), faults[first]![2]);
      expect((await authorize({ ...changes, client_id: 'unknown' })).status).to.equal(400);
    }
  });

  it('ignores unknown parameters, including prompt=consent (AS-63)', async () => {
    const { headers } = await authorize({ prompt: 'consent' }, '&x=1&x=2');
    expect(headers.location).to.contain('/connect?request=');
  });

  it('never sends CORS headers (AS-18)', async () => {
    const { url } = stack.flow.authorizeRequest(client);
    const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      expect((await send(url, { method, headers })).headers).to.not.have.property('access-control-allow-origin');
    }
  });

  function expectErrorRedirect({ status, headers }: Answer, error: string): void {
    expect(status).to.equal(302);
    expect(headers.location).to.match(/^[!-~]+$/);
    expect(headers.location!.slice(0, CALLBACK.length + 1)).to.equal(`${CALLBACK}&`);
    const parameters = new URL(headers.location!).searchParams;
    expect(parameters.getAll('error')).to.deep.equal([error]);
    expect(parameters.getAll('iss')).to.deep.equal([stack.issuer]);
    expect(parameters.has('code')).to.equal(false);
    expect(headers).to.not.have.any.keys('access-control-allow-origin', 'x', 'set-cookie');
    expect(headers['cache-control']).to.equal('no-store');
  }
});
