import type { OAuthOptions } from '@gatehouse/host';
import { expect } from 'chai';
import { send, sendJson } from '../support/http-client.js';
import { codeOf, tokensOf, USER, type Tokens } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const CALLBACK = 'https://client.example/callback';
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Every lifetime in a flow, in ms, as sent to the host. */
interface Lifetimes {
  readonly pendingRequest: number;
  readonly code: number;
  readonly accessToken: number;
  readonly expiresIn: number;
  readonly refreshToken: number;
}

async function lifetimesOf({ flow, consent, host }: Stack): Promise<Lifetimes> {
  const client = await flow.register();
  const asked = Date.now();
  const { requestId, verifier } = await flow.pending(client);
  const { pendingRequest } = await consent.pendingRequest(requestId, USER);
  const seconds = Number((pendingRequest?.expiresAt as { seconds: string }).seconds);
  const code = codeOf(await flow.grant(requestId));
  const tokens = tokensOf(await flow.exchange(client, { code, verifier }));
  const row = async (table: string) => {
    const where = `where client_id = '${client.clientId}'`;
    const [found] = await host.execute(`select expires_at - issued_at as lifetime from ${table} ${where}`);
    return (found as { lifetime: number }).lifetime;
  };
  const verified = await host.issuer.verify(tokens.access_token);
  return {
    pendingRequest: seconds * SECOND - asked,
    code: await row('gatehouse_codes'),
    accessToken: (verified?.expiresAt.getTime() ?? 0) - asked,
    expiresIn: tokens.expires_in * SECOND,
    refreshToken: await row('gatehouse_refresh_tokens'),
  };
}

/** At most a few seconds pass between two moments of the flow, and expires_in is rounded down. */
function expectLifetimes(actual: Lifetimes, expected: Omit<Lifetimes, 'expiresIn'>): void {
  const about = (ms: number): [number, number] => [ms - 2 * SECOND, ms + 20 * SECOND];
  expect(actual.pendingRequest).to.be.within(...about(expected.pendingRequest));
  expect(actual.code).to.equal(expected.code);
  expect(actual.accessToken).to.be.within(...about(expected.accessToken));
  expect(actual.expiresIn).to.equal(expected.accessToken);
  expect(actual.refreshToken).to.equal(expected.refreshToken);
}

const metadataOf = async ({ issuer }: Stack): Promise<Record<string, unknown>> =>
  (await send(`${issuer}/.well-known/oauth-authorization-server`)).json();

