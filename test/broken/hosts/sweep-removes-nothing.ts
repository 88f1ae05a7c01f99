import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const sweepRemovesNothing: BrokenHost = {
  name: 'sweeps remove nothing',
  caughtBy: ['sweep/expired-only', 'sweep/bounded', 'client/sweep', 'client/sweep-bounded'],
  around: (backend) =>
    replacing(backend, () => ({
      clients: { sweepUnconsented: async () => 0 },
      codes: { sweepExpired: async () => 0 },
      refreshTokens: { sweepExpired: async () => 0 },
    })),
};
