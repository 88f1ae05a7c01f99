import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { connectConsent, type ConsentClient } from '../support/consent-client.js';
import { EVERY_TEST } from '../support/every-test.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse, type Gatehouse } from '../support/gatehouse.js';
import { sendJson, type Answer } from '../support/http-client.js';
import { mortalHost, type MortalHost } from '../support/mortal-host.js';
import { codeOf, OAuthFlow, tokensOf, type RegisteredClient } from '../support/oauth-flow.js';
import { expectNoSecrets } from '../support/stack.js';

/** `make test` kills the host at every fifth step only: each death takes a second of processor time. */
const STRIDE = EVERY_TEST ? 1 : 5;

/** One request, and the condition once the host is back: it took effect completely, or not at all. */
interface Attempt {
  /** Returns whether the request succeeded; if not, asserts on the answer. */
  run(): Promise<boolean>;
  afterwards(): Promise<void>;
}

describe('the host is killed at every step of every transaction (AS-204)', () => {
  let gatehouse: Gatehouse;
  let host: MortalHost;
  let consent: ConsentClient;
  let flow: OAuthFlow;
  let client: RegisteredClient;

  before(async () => {
    const [port, hostPort] = [await freePort(), await freePort()];
    const issuer = `http://127.0.0.1:${port}`;
    host = mortalHost(`127.0.0.1:${hostPort}`, { issuer, resource: `${issuer}/mcp` });
    await host.start();
    gatehouse = await startGatehouse({ hostAddress: `127.0.0.1:${hostPort}`, port });
    await gatehouse.untilReady();
    consent = connectConsent(gatehouse.consentAddress);
    flow = new OAuthFlow(issuer, consent);
    client = await flow.register();
  });
  after(async () => {
    consent.close();
    expect(await gatehouse.stop()).to.deep.equal({ code: 0, signal: null });
    await host.kill();
    expectNoSecrets(gatehouse.log(), flow.secrets);
  });

  /**
   * Kills the host at each step in turn until it survives the request. Returns the number of steps at which it died.
   */
  async function dieAtEveryStep(prepare: () => Promise<Attempt>): Promise<number> {
    for (let step = 0; ; step += STRIDE) {
      const attempt = await prepare();
      host.dieAtStep(step);
      const succeeded = await attempt.run();
      if (await host.survived()) {
        expect(succeeded, `nothing happened, yet the request failed at step ${step}`).to.equal(true);
        return step;
      }
      expect(succeeded, `the host died at step ${step}, yet the request succeeded`).to.equal(false);
      await host.start();
      await flow.untilHostAnswers();
      await attempt.afterwards();
    }
  }

  it('register: returns 503 temporarily_unavailable, and leaves nothing half-created', async () => {
    const steps = await dieAtEveryStep(async () => ({
      run: async () => {
        const answer = await sendJson(flow.url('register'), { redirect_uris: ['https://client.example/callback'] });
        return isSuccess(answer, 201);
      },
      afterwards: async () => void (await flow.register()),
    }));
    expect(steps).to.be.at.least(7);
  });

  it('authorize returns a local 503 and never redirects, because the redirect URI is not yet validated (AS-68)', async () => {
    const steps = await dieAtEveryStep(async () => ({
      run: async () => {
        const answer = await flow.authorize(client);
        if (answer.status === 302) return true;
        expect(answer.status).to.equal(503);
        expect(answer.headers['content-type']).to.match(/^text\/plain/);
        expect(answer.headers).to.not.have.property('location');
        expect(answer.headers['retry-after']).to.match(/^\d+$/);
        return false;
      },
      afterwards: async () => void (await flow.pending(client)),
    }));
    expect(steps).to.be.at.least(4);
  });

  it('IssueCode returns UNAVAILABLE and keeps the pending request for its user (AS-88)', async () => {
    const steps = await dieAtEveryStep(async () => {
      const { requestId, verifier } = await flow.pending(client);
      return {
        run: async () => {
          try {
            codeOf(await flow.grant(requestId));
            return true;
          } catch (error) {
            expect(error).to.have.property('code', grpcStatus.UNAVAILABLE);
            return false;
          }
        },
        afterwards: async () => {
          expect((await flow.grant(requestId, 'mallory')).error).to.equal('CONSENT_ERROR_PENDING_NOT_FOUND');
          tokensOf(await flow.exchange(client, { code: codeOf(await flow.grant(requestId)), verifier }));
        },
      };
    });
    expect(steps).to.be.at.least(7);
  });

  it('an exchange returns 503, and the code is spent together with issuing the tokens or not at all (AS-204)', async () => {
    const steps = await dieAtEveryStep(async () => {
      const code = await flow.code(client);
      return {
        run: async () => isSuccess(await flow.exchange(client, code), 200),
        // After a kill that follows the commit, the tokens are lost: the code is spent, and presenting it again is
        // reuse.
        afterwards: async () => expectAllOrNothing(await flow.exchange(client, code)),
      };
    });
    expect(steps).to.be.at.least(19);
  });

  it('refresh: returns 503, and the token is either rotated or still valid', async () => {
    const steps = await dieAtEveryStep(async () => {
      const { refresh_token } = await flow.tokens(client);
      return {
        run: async () => isSuccess(await flow.refresh(client, refresh_token), 200),
        afterwards: async () => expectAllOrNothing(await flow.refresh(client, refresh_token)),
      };
    });
    expect(steps).to.be.at.least(19);
  });

  it('revoke: returns 503, and a retry revokes', async () => {
    const steps = await dieAtEveryStep(async () => {
      const { refresh_token } = await flow.tokens(client);
      return {
        run: async () => isSuccess(await flow.revoke(client, refresh_token), 200),
        afterwards: async () => {
          expect((await flow.revoke(client, refresh_token)).status).to.equal(200);
          expect((await flow.refresh(client, refresh_token)).json().error).to.equal('invalid_grant');
        },
      };
    });
    expect(steps).to.be.at.least(8);
  });
});

function isSuccess(answer: Answer, status: number): boolean {
  if (answer.status === status) return true;
  expect(answer.status, answer.body).to.equal(503);
  expect(answer.json().error).to.equal('temporarily_unavailable');
  expect(answer.headers['retry-after']).to.match(/^[1-9]\d*$/);
  expect(answer.headers['cache-control']).to.equal('no-store');
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
  return false;
}

function expectAllOrNothing(answer: Answer): void {
  if (answer.status !== 200) expect([answer.status, answer.json().error]).to.deep.equal([400, 'invalid_grant']);
}