describe("the host's options in effect (AS-190 to AS-197)", () => {
  let stack: Stack | undefined;
  afterEach(async () => {
    await stack?.stop();
    stack = undefined;
  });

  async function started(oauth: Partial<OAuthOptions> = {}): Promise<Stack> {
    return (stack = await startStack({ shared: true, oauth }));
  }

  it('has the documented defaults (AS-191)', async () => {
    const running = await started();
    expect(await metadataOf(running)).to.include({
      service_documentation: `${running.issuer}/help`,
      authorization_response_iss_parameter_supported: true,
    });
    expect(await metadataOf(running)).to.deep.include({
      scopes_supported: ['read', 'write', 'ai', 'offline_access'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    });
    expectLifetimes(await lifetimesOf(running), {
      pendingRequest: 10 * MINUTE,
      code: 10 * MINUTE,
      accessToken: 60 * MINUTE,
      refreshToken: 30 * 24 * 60 * MINUTE,
    });
  });

  it('applies every lifetime that the host sets (AS-197)', async () => {
    const running = await started({
      pendingRequestTtl: '3m',
      codeTtl: '45s',
      accessTokenTtl: '90s',
      refreshTokenTtl: '2h',
    });
    expectLifetimes(await lifetimesOf(running), {
      pendingRequest: 3 * MINUTE,
      code: 45 * SECOND,
      accessToken: 90 * SECOND,
      refreshToken: 120 * MINUTE,
    });
  });

  it('advertises, registers and accepts only the scopes that the host supports (AS-196)', async () => {
    const running = await started({ scopesSupported: ['offline_access', 'read'] });
    expect((await metadataOf(running)).scopes_supported).to.deep.equal(['read', 'offline_access']);
    const registered = await sendJson(running.flow.url('register'), {
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      scope: 'read write',
    });
    expect(registered.json().scope).to.equal('read');
    const client = await running.flow.register();
    expect((await running.flow.tokens(client)).scope).to.equal('read offline_access');
    const refused = await running.flow.authorize(client, { scope: 'read write' });
    expect(new URL(refused.headers.location ?? '').searchParams.get('error')).to.equal('invalid_scope');
  });

  it('advertises and registers only the authentication methods that the host supports (AS-196)', async () => {
    const running = await started({ tokenEndpointAuthMethodsSupported: ['client_secret_post'] });
    expect((await metadataOf(running)).token_endpoint_auth_methods_supported).to.deep.equal(['client_secret_post']);
    const register = (method?: string) =>
      sendJson(running.flow.url('register'), { redirect_uris: [CALLBACK], token_endpoint_auth_method: method });
    const byDefault = await register();
    expect([byDefault.status, byDefault.json().token_endpoint_auth_method]).to.deep.equal([201, 'client_secret_post']);
    running.flow.secrets.add(byDefault.json().client_secret as string);
    for (const method of ['none', 'client_secret_basic']) {
      const refused = await register(method);
      expect([refused.status, refused.json().error]).to.deep.equal([400, 'invalid_client_metadata']);
    }
  });

  it('advertises the host’s documentation path and RFC 9207 flag, and always sends iss (AS-195)', async () => {
    const running = await started({
      serviceDocumentationPath: '/docs/assistants',
      authorizationResponseIssParameterSupported: false,
    });
    const metadata = await metadataOf(running);
    expect(metadata.service_documentation).to.equal(`${running.issuer}/docs/assistants`);
    expect(metadata).not.to.have.property('authorization_response_iss_parameter_supported');
    const { requestId } = await running.flow.pending(await running.flow.register());
    expect((await running.flow.grant(requestId)).redirectUrl).to.include(`iss=${encodeURIComponent(running.issuer)}`);
  });

  it('with loopback_port_flexible, accepts any port of a registered loopback URI and redirects to it (AS-43; RFC 8252 §7.3)', async () => {
    const running = await started({ loopbackPortFlexible: true });
    const registered = await running.flow.register({ redirect_uris: ['http://localhost/callback', CALLBACK] });
    const asking = { ...registered, redirectUri: 'http://localhost:53181/callback' };
    const { requestId, verifier } = await running.flow.pending(asking);
    const { redirectUrl } = await running.flow.grant(requestId);
    expect(redirectUrl).to.match(/^http:\/\/localhost:53181\/callback\?code=/);
    const code = new URL(redirectUrl ?? '').searchParams.get('code') ?? '';
    const other = await running.flow.exchange(registered, { code, verifier });
    expect([other.status, other.json().error]).to.deep.equal([400, 'invalid_grant']);
    const tokens: Tokens = tokensOf(await running.flow.exchange(asking, { code, verifier }));
    expect(tokens.token_type).to.equal('Bearer');
    for (const redirectUri of [
      'http://127.0.0.1:53181/callback',
      'http://localhost:53181/other',
      'http://localhost:53181/callback?x=1',
      'https://localhost:53181/callback',
      'https://client.example:8443/callback',
    ]) {
      expect((await running.flow.authorize({ ...registered, redirectUri })).status, redirectUri).to.equal(400);
    }
  });

  it('without loopback_port_flexible, rejects another port (AS-43)', async () => {
    const running = await started();
    const registered = await running.flow.register({ redirect_uris: ['http://localhost/callback'] });
    const asking = { ...registered, redirectUri: 'http://localhost:53181/callback' };
    const answer = await running.flow.authorize(asking);
    expect(answer.status).to.equal(400);
    expect(answer.body).to.contain('loopback_port_flexible');
  });
});
