import { expect } from 'chai';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import { createMemoryState } from './state.js';

const ROUNDS = 50_000;
/** Less than a single empty Set per round would take. */
const MAX_GROWTH_BYTES = 3_000_000;

describe('state in memory, after its content is gone', () => {
  let now = 1_000_000;
  const state = createMemoryState({ now: () => now });

  for (const [what, round] of [
    [
      'networks whose clients were released',
      async (n: number) => {
        await state.unconsentedClients.hold(`network ${n}`, `client ${n}`, 1, 60_000);
        await state.unconsentedClients.release(`client ${n}`);
      },
    ],
    [
      'networks and clients whose requests were taken',
      async (n: number) => {
        const pending = { clientId: `client ${n}`, network: `network ${n}`, expiresAt: now + 60_000 } as PendingRequest;
        await state.pendingRequests.create(`request ${n}`, pending, 60_000);
        await state.pendingRequests.take(`request ${n}`, 'ada');
      },
    ],
    [
      'expired windows',
      async (n: number) => {
        now += 1000;
        await state.throttle.hit([{ key: `bucket ${n}`, limit: 1, windowMs: 1000 }]);
      },
    ],
  ] as const) {
    it(`retains nothing of ${what}`, async () => {
      for (let n = 0; n < 1000; n++) await round(n);
      const before = heapInUse();
      for (let n = 1000; n < ROUNDS; n++) await round(n);
      expect(heapInUse() - before).to.be.below(MAX_GROWTH_BYTES);
    });
  }
});

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
