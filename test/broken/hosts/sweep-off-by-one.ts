import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

export const sweepOffByOne: BrokenHost = {
  name: 'a sweep also removes rows that expire at that exact moment',
  caughtBy: ['sweep/expired-only'],
  around: (backend) =>
    replacing(backend, ({ codes }) => ({
      codes: { sweepExpired: (before, limit) => codes.sweepExpired(new Date(before.getTime() + 1), limit) },
    })),
};
