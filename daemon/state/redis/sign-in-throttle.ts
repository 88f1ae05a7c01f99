import type { SignInThrottle } from '../../admin/ports/sign-in-throttle.js';
import type { Logger } from '../../core/logger.js';
import { countedBuckets } from '../buckets.js';
import type { RedisConnection } from './connection.js';
import { countEvent, giveBack } from './counters.js';
import type { Keys } from './keys.js';
import { scripts } from './scripts.js';

export function createRedisSignInThrottle(redis: RedisConnection, keys: Keys, logger: Logger): SignInThrottle {
  return {
    async attempt({ pair, login, address }) {
      const own = countedBuckets([pair]);
      const buckets = [...own, ...countedBuckets([login, address])];
      const hits = await countEvent(redis, keys.throttle, buckets, logger);
      if ('allowed' in hits) return hits;
      return {
        allowed: true,

        async succeeded() {
          await Promise.all([
            ...hits.slice(0, own.length).map(({ key }) => redis.run(scripts.throttleForget, key, [])),
            giveBack(redis, hits.slice(own.length)),
          ]);
        },

        withdrawn: () => giveBack(redis, hits),
      };
    },
  };
}
