import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsentAnswer } from '../support/consent-client.js';
import { ALL_SCOPES, tokensOf, USER, type RegisteredClient } from '../support/oauth-flow.js';
import { startStack, type Stack } from '../support/stack.js';

const NOT_FOUND = 'CONSENT_ERROR_PENDING_NOT_FOUND';

for (const state of ['memory', 'redis'] as const) {
  describe(`consent operations, state in ${state} (AS-80 to AS-88)`, () => {
    let stack: Stack;
    let client: RegisteredClient;
    before(async () => {
      stack = await startStack({ shared: true, state });
      client = await stack.flow.register({
        client_name: 'Ex\u202eam\u200bple',
        redirect_uris: ['http://127.0.0.1:33418/callback'],
      });
    });
    after(() => stack.stop());

    it('PendingRequest returns everything that a consent page shows, and consumes nothing (AS-80)', async () => {
      const { requestId } = await stack.flow.pending(client, { scope: 'read ai' });
      for (let n = 0; n < 2; n++) {
        const { pendingRequest } = await stack.consent.pendingRequest(requestId, USER);
        expect(pendingRequest).to.deep.include({
          clientId: client.clientId,
          clientName: 'Ex am ple',
          clientSelfRegistered: true,
          redirectUri: 'http://127.0.0.1:33418/callback',
          redirectHost: '127.0.0.1:33418',
          redirectIsLoopback: true,
          resource: stack.resource,
        });
        const scopes = pendingRequest!.scopes as { scope: string; description: string }[];
        expect(scopes.map(({ scope }) => scope)).to.deep.equal(['read', 'ai']);
        for (const { description } of scopes) expect(description).to.match(/^[A-Z].*\.$/);
      }
      expect((await stack.flow.grant(requestId)).redirectUrl).to.contain('code=');
    });

    it('IssueCode redirects to the exact URI with code, state and iss (AS-83; RFC 6749 §4.1.2, RFC 9207)', async () => {
      const { requestId } = await stack.flow.pending(client, { state: 'a b&c=\r\né' });
      const { redirectUrl } = await stack.flow.grant(requestId);
      expect(redirectUrl).to.match(/^http:\/\/127\.0\.0\.1:33418\/callback\?code=[A-Za-z0-9_-]{43}&[!-~]*$/);
      const parameters = new URL(redirectUrl!).searchParams;
      expect(parameters.get('state')).to.equal('a b&c=\r\né');
      expect(parameters.get('iss')).to.equal(stack.issuer);
      stack.flow.secrets.add(parameters.get('code')!);
    });

    it('DenyPending redirects with access_denied, state and iss, and uses up the request (AS-86)', async () => {
      const { requestId } = await stack.flow.pending(client);
      const { redirectUrl } = await stack.consent.denyPending(requestId, USER);
      const parameters = new URL(redirectUrl!).searchParams;
      expect(Object.fromEntries(parameters)).to.deep.include({
        error: 'access_denied',
        state: 'state-1',
        iss: stack.issuer,
      });
      expect(parameters.has('code')).to.equal(false);
      await expectGone(requestId, USER);
    });

    it('the first user who views a request owns it; for other users it does not exist (AS-81)', async () => {
      const { requestId } = await stack.flow.pending(client);
      await stack.consent.pendingRequest(requestId, USER);
      await expectGone(requestId, 'mallory');
      expect((await stack.flow.grant(requestId)).redirectUrl).to.contain('code=');
    });

    it('grants only requested scopes, and issues tokens with them (AS-84)', async () => {
      const { requestId, verifier } = await stack.flow.pending(client, { scope: 'read write' });
      const granted = await stack.flow.grant(requestId, USER, ['write', 'ai', 'unknown', 'write']);
      const code = new URL(granted.redirectUrl!).searchParams.get('code')!;
      const tokens = tokensOf(await stack.flow.exchange(client, { code, verifier }));
      expect(tokens.scope).to.equal('write');
    });

    it('returns NO_GRANTABLE_SCOPES if no requested scope is granted, and keeps the request (AS-84)', async () => {
      const { requestId } = await stack.flow.pending(client, { scope: 'read' });
      for (const scopes of [[], ['write'], ['READ']]) {
        expect((await stack.flow.grant(requestId, USER, scopes)).error).to.equal('CONSENT_ERROR_NO_GRANTABLE_SCOPES');
      }
      expect((await stack.flow.grant(requestId, 'mallory', [])).error).to.equal(NOT_FOUND);
      expect((await stack.flow.grant(requestId)).redirectUrl).to.contain('code=');
    });

    it('returns the grant context with every token of the lineage (AS-85)', async () => {
      const { requestId, verifier } = await stack.flow.pending(client);
      const grantContext = Buffer.from([0, 255, 1, 254]);
      const granted = await stack.consent.issueCode({
        requestId,
        userId: USER,
        grantedScopes: ALL_SCOPES,
        grantContext,
      });
      const code = new URL(granted.redirectUrl!).searchParams.get('code')!;
      const first = tokensOf(await stack.flow.exchange(client, { code, verifier }));
      const second = tokensOf(await stack.flow.refresh(client, first.refresh_token));
      for (const { access_token } of [first, second]) {
        const verified = await stack.host.issuer.verify(access_token);
        expect(verified).to.deep.include({ userId: USER, grantContext });
      }
    });

    it('a client that is revoked while the user decides never gets a grant', async () => {
      const doomed = await stack.flow.register();
      const { requestId } = await stack.flow.pending(doomed);
      await stack.host.revokeClient(doomed.clientId);
      expect((await stack.flow.grant(requestId)).error).to.equal(NOT_FOUND);
    });

    it('of 20 concurrent grants exactly one yields a code, and the host stores one', async () => {
      const { requestId } = await stack.flow.pending(client);
      const before = await stack.host.execute('select count(*) as n from gatehouse_codes');
      const answers = await Promise.all(Array.from({ length: 20 }, () => stack.flow.grant(requestId)));
      expectOneOf(answers);
      const after = await stack.host.execute('select count(*) as n from gatehouse_codes');
      expect((after[0] as { n: number }).n).to.equal((before[0] as { n: number }).n + 1);
    });

    it('when two users race for one request, exactly one gets it and keeps it (AS-87)', async () => {
      for (let round = 0; round < 20; round++) {
        const { requestId } = await stack.flow.pending(client);
        const users = ['ada', 'bob'];
        const views = await Promise.all(users.map((user) => stack.consent.pendingRequest(requestId, user)));
        const owners = users.filter((_, index) => views[index]!.pendingRequest !== undefined);
        expect(owners).to.have.length(1);
        const answers = await Promise.all(users.map((user) => stack.flow.grant(requestId, user)));
        expectOneOf(answers);
        expect(users.filter((_, index) => answers[index]!.redirectUrl !== undefined)).to.deep.equal(owners);
      }
    });

    it('when IssueCode races DenyPending, exactly one takes effect (AS-87; consent.proto)', async () => {
      for (let round = 0; round < 20; round++) {
        const { requestId } = await stack.flow.pending(client);
        expectOneOf(await Promise.all([stack.flow.grant(requestId), stack.consent.denyPending(requestId, USER)]));
      }
    });

    async function expectGone(requestId: string, userId: string): Promise<void> {
      for (const answer of [
        await stack.consent.pendingRequest(requestId, userId),
        await stack.flow.grant(requestId, userId),
        await stack.consent.denyPending(requestId, userId),
      ]) {
        expect(answer.error).to.equal(NOT_FOUND);
      }
    }

    function expectOneOf(answers: readonly ConsentAnswer[]): void {
      expect(answers.filter(({ redirectUrl }) => redirectUrl !== undefined)).to.have.length(1);
      expect(answers.filter(({ error }) => error === NOT_FOUND)).to.have.length(answers.length - 1);
    }
  });
}

