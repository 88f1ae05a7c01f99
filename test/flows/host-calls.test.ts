import { expect } from 'chai';
import { send } from '../support/http-client.js';
import { tokensOf, USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

describe('host calls per endpoint', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack();
    client = await stack.flow.register();
  });
  after(() => stack.stop());

  async function calls(work: () => Promise<unknown>): Promise<number> {
    const before = stack.host.transactions();
    await work();
    return stack.host.transactions() - before;
  }

  it('metadata 0', async () =>
    expect(await calls(() => send(`${stack.issuer}/.well-known/oauth-authorization-server`))).to.equal(0));

  it('register 1', async () => expect(await calls(() => stack.flow.register())).to.equal(1));

  it('authorize 1', async () => expect(await calls(() => stack.flow.authorize(client))).to.equal(1));

  it('exchange 2, refresh 2', async () => {
    const code = await stack.flow.code(client);
    let refreshToken = '';
    expect(
      await calls(async () => {
        refreshToken = tokensOf(await stack.flow.exchange(client, code)).refresh_token;
      }),
    ).to.equal(2);
    expect(await calls(async () => tokensOf(await stack.flow.refresh(client, refreshToken)))).to.equal(2);
  });

  it('viewing and denying make no host call, granting makes one (AS-83)', async () => {
    const [first, second] = [await stack.flow.pending(client), await stack.flow.pending(client)];
    expect(await calls(() => stack.consent.pendingRequest(first.requestId, USER))).to.equal(0);
    expect(await calls(() => stack.consent.denyPending(first.requestId, USER))).to.equal(0);
    expect(await calls(() => stack.flow.grant(second.requestId))).to.equal(1);
  });

  it('a malformed request never reaches the host', async () => {
    expect(
      await calls(async () => {
        await stack.flow.authorize({ ...client, clientId: '\0' });
        await stack.flow.authorize(client, { redirect_uri: undefined });
        await stack.flow.token(client, { grant_type: 'authorization_code' });
        await stack.flow.token(client, { grant_type: 'password' });
        await stack.flow.exchange({ ...client, clientId: '\0' }, { code: 'a', verifier: 'b' });
        await stack.consent.revoke('a\0');
      }),
    ).to.equal(0);
  });
});
