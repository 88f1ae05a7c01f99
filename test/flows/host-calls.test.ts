import { expect } from 'chai';
import { startFaultyHost, type FaultyHost } from '../support/faulty-host.js';
import { send } from '../support/http-client.js';
import { tokensOf, USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

describe('host calls per endpoint', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({ shared: true });
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

  it('exchange 1, refresh 1 (HC-28)', async () => {
    expect(await callsOfTokens()).to.deep.equal([1, 1]);
  });

  it('a token request that is refused 1, reuse 2: the second one revokes the lineage (AS-115, AS-140)', async () => {
    const code = await stack.flow.code(client);
    const refused = [
      () => stack.flow.exchange(client, { ...code, verifier: 'w'.repeat(43) }),
      () => stack.flow.exchange({ ...client, clientId: 'unknown' }, code),
      () => stack.flow.refresh(client, 'unknown'),
    ];
    for (const request of refused) expect(await calls(request)).to.equal(1);
    tokensOf(await stack.flow.exchange(client, code));
    expect(await calls(() => stack.flow.exchange(client, code))).to.equal(2);
  });

  it('exchange 2, refresh 2 of a host without CAPABILITY_REDEEM (HC-28)', async () => {
    let proxy: FaultyHost | undefined;
    const other = await startStack({
      between: async (address) => (proxy = await startFaultyHost(address, { stream: true, redeem: false })),
    });
    expect(await callsOfTokens(other)).to.deep.equal([2, 2]);
    await other.stop();
    proxy?.close();
  });

  /** The host calls of an exchange and of a refresh. */
  async function callsOfTokens(of = stack): Promise<[exchange: number, refresh: number]> {
    const registered = await of.flow.register();
    const code = await of.flow.code(registered);
    const start = of.host.transactions();
    const { refresh_token } = tokensOf(await of.flow.exchange(registered, code));
    const exchanged = of.host.transactions();
    tokensOf(await of.flow.refresh(registered, refresh_token));
    return [exchanged - start, of.host.transactions() - exchanged];
  }

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
