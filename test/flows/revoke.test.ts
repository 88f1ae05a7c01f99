import { expect } from 'chai';
import { send, sendForm } from '../support/http-client.js';
import { basic, tokensOf, type RegisteredClient, type Tokens } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

describe('revoke (AS-160 to AS-162; RFC 7009)', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({ shared: true });
    client = await stack.flow.register({ token_endpoint_auth_method: 'client_secret_post' });
  });
  after(() => stack.stop());

  async function isLive(tokens: Tokens): Promise<boolean> {
    const access = (await stack.host.issuer.verify(tokens.access_token)) !== undefined;
    const refresh = (await stack.flow.refresh(client, tokens.refresh_token)).status === 200;
    expect(access).to.equal(refresh);
    return access;
  }

  for (const kind of ['access_token', 'refresh_token'] as const) {
    it(`revoking the ${kind} ends the whole lineage (AS-160; RFC 7009 §2.1)`, async () => {
      const first = await stack.flow.tokens(client);
      const tokens = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      const answer = await stack.flow.revoke(client, tokens[kind]);
      expect(answer.status).to.equal(200);
      expect(answer.headers['cache-control']).to.equal('no-store');
      expect(await isLive(tokens)).to.equal(false);
      expect(await stack.host.issuer.verify(first.access_token)).to.equal(undefined);
    });

    it(`a wrong token_type_hint for the ${kind} changes nothing (RFC 7009 §2.1)`, async () => {
      const tokens = await stack.flow.tokens(client);
      const hint = kind === 'access_token' ? 'refresh_token' : 'access_token';
      await stack.flow.revoke(client, tokens[kind], { token_type_hint: hint });
      expect(await isLive(tokens)).to.equal(false);
    });
  }

  it('a spent refresh token ends its lineage too', async () => {
    const first = await stack.flow.tokens(client);
    const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
    expect((await stack.flow.revoke(client, first.refresh_token)).status).to.equal(200);
    expect(await isLive(second)).to.equal(false);
  });

  for (const token of ['unknown', 'a\0b', 'ü', 'a b', 'a'.repeat(20_000)]) {
    it(`returns 200 for an unknown token: ${JSON.stringify(token.slice(0, 10))} (AS-161; RFC 7009 §2.2)`, async () =>
      expect((await stack.flow.revoke(client, token)).status).to.equal(200));
  }

  it('returns 200 for a repeated revocation', async () => {
    const tokens = await stack.flow.tokens(client);
    for (let n = 0; n < 2; n++) expect((await stack.flow.revoke(client, tokens.access_token)).status).to.equal(200);
  });

  it("another client's token: returns 200 without effect, and the answer reveals nothing (AS-161)", async () => {
    const stranger = await stack.flow.register();
    const tokens = await stack.flow.tokens(client);
    const ofForeign = await stack.flow.revoke(stranger, tokens.access_token);
    await stack.flow.revoke(stranger, tokens.refresh_token);
    const ofUnknown = await stack.flow.revoke(stranger, 'unknown');
    expect([ofForeign.status, ofForeign.body]).to.deep.equal([ofUnknown.status, ofUnknown.body]);
    expect(await isLive(tokens)).to.equal(true);
  });

  it('returns 401 to a client that does not authenticate, without effect (AS-162)', async () => {
    const tokens = await stack.flow.tokens(client);
    const form = { token: tokens.access_token };
    const url = stack.flow.url('revoke');
    const inBody = await sendForm(url, { ...form, client_id: client.clientId, client_secret: 'wrong' });
    expect(inBody.status).to.equal(401);
    expect(inBody.json().error).to.equal('invalid_client');
    expect(inBody.headers).to.not.have.property('www-authenticate');
    const inHeader = await sendForm(url, form, basic(client.clientId, 'wrong'));
    expect(inHeader.status).to.equal(401);
    expect(inHeader.headers['www-authenticate']).to.match(/^Basic/);
    expect(await isLive(tokens)).to.equal(true);
  });

  it('returns 400 invalid_request if token is missing, empty or repeated, or the body is not a form', async () => {
    const credentials: [string, string][] = [
      ['client_id', client.clientId],
      ['client_secret', client.secret!],
    ];
    const url = stack.flow.url('revoke');
    for (const answer of [
      await sendForm(url, credentials),
      await sendForm(url, [...credentials, ['token', '']]),
      await sendForm(url, [...credentials, ['token', 'a'], ['token', 'a']]),
      await send(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'token=a' }),
    ]) {
      expect(answer.status).to.equal(400);
      expect(answer.json().error).to.equal('invalid_request');
      expect(answer.headers['access-control-allow-origin']).to.equal('*');
    }
  });

  it('the consent operation Revoke revokes an access token with its lineage, and reports whether it existed (AS-89)', async () => {
    const tokens = await stack.flow.tokens(client);
    expect((await stack.consent.revoke(tokens.access_token)).revoked).to.equal(true);
    expect((await stack.consent.revoke(tokens.access_token)).revoked).to.equal(false);
    expect((await stack.consent.revoke('a\0')).revoked).to.equal(false);
    expect(await isLive(tokens)).to.equal(false);
  });
});
