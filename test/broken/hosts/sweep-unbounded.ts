import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const sweepUnbounded: BrokenHost = {
  name: 'a sweep removes all expired rows at once, without a limit',
  caughtBy: ['sweep/bounded'],
  around: (backend) =>
    replacing(backend, ({ codes }) => ({
      codes: { sweepExpired: (before) => codes.sweepExpired(before, 1_000_000) },
    })),
};
