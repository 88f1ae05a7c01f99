import type { Throttle } from '../../oauth/ports/throttle.js';
import { ALLOWED, countedBuckets, denied } from '../buckets.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './scripts.js';

/**
 * One script per bucket, all sent at once: one round trip however many buckets there are, on whatever nodes of a cluster.
 * Since no script can span nodes, an event that one bucket denies has been counted in the others by then; it is given
 * back, so that who is denied by his own bucket cannot fill the one that he shares with everybody.
 */
export function createRedisThrottle(redis: RedisConnection, keys: Keys): Throttle {
  return {
    async hit(buckets) {
      const hits = await Promise.all(
        countedBuckets(buckets).map(async ({ key: hash, limit, windowMs }) => {
          const key = keys.throttle(hash);
          const answer = await redis.run(scripts.throttleHit, key, [limit, Math.max(1, Math.floor(windowMs))]);
          const [counted, remainingMs] = answer as [0 | 1, number];
          return { key, counted: counted === 1, remainingMs };
        }),
      );
      const full = hits.filter(({ counted }) => !counted);
      if (full.length === 0) return ALLOWED;
      const countedInVain = hits.filter(({ counted }) => counted);
      await Promise.all(countedInVain.map((hit) => redis.run(scripts.throttleGiveBack, hit.key, [hit.remainingMs])));
      return denied(full.map(({ remainingMs }) => remainingMs));
    },

    async peek(buckets) {
      const counters = await Promise.all(
        countedBuckets(buckets).map(async ({ key: hash, limit }) => {
          const answer = await redis.run(scripts.throttlePeek, keys.throttle(hash), []);
          const [count, remainingMs] = answer as [number, number];
          return { isFull: count >= limit, remainingMs };
        }),
      );
      const full = counters.filter(({ isFull }) => isFull);
      return full.length === 0 ? ALLOWED : denied(full.map(({ remainingMs }) => remainingMs));
    },
  };
}