for (const state of ['memory', 'redis'] as const) {
  describe(`PENDING_NOT_FOUND, state in ${state}: missing, foreign, used and expired requests get one answer (AS-82)`, () => {
    let stack: Stack;
    // The daemon's memory store uses the machine's clock, so the time really has to pass.
    const ttlMs = state === 'redis' ? 600_000 : 1000;
    before(
      async () => (stack = await startStack({ shared: true, state, oauth: { pendingRequestTtl: `${ttlMs / 1000}s` } })),
    );
    after(() => stack.stop());
    const expire = (): Promise<void> => stack.redis?.elapse(ttlMs) ?? sleep(ttlMs + 1);

    it('returns the same bytes and makes the same calls to store and host for every operation (AS-82)', async () => {
      const client = await stack.flow.register();
      const operations: readonly ((requestId: string) => Promise<ConsentAnswer>)[] = [
        (requestId) => stack.consent.pendingRequest(requestId, USER),
        (requestId) => stack.flow.grant(requestId),
        (requestId) => stack.consent.denyPending(requestId, USER),
      ];
      const cases: Record<string, () => Promise<string>> = {
        missing: async () => 'x'.repeat(43),
        foreign: async () => {
          const { requestId } = await stack.flow.pending(client);
          await stack.consent.pendingRequest(requestId, 'mallory');
          return requestId;
        },
        used: async () => {
          const { requestId } = await stack.flow.pending(client);
          await stack.consent.denyPending(requestId, USER);
          return requestId;
        },
        expired: async () => {
          const { requestId } = await stack.flow.pending(client);
          await expire();
          return requestId;
        },
      };
      for (const operation of operations) {
        // The first use of a script loads it.
        await operation('x');
        const seen = new Set<string>();
        for (const prepare of Object.values(cases)) {
          const requestId = await prepare();
          await stack.redis?.command('CONFIG', 'RESETSTAT');
          const transactions = stack.host.transactions();
          const { bytes } = await operation(requestId);
          seen.add(`${bytes.toString('hex')} ${await scriptCalls()} ${stack.host.transactions() - transactions}`);
        }
        expect([...seen]).to.have.length(1);
        expect([...seen][0]).to.match(state === 'redis' ? / 1 0$/ : / 0 0$/);
      }
    });

    /** The number of scripts that the daemon ran. Its health checks use other commands. */
    async function scriptCalls(): Promise<number> {
      const stats = (await stack.redis?.command('INFO', 'commandstats')) ?? '';
      return [...stats.matchAll(/cmdstat_(?:evalsha|eval|fcall):calls=(\d+)/g)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      );
    }
  });
}
