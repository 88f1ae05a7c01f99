import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createCode, sweepExpired } from '../operations.js';
import { DAY_MS, OLD } from '../records.js';

const LIMIT = 1000;
const PER_TRANSACTION = 16;
const TRANSACTIONS = 64;
const EXPIRED = OLD - 10 * DAY_MS;

export const sweepBounded: Check = {
  name: 'sweep/bounded',
  citation: 'backend.proto: SweepExpired, "in batches of at most 1000 a call"',
  on: 'unary',
  run: async ({ backend }) => {
    for (let n = 0; n < TRANSACTIONS; n += 1) {
      const code = () => createCode(backend.newCode({ expiresAt: toTimestamp(EXPIRED) }));
      await backend.commit(...Array.from({ length: PER_TRANSACTION }, code));
    }
    let removed = 0;
    while (removed < TRANSACTIONS * PER_TRANSACTION) {
      const [result] = await backend.commit(sweepExpired(EXPIRED + 1));
      const count = result?.sweepExpired?.codesRemoved ?? 0;
      expectThat(
        count >= 1 && count <= LIMIT,
        `1 to ${LIMIT} of ${TRANSACTIONS * PER_TRANSACTION - removed} expired codes are removed by one call`,
        String(count),
        'Remove in batches, so that a sweep never holds up the token request it runs with, and report how many.',
      );
      removed += count;
    }
  },
};
