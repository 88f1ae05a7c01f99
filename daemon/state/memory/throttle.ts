import type { Clock } from '../../core/clock.js';
import type { Throttle } from '../../oauth/ports/throttle.js';
import { ALLOWED, countedBuckets } from '../buckets.js';
import { Windows } from './windows.js';

export function createMemoryThrottle(capacity: number, clock: Clock): Throttle {
  const windows = new Windows(capacity, clock);

  return {
    async hit(buckets) {
      const counted = countedBuckets(buckets);
      const denial = windows.denial(counted);
      if (denial !== undefined) return denial;
      for (const bucket of counted) windows.count(bucket);
      return ALLOWED;
    },

    async peek(buckets) {
      return windows.denial(countedBuckets(buckets)) ?? ALLOWED;
    },
  };
}
