import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { PendingRequest } from '../../daemon/oauth/model/pending-request.js';
import { roomEntry, type State } from '../../daemon/state/state.js';
import { daemonFor, type StateUnderTest } from './state-under-test.js';

const TTL_MS = 600_000;
/** Some forty requests without a long state. */
export const ROOM_BYTES = 64 * 1024;
const FLOOD = 200;

/** The suite of state/state.ts for the eviction of requests when together they exceed the room. */
export function pendingRoomConformance(open: () => Promise<StateUnderTest>): void {
  describe('the room for pending requests, when it is full (AS-90)', () => {
    let store: StateUnderTest;
    let made: number;
    beforeEach(async () => {
      store = await open();
      made = 0;
    });
    afterEach(() => {
      for (const daemon of store.daemons) daemon.close();
    });

    const daemon = (n: number): State => daemonFor(store, n);

    async function pend(clientId: string, network: string, state = 'state'): Promise<string> {
      const id = randomBytes(32).toString('base64url');
      await daemon(made).pendingRequests.create(
        id,
        pendingRequest({ clientId, network, state, expiresAt: made++ }),
        TTL_MS,
      );
      return id;
    }

    const flood = async (each: (n: number) => Promise<string>): Promise<string[]> => {
      const ids = [];
      for (let n = 0; n < FLOOD; n++) ids.push(await each(n));
      return ids;
    };

    async function isThere(id: string): Promise<boolean> {
      return (await daemon(0).pendingRequests.view(id, 'ada')) !== undefined;
    }

    async function expectThere(...ids: readonly string[]): Promise<void> {
      for (const id of ids) expect(await isThere(id), `request ${ids.indexOf(id)}`).to.equal(true);
    }

    const there = async (ids: readonly string[]): Promise<boolean[]> => {
      const answers = [];
      for (const id of ids) answers.push(await isThere(id));
      return answers;
    };

    it('a network that floods through a client evicts its own: the same client continues from elsewhere', async () => {
      const before = await pend('shared', 'victim');
      await flood(() => pend('shared', 'attacker'));
      await expectThere(before, await pend('shared', 'victim'));
    });

    it('a network that floods through many clients evicts its own', async () => {
      const before = [await pend('honest', 'victim'), await pend('client 1', 'victim')];
      await flood((n) => pend(`client ${n}`, 'attacker'));
      await expectThere(...before, await pend('client 2', 'victim'));
    });

    it('a client that floods from many networks evicts its own: other clients continue', async () => {
      const before = await pend('honest', 'victim');
      await flood((n) => pend('flooding', `network ${n}`));
      await expectThere(before, await pend('honest', 'another victim'));
    });

    it('if all come from one network (an untrusted proxy), clients that flood evict their own', async () => {
      const before = await pend('honest', 'proxy');
      await flood((n) => pend(`flooding ${n % 18}`, 'proxy'));
      await expectThere(before, await pend('honest', 'proxy'));
    });

    it('the largest consumer loses its oldest first, and as many as necessary', async () => {
      const kept = await there(await flood(() => pend('client', 'network')));
      const firstKept = kept.indexOf(true);
      expect(firstKept).to.be.within(FLOOD - 50, FLOOD - 25);
      expect(kept.slice(firstKept)).to.not.include(false);
    });

    it('among equal consumers, the one with the oldest request loses it first', async () => {
      const kept = await there(await flood((n) => pend(`client ${n}`, `network ${n}`)));
      const firstKept = kept.indexOf(true);
      expect(firstKept).to.be.within(FLOOD - 50, FLOOD - 25);
      expect(kept.slice(firstKept)).to.not.include(false);
    });

    it('a client that uses everything is not exempt, unlike a network: it loses its oldest', async () => {
      const kept = await there(
        await flood((n) => pend('client', n === FLOOD - 10 || n === FLOOD - 9 ? 'twice' : `network ${n}`)),
      );
      expect(kept.slice(kept.indexOf(true))).to.not.include(false);
    });

    it('a longer request is not evicted for its length: among consumers with one request each, only age counts', async () => {
      await flood((n) => pend(`client ${n}`, `network ${n}`));
      const longer = await pend('honest', 'victim', 'x'.repeat(1000));
      for (let n = 0; n < 10; n++) await pend(`later ${n}`, `later ${n}`);
      await expectThere(longer);
    });

    it('counts bytes, not requests: evicts a few long ones before many short ones', async () => {
      const long = [];
      for (let n = 0; n < 5; n++) long.push(await pend('long', 'long', 'x'.repeat(8000)));
      const short = [];
      for (let n = 0; n < 15; n++) short.push(await pend('short', 'short'));
      expect((await there(long)).slice(0, 1)).to.deep.equal([false]);
      await expectThere(...short);
    });

    it('a request longer than the whole room is not stored, and evicts no other', async () => {
      const before = await pend('honest', 'victim');
      const long = await pend('long', 'long', 'x'.repeat(ROOM_BYTES));
      await expectThere(before);
      expect(await isThere(long)).to.equal(false);
    });

    it('stores a request that fills the room to the byte, and rejects one that is a byte longer', async () => {
      const shape = pendingRequest({ clientId: 'client', network: 'network', state: '', expiresAt: 0 });
      const longest = ROOM_BYTES - roomEntry('', shape, JSON.stringify(shape)).bytes;
      expect(await isThere(await pend('client', 'network', 'x'.repeat(longest + 1)))).to.equal(false);
      expect(await isThere(await pend('client', 'network', 'x'.repeat(longest)))).to.equal(true);
    });

    it('taking long requests frees as much room as they used', async () => {
      const before = [await pend('honest', 'victim'), await pend('passing', 'passing')];
      for (let n = 0; n < 100; n++) {
        const id = await pend('passing', 'passing', 'x'.repeat(8000));
        await daemon(0).pendingRequests.take(id, 'ada');
      }
      await flood(() => pend('flooding', 'attacker'));
      await expectThere(...before, await pend('flooding', 'attacker'));
    });

    it('a taken request frees its room, and uses it again when restored', async () => {
      const ids = [];
      for (let n = 0; n < 30; n++) ids.push(await pend(`client ${n}`, `network ${n}`));
      const store = daemon(0).pendingRequests;
      for (let round = 0; round < FLOOD; round++) {
        const taken = (await store.take(ids[0]!, 'ada'))!;
        await store.restore(ids[0]!, taken);
      }
      await expectThere(...ids);
      for (let round = 0; round < FLOOD; round++) {
        const id = randomBytes(32).toString('base64url');
        await store.create(id, pendingRequest({ clientId: 'passing', network: 'passing', expiresAt: made++ }), TTL_MS);
        await store.take(id, 'ada');
      }
      await expectThere(...ids);
    });

    it('an expired request uses no room', async () => {
      await flood((n) => pend(`old ${n % 7}`, `old ${n % 5}`));
      await store.elapse(TTL_MS + 1000);
      const ids = [];
      for (let n = 0; n < 30; n++) ids.push(await pend('client', 'network'));
      await expectThere(...ids);
    });
  });
}

export function pendingRequest(differences: Partial<PendingRequest>): PendingRequest {
  return {
    clientId: 'client',
    clientName: 'Assistant',
    clientRegisteredAt: 1_767_225_600_000,
    clientSelfRegistered: true,
    redirectUri: 'https://client.example.test/callback',
    codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    scopes: ['read', 'offline_access'],
    resource: 'https://app.example.test/mcp',
    network: 'network',
    clientUnconsented: true,
    csrfSecret: 'secret',
    ...differences,
    expiresAt: 1_767_226_200_000 + (differences.expiresAt ?? 0),
  };
}
