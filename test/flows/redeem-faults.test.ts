import type { OperationResult__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { expect } from 'chai';
import { startProxy } from '../broken/proxy.js';
import type { Redeeming } from '../broken/redeeming.js';
import { send, type Answer } from '../support/http-client.js';
import { tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

/** Of both redemptions: one of the two records. */
interface Redeemed {
  readonly client: NonNullable<OperationResult__Output['redeemCode']>['client'];
  readonly code?: NonNullable<OperationResult__Output['redeemCode']>['code'];
  readonly refreshToken?: NonNullable<OperationResult__Output['redeemRefreshToken']>['refreshToken'];
  readonly minted: NonNullable<OperationResult__Output['redeemCode']>['minted'];
}

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
  beforeEach(() => {
    delete redeeming.ignores;
    delete redeeming.result;
  });
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

  /** Answers of a host that has issued tokens, and then breaks the contract in another part of the same answer. */
  const MALFORMED: Readonly<Record<string, (redeemed: Redeemed) => Redeemed>> = {
    'a client without redirect URIs': (redeemed) => ({
      ...redeemed,
      client: { ...redeemed.client!, redirectUris: [] },
    }),
    'the record of another token': ({ code, refreshToken, ...redeemed }) => ({
      ...redeemed,
      ...(code && { code: { ...code, codeHash: Buffer.alloc(32, 7) } }),
      ...(refreshToken && {
        refreshToken: { ...refreshToken, tokenHash: Buffer.alloc(32, 7), lineageId: 'the lineage of another' },
      }),
    }),
    'a token that lives longer than asked': ({ minted, ...redeemed }) => ({
      ...redeemed,
      minted: { ...minted!, expiresAt: { seconds: '4102444800', nanos: 0 } },
    }),
    'an access token that no header can carry': ({ minted, ...redeemed }) => ({
      ...redeemed,
      minted: { ...minted!, accessToken: 'no token' },
    }),
  };
  const GRANTED: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    exchange: async () => {
      const code = await stack.flow.code(client);
      return () => stack.flow.exchange(client, code);
    },
    refresh: async () => {
      const { refresh_token } = await stack.flow.tokens(client);
      return () => stack.flow.refresh(client, refresh_token);
    },
  };

  for (const [what, malformed] of Object.entries(MALFORMED)) {
    for (const [grant, prepared] of Object.entries(GRANTED)) {
      it(`revokes the lineage of tokens that come with ${what}, and answers 500: ${grant} (AS-211)`, async () => {
        const request = await prepared();
        const [violations, revoked] = [await counted(), await revocations()];
        redeeming.result = (result) => {
          const name = result.redeemCode ? 'redeemCode' : 'redeemRefreshToken';
          const redeemed = result[name] as Redeemed | null | undefined;
          return redeemed ? { ...result, [name]: malformed(redeemed) } : result;
        };
        const answer = await request();
        expect(answer.status, answer.body).to.equal(500);
        expect(answer.json().error).to.equal('temporarily_unavailable');
        expect([await counted(), await revocations()]).to.deep.equal([violations + 1, revoked + 1]);
        delete redeeming.result;
        const again = await request();
        expect([again.status, again.json().error]).to.deep.equal([400, 'invalid_grant']);
      });
    }
  }

  it('revokes nothing for a malformed answer that issued nothing (AS-211)', async () => {
    const { refresh_token } = await stack.flow.tokens(client);
    const revoked = await revocations();
    redeeming.result = (result) =>
      result.redeemRefreshToken
        ? {
            ...result,
            redeemRefreshToken: {
              ...result.redeemRefreshToken,
              ...{ client: { ...result.redeemRefreshToken.client!, redirectUris: [] }, minted: null },
            },
          }
        : result;
    expect((await stack.flow.refresh({ ...client, secret: 'wrong' }, refresh_token)).status).to.equal(500);
    expect(await revocations()).to.equal(revoked);
    delete redeeming.result;
    tokensOf(await stack.flow.refresh(client, refresh_token));
  });

  async function counted(): Promise<number> {
    const { body } = await send(`${stack.gatehouse.metricsOrigin}/metrics`);
    const values = [...body.matchAll(/host_contract_violations_total\S* (\d+)/g)];
    return values.reduce((sum, [, value]) => sum + Number(value), 0);
  }

  const revocations = (): Promise<number> => revokedLineages(stack);
});

describe('a host whose answer to a retry breaks the contract (AS-153, AS-211)', () => {
  it('revokes the lineage of the access token that came with it, and answers 500', async () => {
    let [hasSpent, loses, lies] = [false, false, false];
    const stack = await startStack({
      oauth: { refreshRetryWindow: '5m' },
      onStep: (step) => {
        if (step === 'after refreshTokens.spend') hasSpent = true;
        if (step !== 'after commit' || !loses || !hasSpent) return;
        loses = hasSpent = false;
        throw new Error('the answer is lost');
      },
      between: async (address) => {
        const response = (sent: TransactResponse__Output) => (lies ? livingTooLong(sent) : sent);
        const proxy = await startProxy({ address, close: async () => undefined }, { response });
        return { address: proxy.address, close: () => void proxy.close() };
      },
      errorsExpected: true,
    });
    const client = await stack.flow.register();
    const { refresh_token } = await stack.flow.tokens(client);
    hasSpent = false;
    loses = true;
    expect((await stack.flow.refresh(client, refresh_token)).status).to.equal(503);
    lies = true;
    expect((await stack.flow.refresh(client, refresh_token)).status).to.equal(500);
    lies = false;
    expect(await revokedLineages(stack)).to.equal(1);
    const again = await stack.flow.refresh(client, refresh_token);
    expect([again.status, again.json().error]).to.deep.equal([400, 'invalid_grant']);
    await stack.stop();
  });
});

async function revokedLineages({ host }: Stack): Promise<number> {
  return (await host.execute('select lineage_id from gatehouse_lineages where revoked_at is not null')).length;
}

function livingTooLong({ committed, ...rest }: TransactResponse__Output): TransactResponse__Output {
  const results = committed?.results.map((result) =>
    result.mintAccessToken
      ? { ...result, mintAccessToken: { ...result.mintAccessToken, expiresAt: { seconds: '4102444800', nanos: 0 } } }
      : result,
  );
  return { ...rest, ...(results && { committed: { results } }) };
}
