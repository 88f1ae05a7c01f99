import type { Replays } from '../../oauth/ports/state.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';

export function createRedisReplays(redis: RedisConnection, keys: Keys): Replays {
  return {
    async save(tokenHash, sealed, ttlMs) {
      const life = Math.floor(ttlMs);
      if (life >= 1) await redis.set(keys.replay(tokenHash), sealed, life);
    },

    async saveFirst(tokenHash, sealed, ttlMs) {
      const life = Math.floor(ttlMs);
      if (life < 1 || (await redis.setIfAbsent(keys.replay(tokenHash), sealed, life))) return sealed;
      // It may have expired in between; then this one counts, as if it had been the first.
      return (await redis.get(keys.replay(tokenHash))) ?? sealed;
    },

    find: (tokenHash) => redis.get(keys.replay(tokenHash)),
  };
}
