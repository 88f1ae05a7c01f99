import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokenHost } from '../broken-host.js';
import { replacing, separately } from '../broken-host.js';

export const halfDoneWhenCancelled: BrokenHost = {
  name: 'a cancelled call stops between two operations without rolling back',
  caughtBy: ['cancellation/nothing-half-done'],
  around: (backend) =>
    replacing(separately(backend), ({ codes }) => ({
      codes: {
        async create(code) {
          await sleep(10);
          await codes.create(code);
          await sleep(10);
        },
      },
    })),
};
