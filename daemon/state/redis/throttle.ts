import type { Logger } from '../../core/logger.js';
import type { Throttle } from '../../oauth/ports/throttle.js';
import { ALLOWED, countedBuckets, denied } from '../buckets.js';
import type { RedisConnection } from './connection.js';
import { countEvent } from './counters.js';
import type { Keys } from './keys.js';
import { scripts } from './scripts.js';

export function createRedisThrottle(redis: RedisConnection, keys: Keys, logger: Logger): Throttle {
  return {
    async hit(buckets) {
      const outcome = await countEvent(redis, keys.throttle, countedBuckets(buckets), logger);
      return 'allowed' in outcome ? outcome : ALLOWED;
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
