import type { BrokenHost } from '../broken-host.js';
import { replacing } from '../broken-host.js';

const DAY_MS = 86_400_000;

export const sweepRemovesLiveRows: BrokenHost = {
  name: 'a sweep removes rows that are still live',
  caughtBy: ['sweep/expired-only', 'sweep/expired-only (stream)'],
  around: (backend) =>
    replacing(backend, ({ codes, refreshTokens }) => ({
      codes: { sweepExpired: (_before, limit) => codes.sweepExpired(new Date(Date.now() + DAY_MS), limit) },
      refreshTokens: {
        sweepExpired: (_before, limit) => refreshTokens.sweepExpired(new Date(Date.now() + DAY_MS), limit),
      },
    })),
};
