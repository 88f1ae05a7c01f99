import { toTimestamp } from '../../contract/time.js';
import type { Check } from '../check.js';
import { expectThat } from '../failure.js';
import { createClient, sweepUnconsentedClients } from '../operations.js';
import { DAY_MS, newClient, OLD } from '../records.js';

const LIMIT = 1000;
const PER_TRANSACTION = 16;
const TRANSACTIONS = 64;
const REGISTERED = OLD - 10 * DAY_MS;

export const clientSweepBounded: Check = {
  name: 'client/sweep-bounded',
  citation: 'backend.proto: SweepUnconsentedClients, "In batches of at most 1000 a call"',
  on: 'unary',
  run: async ({ backend }) => {
    for (let n = 0; n < TRANSACTIONS; n += 1) {
      const client = () => createClient(newClient({ registeredAt: toTimestamp(REGISTERED) }));
      await backend.commit(...Array.from({ length: PER_TRANSACTION }, client));
    }
    let removed = 0;
    while (removed < TRANSACTIONS * PER_TRANSACTION) {
      const [result] = await backend.commit(sweepUnconsentedClients(REGISTERED + 1));
      const count = result?.sweepUnconsentedClients?.removed ?? 0;
      expectThat(
        count >= 1 && count <= LIMIT,
        `1 to ${LIMIT} of ${TRANSACTIONS * PER_TRANSACTION - removed} old clients are removed by one call`,
        String(count),
        'Remove in batches, so that a sweep never holds up the registration it runs with, and report how many.',
      );
      removed += count;
    }
  },
};
