import { expect } from 'chai';
import { startProxy } from '../broken/proxy.js';
import type { Redeeming } from '../broken/redeeming.js';
import { send, type Answer } from '../support/http-client.js';
import { tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The host's comparison only saves a call: the daemon's checks decide (AS-121). */
describe('a host that ignores what Gatehouse expects of a redemption (AS-121)', () => {
  const redeeming: Mutable<Redeeming> = {};
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({
      between: async (address) => {
        const proxy = await startProxy({ address: address, close: async () => undefined }, { redeeming });
        return { address: proxy.address, close: () => void proxy.close() };
      },
      errorsExpected: true,
    });
    client = await stack.flow.register({ token_endpoint_auth_method: 'client_secret_post' });
  });
  beforeEach(() => delete redeeming.ignores);
  after(() => stack.stop());

  const REQUESTS: Readonly<Record<string, () => Promise<Answer>>> = {
    'the secret': async () => stack.flow.exchange({ ...client, secret: 'wrong' }, await stack.flow.code(client)),
    'the challenge': async () =>
      stack.flow.exchange(client, { ...(await stack.flow.code(client)), verifier: 'w'.repeat(43) }),
    'the client of the record': async () =>
      stack.flow.exchange(await stack.flow.register(), await stack.flow.code(client)),
    'that the code is not spent': async () => {
      const code = await stack.flow.code(client);
      tokensOf(await stack.flow.exchange(client, code));
      return stack.flow.exchange(client, code);
    },
    'that the token is not spent': async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      tokensOf(await stack.flow.refresh(client, refresh_token));
      return stack.flow.refresh(client, refresh_token);
    },
    'the scopes': async () => {
      const { refresh_token } = await stack.flow.tokens(client, { scope: 'read' });
      return stack.flow.refresh(client, refresh_token, { scope: 'write' });
    },
  };

  for (const [ignores, request] of Object.entries(REQUESTS)) {
    it(`refuses the request of a host that ignores ${ignores}: 500, counted, and its lineage is revoked (AS-121, AS-205)`, async () => {
      const [violations, revoked] = [await counted(), await revocations()];
      redeeming.ignores = ignores;
      const answer = await request();
      expect(answer.status, answer.body).to.equal(500);
      expect(answer.json().error).to.equal('temporarily_unavailable');
      expect([await counted(), await revocations()]).to.deep.equal([violations + 1, revoked + 1]);
    });

    it(`refuses the request of a sound host as invalid, and reports no violation: ${ignores}`, async () => {
      const violations = await counted();
      const answer = await request();
      expect(answer.status, answer.body).to.be.oneOf([400, 401]);
      expect(await counted()).to.equal(violations);
    });
  }

  async function counted(): Promise<number> {
    const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
    const values = [...body.matchAll(/host_contract_violations_total\S* (\d+)/g)];
    return values.reduce((sum, [, value]) => sum + Number(value), 0);
  }

  async function revocations(): Promise<number> {
    return (await stack.host.execute('select lineage_id from gatehouse_lineages where revoked_at is not null')).length;
  }
});
