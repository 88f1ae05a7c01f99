import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { PendingRequest } from '../../daemon/oauth/model/pending-request.js';
import { concurrently, countOf, daemonFor, type StateUnderTest } from './state-under-test.js';

const MINUTE = 60_000;

/** The suite of oauth/ports/state.ts. `open` is called once per suite; every test uses its own requests. */
export function pendingRequestsConformance(open: () => StateUnderTest): void {
  describe('pending requests', () => {
    let store: StateUnderTest;
    before(() => (store = open()));

    const requests = (n = 0) => daemonFor(store, n).pendingRequests;

    async function stored(pending = request()): Promise<string> {
      const id = newId();
      await requests().create(id, pending, 10 * MINUTE);
      return id;
    }

    it('are returned exactly as stored (AS-170)', async () => {
      const pending = request({
        clientName: 'Ünïcode 🦉 \u202e \u0000 "quoted" \\ \ud800 alone',
        state: `${'~'.repeat(8000)}%00\r\n🦉`,
        scopes: [],
      });
      const id = await stored(pending);
      expect(await requests(1).view(id, 'ada')).to.deep.equal(pending);
      expect((await requests().take(id, 'ada'))?.pending).to.deep.equal(pending);
    });

    it('keep an absent state absent', async () => {
      const pending: PendingRequest = request();
      delete (pending as { state?: string }).state;
      expect(await requests(1).view(await stored(pending), 'ada')).to.not.have.property('state');
    });

    it('do not exist before they are created', async () => {
      expect(await requests().view(newId(), 'ada')).to.equal(undefined);
      expect(await requests().take(newId(), 'ada')).to.equal(undefined);
    });

    it('are not consumed by viewing (AS-80)', async () => {
      const id = await stored();
      await requests().view(id, 'ada');
      expect(await requests(1).view(id, 'ada')).to.not.equal(undefined);
    });

    it('belong to the first user who views them: they do not exist for other users', async () => {
      const id = await stored();
      await requests().view(id, 'ada');
      expect(await requests(1).view(id, 'eve')).to.equal(undefined);
      expect(await requests(1).take(id, 'eve')).to.equal(undefined);
      expect(await requests().take(id, 'ada')).to.not.equal(undefined);
    });

    it('can be taken without being viewed', async () => {
      expect(await requests(1).take(await stored(), 'ada')).to.include({ userId: 'ada' });
    });

    it('distinguish users whose ids differ in case, in white space or after a NUL', async () => {
      const id = await stored();
      await requests().view(id, 'ada');
      for (const other of ['Ada', 'ada ', 'ada\0', '']) expect(await requests().view(id, other)).to.equal(undefined);
    });

    it('may be owned by a user with an empty id', async () => {
      const id = await stored();
      expect(await requests().view(id, '')).to.not.equal(undefined);
      expect(await requests().view(id, 'ada')).to.equal(undefined);
    });

    it('do not exist once taken, even for the owner', async () => {
      const id = await stored();
      await requests().take(id, 'ada');
      expect(await requests(1).take(id, 'ada')).to.equal(undefined);
      expect(await requests(1).view(id, 'ada')).to.equal(undefined);
    });

    it('go to exactly one of 100 concurrent takes, as in a race of IssueCode and DenyPending', async () => {
      const id = await stored();
      const taken = await concurrently(100, (n) => requests(n).take(id, 'ada'));
      expect(countOf(taken, (one) => one !== undefined)).to.equal(1);
    });

    it('go to exactly one of two users who view them concurrently', async () => {
      for (let round = 0; round < 20; round++) {
        const id = await stored();
        const users = await concurrently(50, async (n) => {
          const user = n % 2 === round % 2 ? 'ada' : 'eve';
          return (await requests(Math.floor(n / 2)).view(id, user)) && user;
        });
        const seenBy = new Set(users.filter((user) => user !== undefined));
        expect([...seenBy]).to.have.length(1);
        const [owner] = seenBy;
        expect(await requests().take(id, owner === 'ada' ? 'eve' : 'ada')).to.equal(undefined);
        expect(await requests().take(id, owner!)).to.not.equal(undefined);
      }
    });

    it("go to exactly one user when a view races another user's take", async () => {
      for (let round = 0; round < 20; round++) {
        const id = await stored();
        const [viewed, taken] = await Promise.all([
          requests(round).view(id, 'ada'),
          requests(round + 1).take(id, 'eve'),
        ]);
        expect(countOf([viewed, taken], (one) => one !== undefined)).to.equal(1);
      }
    });

    it('are restored unchanged, still owned by their user', async () => {
      const pending = request();
      const id = await stored(pending);
      const taken = await requests().take(id, 'ada');
      expect(await requests(1).restore(id, taken!)).to.equal(true);
      expect(await requests().view(id, 'eve')).to.equal(undefined);
      expect(await requests().take(id, 'eve')).to.equal(undefined);
      expect((await requests().take(id, 'ada'))?.pending).to.deep.equal(pending);
    });

    it('are restored with the remaining lifetime, and no more', async () => {
      const id = await stored();
      await store.elapse(4 * MINUTE);
      const taken = (await requests().take(id, 'ada'))!;
      expect(taken.remainingMs).to.be.within(1, 6 * MINUTE);
      await requests().restore(id, taken);
      await store.elapse(taken.remainingMs - MINUTE);
      expect(await requests().view(id, 'ada')).to.not.equal(undefined);
      await store.elapse(MINUTE);
      expect(await requests().view(id, 'ada')).to.equal(undefined);
    });

    it('are not restored over an existing one', async () => {
      const id = await stored(request({ clientName: 'the one that is there' }));
      expect(await requests().restore(id, { pending: request(), userId: 'eve', remainingMs: MINUTE })).to.equal(true);
      expect(await requests().view(id, 'ada')).to.include({ clientName: 'the one that is there' });
    });

    it('are not restored if no lifetime remains', async () => {
      const id = newId();
      expect(await requests().restore(id, { pending: request(), userId: 'ada', remainingMs: 0 })).to.equal(false);
      expect(await requests().view(id, 'ada')).to.equal(undefined);
    });

    it('do not exist after they expire, viewed or not (PendingRequestTTL)', async () => {
      const [viewed, unviewed] = [await stored(), await stored()];
      await requests().view(viewed, 'ada');
      await store.elapse(9 * MINUTE);
      expect(await requests().view(viewed, 'ada')).to.not.equal(undefined);
      await store.elapse(MINUTE);
      for (const id of [viewed, unviewed]) {
        expect(await requests().view(id, 'ada')).to.equal(undefined);
        expect(await requests().take(id, 'ada')).to.equal(undefined);
      }
    });

    it('do not live longer when viewed', async () => {
      const id = await stored();
      for (let minute = 0; minute < 10; minute++) {
        expect(await requests().view(id, 'ada')).to.not.equal(undefined);
        await store.elapse(MINUTE);
      }
      expect(await requests().view(id, 'ada')).to.equal(undefined);
    });

    it('round a lifetime to whole milliseconds, and do not exist with a lifetime of zero', async () => {
      const id = newId();
      await requests().create(id, request(), MINUTE + 0.5);
      expect(await requests().view(id, 'ada')).to.not.equal(undefined);
      await requests().create(id, request(), 0);
      await store.elapse(MINUTE);
      expect(await requests().view(id, 'ada')).to.equal(undefined);
    });
  });
}

function newId(): string {
  return randomBytes(32).toString('base64url');
}

function request(differences: Partial<PendingRequest> = {}): PendingRequest {
  return {
    clientId: 'client',
    clientName: 'Assistant',
    clientRegisteredAt: 1_767_225_600_000,
    clientSelfRegistered: true,
    redirectUri: 'https://client.example.test/callback',
    state: 'state',
    codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    scopes: ['read', 'offline_access'],
    resource: 'https://app.example.test/mcp',
    expiresAt: 1_767_226_200_000,
    network: '192.0.2.1',
    clientUnconsented: true,
    csrfSecret: 'secret',
    ...differences,
  };
}
