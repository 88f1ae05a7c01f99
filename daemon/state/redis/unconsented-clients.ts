import { sha256 } from '../../core/hash.js';
import type { UnconsentedClients } from '../../oauth/ports/unconsented-clients.js';
import { ALLOWED, denied } from '../buckets.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './scripts.js';

/** A set for each network, and for each client the network that it counts against: two keys, since no script can span nodes. */
export function createRedisUnconsentedClients(redis: RedisConnection, keys: Keys): UnconsentedClients {
  return {
    async hold(network, clientId, limit, lifeMs) {
      const [networkHash, client] = [hashOf(network), hashOf(clientId)];
      const life = Math.max(1, Math.floor(lifeMs));
      const full = await redis.run(scripts.holdClient, keys.unconsentedClients(networkHash), [client, limit, life]);
      if (full !== null) return denied([full as number]);
      await redis.set(keys.registrant(client), Buffer.from(networkHash), life);
      return ALLOWED;
    },

    async release(clientId) {
      const client = hashOf(clientId);
      const networkHash = await redis.get(keys.registrant(client));
      if (networkHash === undefined) return;
      await Promise.all([
        redis.run(scripts.releaseClient, keys.unconsentedClients(String(networkHash)), [client]),
        redis.delete([keys.registrant(client)]),
      ]);
    },
  };
}

function hashOf(text: string): string {
  return sha256(text).toString('base64url');
}
