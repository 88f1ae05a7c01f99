import type { Clock } from '../../core/clock.js';
import type { SignInThrottle } from '../../admin/ports/sign-in-throttle.js';
import { countedBuckets } from '../buckets.js';
import { Windows } from './windows.js';

export function createMemorySignInThrottle(capacity: number, clock: Clock): SignInThrottle {
  const windows = new Windows(capacity, clock);

  return {
    async attempt({ pair, login, address }) {
      const own = countedBuckets([pair]);
      const wide = countedBuckets([login, address]);
      const denial = windows.denial([...own, ...wide]);
      if (denial !== undefined) return denial;
      const ownWindows = own.map((bucket) => windows.count(bucket));
      const wideWindows = wide.map((bucket) => windows.count(bucket));
      return {
        allowed: true,

        async succeeded() {
          for (const { key } of own) windows.forget(key);
          for (const window of wideWindows) window.count -= 1;
        },

        async withdrawn() {
          for (const window of [...ownWindows, ...wideWindows]) window.count -= 1;
        },
      };
    },
  };
}
