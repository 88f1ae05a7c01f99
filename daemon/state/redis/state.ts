import { randomToken } from '../../core/crypto.js';
import type { Logger } from '../../core/runtime.js';
import { PENDING_ROOM_BYTES } from '../state.js';
import type { State } from '../state.js';
import type { RedisOptions } from './connection.js';
import { RedisConnection } from './connection.js';
import { createKeys, scripts } from './keys.js';
import { createRedisPendingRequests } from './pending-requests.js';
import { createRedisReplays } from './replays.js';
import { createRedisSignInThrottle, createRedisThrottle } from './throttle.js';
import { createRedisUnconsentedClients } from './unconsented-clients.js';
import { WriteProbe } from './write-probe.js';

const PROBE_MS = 1000;

/**
 * State that any number of daemons share. Returns immediately and connects in the background: until `ping()` resolves, every
 * call throws Unavailable. Throws if `url` is malformed.
 */
export function connectRedisState(
  options: RedisOptions,
  logger: Logger,
  pendingRoomBytes: number = PENDING_ROOM_BYTES,
): State {
  const redis = new RedisConnection(options, logger);
  const keys = createKeys(options.keyPrefix);
  const writes = new WriteProbe(logger);
  return {
    pendingRequests: createRedisPendingRequests(redis, keys, pendingRoomBytes, logger),
    replays: createRedisReplays(redis, keys),
    throttle: createRedisThrottle(redis, keys, logger),
    unconsentedClients: createRedisUnconsentedClients(redis, keys),
    signInThrottle: createRedisSignInThrottle(redis, keys, logger),
    async ping() {
      await redis.ping();
      await writes.look(async () => {
        await redis.set(keys.probe(randomToken(8)), Buffer.alloc(0), PROBE_MS);
        await redis.run(scripts.holdClient, keys.probe(randomToken(8)), ['probe', 1, PROBE_MS]);
      });
    },
    warnings: () => [...redis.warnings, ...writes.warnings],
    close: () => redis.close(),
  };
}
