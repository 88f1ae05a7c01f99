import { expect } from 'chai';
import { sendJson, type Answer } from '../support/http-client.js';
import { tokensOf, USER } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const SUITES = [
  { database: 'sqlite', state: 'memory', engine: 'uws' },
  { database: 'postgres', state: 'redis', engine: 'node' },
] as const;

for (const suite of SUITES) {
  describe(`concurrency on ${suite.database}, state in ${suite.state}, engine ${suite.engine}`, () => {
    let stack: Stack;
    before(async () => (stack = await startStack({ shared: true, ...suite, oauth: { dcrClientCap: 200 } })));
    after(() => stack.stop());

    it('100 parallel uses of one code: one success, and the lineage is revoked (AS-117; RFC 6749 §4.1.2)', async () => {
      const client = await stack.flow.register();
      const code = await stack.flow.code(client);
      const winner = expectOneSuccess(await times(100, () => stack.flow.exchange(client, code)));
      await expectDead(winner);
      expectInvalidGrant(await stack.flow.refresh(client, tokensOf(winner).refresh_token));
      expect(await count('gatehouse_access_tokens', client.clientId)).to.equal(1);
    });

    it('100 parallel uses of one refresh token: one success, and the lineage is revoked (AS-130; RFC 9700 §4.14.2)', async () => {
      const client = await stack.flow.register();
      const { refresh_token } = await stack.flow.tokens(client);
      const winner = expectOneSuccess(await times(100, () => stack.flow.refresh(client, refresh_token)));
      await expectDead(winner);
      expectInvalidGrant(await stack.flow.refresh(client, tokensOf(winner).refresh_token));
      expect(await count('gatehouse_refresh_tokens', client.clientId)).to.equal(2);
    });

    it('when attackers use a code in parallel with its owner, the owner succeeds and nothing is revoked (AS-142)', async () => {
      const [client, stranger] = [await stack.flow.register(), await stack.flow.register()];
      const code = await stack.flow.code(client);
      const [owner] = await Promise.all([
        stack.flow.exchange(client, code),
        times(30, () => stack.flow.exchange(stranger, code)),
        times(30, () => stack.flow.exchange(client, { ...code, verifier: 'x'.repeat(43) })),
      ]);
      expect(await stack.host.issuer.verify(tokensOf(owner).access_token)).to.not.equal(undefined);
    });

    it('after a revocation that races rotations, nothing in the lineage is valid (AS-144)', async () => {
      for (let round = 0; round < 10; round++) {
        const client = await stack.flow.register();
        const { refresh_token } = await stack.flow.tokens(client);
        const [rotated, revoked] = await Promise.all([
          stack.flow.refresh(client, refresh_token),
          stack.flow.revoke(client, refresh_token),
        ]);
        expect(revoked.status).to.equal(200);
        expect(rotated.status).to.be.oneOf([200, 400]);
        if (rotated.status === 200) {
          await expectDead(rotated);
          expectInvalidGrant(await stack.flow.refresh(client, tokensOf(rotated).refresh_token));
        }
      }
    });

    it('an answer without a scope takes the request from none of the answers beside it (AS-84, AS-87)', async () => {
      const client = await stack.flow.register();
      for (let round = 0; round < 10; round++) {
        const { requestId } = await stack.flow.pending(client);
        const answers = await Promise.all(
          Array.from({ length: 11 }, (_, index) =>
            index === 5 ? stack.flow.grant(requestId) : stack.flow.grant(requestId, USER, []),
          ),
        );
        const [granted] = answers.splice(5, 1);
        expect(granted?.redirectUrl).to.include('code=');
        for (const { error } of answers) {
          expect(error).to.be.oneOf(['CONSENT_ERROR_NO_GRANTABLE_SCOPES', 'CONSENT_ERROR_PENDING_NOT_FOUND']);
        }
      }
    });

    it('of 20 parallel Revoke calls for one token, exactly one says that it revoked it (AS-89)', async () => {
      const client = await stack.flow.register();
      const { access_token } = await stack.flow.tokens(client);
      const answers = await times(20, () => stack.consent.revoke(access_token));
      expect(answers.filter(({ revoked }) => revoked)).to.have.length(1);
    });

    it('of 300 parallel registrations at a cap of 200, exactly 200 succeed (AS-29)', async () => {
      const before = await count('gatehouse_clients');
      const answers = await times(300, () =>
        sendJson(stack.flow.url('register'), {
          redirect_uris: ['https://client.example/callback'],
          token_endpoint_auth_method: 'none',
        }),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(200 - before);
      expect(answers.filter(({ status }) => status === 503)).to.have.length(100 + before);
      expect(await count('gatehouse_clients')).to.equal(200);
    });

    async function count(table: string, clientId?: string): Promise<number> {
      const where = clientId === undefined ? '' : ` where client_id = '${clientId}'`;
      const [row] = await stack.host.execute(`select count(*) as n from ${table}${where}`);
      return Number((row as { n: number | string }).n);
    }

    async function expectDead(answer: Answer): Promise<void> {
      expect(await stack.host.issuer.verify(tokensOf(answer).access_token)).to.equal(undefined);
    }
  });
}

function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, work));
}

function expectOneSuccess(answers: readonly Answer[]): Answer {
  const successes = answers.filter(({ status }) => status === 200);
  expect(successes).to.have.length(1);
  for (const answer of answers) if (answer.status !== 200) expectInvalidGrant(answer);
  return successes[0]!;
}

function expectInvalidGrant(answer: Answer): void {
  expect(answer.status, answer.body).to.equal(400);
  expect(answer.json().error).to.equal('invalid_grant');
}
