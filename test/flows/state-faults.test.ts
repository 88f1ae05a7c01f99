import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { send, sendJson, type Answer } from '../support/http-client.js';
import { tokensOf, USER, type RegisteredClient, type Tokens } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

/** Enabled because they also live in Redis, and must neither hang nor let everything through without it. */
const THROTTLES = Object.fromEntries(
  ['register_per_ip', 'register_global', 'token_failures', 'authorize_per_client'].map((name) => [
    `throttle.${name}.limit`,
    '1000',
  ]),
);

describe('the state store is down (AS-204)', () => {
  let stack: Stack;
  let client: RegisteredClient;
  before(async () => {
    stack = await startStack({ state: 'redis', config: { ...THROTTLES, 'redis.command_timeout': '3s' } });
    client = await stack.flow.register();
  });
  after(() => stack.stop());

  for (const [how, goAway, comeBack] of [
    ['killed', () => stack.redis!.kill(), () => stack.redis!.restart()],
    ['paused', async () => stack.redis!.pause(), async () => stack.redis!.resume()],
  ] as const) {
    describe(`while Redis is ${how}`, () => {
      let requestId: string;
      let code: { code: string; verifier: string };
      let tokens: Tokens;
      before(async () => {
        requestId = (await stack.flow.pending(client)).requestId;
        code = await stack.flow.code(client);
        tokens = await stack.flow.tokens(client);
        await goAway();
      });
      after(async () => {
        await comeBack();
        await untilServed();
      });

      it('authorize: redirects with temporarily_unavailable, but never for an unknown client', async () => {
        const { status, headers } = await stack.flow.authorize(client);
        expect(status).to.equal(302);
        const parameters = Object.fromEntries(new URL(headers.location!).searchParams);
        expect(parameters).to.include({ error: 'temporarily_unavailable', state: 'state-1', iss: stack.issuer });
        const unknown = await stack.flow.authorize({ ...client, clientId: 'unknown' });
        expect(unknown.status).to.equal(400);
        expect(unknown.headers).to.not.have.property('location');
      });

      it('token, register and revoke return 503 temporarily_unavailable, so that clients keep their tokens (AS-183)', async () => {
        expectUnavailable(await stack.flow.exchange(client, code));
        expectUnavailable(await stack.flow.refresh(client, tokens.refresh_token));
        expectUnavailable(await sendJson(stack.flow.url('register'), { redirect_uris: ['https://client.example/'] }));
        expectUnavailable(await stack.flow.revoke(client, tokens.refresh_token));
      });

      it('consent operations: UNAVAILABLE (consent.proto)', async () => {
        for (const operation of [
          () => stack.consent.pendingRequest(requestId, USER),
          () => stack.flow.grant(requestId),
          () => stack.consent.denyPending(requestId, USER),
        ]) {
          const error = await operation().then(
            () => undefined,
            (reason: unknown) => reason,
          );
          expect(error).to.have.property('code', grpcStatus.UNAVAILABLE);
        }
      });

      it('metadata is still served, and /readyz reports the problem', async () => {
        expect((await send(`${stack.issuer}/.well-known/oauth-authorization-server`)).status).to.equal(200);
        await eventually(async () => expect((await send(`${stack.issuer}/readyz`)).status).to.equal(503));
        expect((await send(`${stack.issuer}/healthz`)).status).to.equal(200);
      });
    });

    it(`Redis was ${how} and is back: everything works without a restart, and nothing was consumed`, async () => {
      const code = await stack.flow.code(client);
      const { refresh_token } = await stack.flow.tokens(client);
      await goAway();
      expectUnavailable(await stack.flow.exchange(client, code));
      expectUnavailable(await stack.flow.refresh(client, refresh_token));
      await comeBack();
      await untilServed();
      tokensOf(await stack.flow.exchange(client, code));
      tokensOf(await stack.flow.refresh(client, refresh_token));
      await stack.gatehouse.untilReady();
    });
  }

  async function untilServed(): Promise<void> {
    await eventually(async () => expect((await stack.flow.authorize(client)).headers.location).to.contain('/connect'));
  }
});

function expectUnavailable(answer: Answer): void {
  expect(answer.status, answer.body).to.equal(503);
  expect(answer.json().error).to.equal('temporarily_unavailable');
  expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
}
