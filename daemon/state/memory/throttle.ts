import type { Clock } from '../../core/clock.js';
import type { Bucket, Throttle, Verdict } from '../../oauth/ports/throttle.js';
import { ALLOWED, countedBuckets, denied } from '../buckets.js';
import { ExpiringMap } from './expiring-map.js';

/** A window opens with the first event that is counted in it. */
export function createMemoryThrottle(capacity: number, clock: Clock): Throttle {
  const windows = new ExpiringMap<{ count: number }>('throttle buckets', capacity, clock);

  function judge(buckets: readonly Bucket[]): Verdict {
    const full = buckets.filter(({ key, limit }) => (windows.get(key)?.count ?? 0) >= limit);
    return full.length === 0 ? ALLOWED : denied(full.map(({ key }) => windows.remainingMs(key)));
  }

  return {
    async hit(buckets) {
      const counted = countedBuckets(buckets);
      const verdict = judge(counted);
      if (!verdict.allowed) return verdict;
      for (const { key, windowMs } of counted) {
        const window = windows.get(key);
        if (window === undefined) windows.set(key, { count: 1 }, windowMs);
        else window.count++;
      }
      return verdict;
    },

    async peek(buckets) {
      return judge(countedBuckets(buckets));
    },
  };
}
