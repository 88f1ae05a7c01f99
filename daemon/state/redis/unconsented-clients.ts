import { hashedKey } from '../../core/crypto.js';
import type { UnconsentedClients } from '../../oauth/ports/state.js';
import { ALLOWED, denied } from '../state.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './keys.js';

/**
 * A set for each network and, for each client, the network that it counts against: two keys, because no script can span
 * nodes. The network is stored before the place is taken, so that every place can be given back by its client.
 */
export function createRedisUnconsentedClients(redis: RedisConnection, keys: Keys): UnconsentedClients {
  return {
    async hold(network, clientId, limit, lifeMs) {
      const [networkHash, client] = [hashedKey(network), hashedKey(clientId)];
      const life = Math.max(1, Math.floor(lifeMs));
      const before = await redis.run(scripts.setRegistrant, keys.registrant(client), [networkHash, life]);
      // Two networks may use a client with a metadata document for the first time at the same moment.
      if (before !== null && before !== networkHash) await releaseAt(before as string, client);
      const full = await redis.run(scripts.holdClient, keys.unconsentedClients(networkHash), [client, limit, life]);
      if (full === null) return ALLOWED;
      await forget(networkHash, client);
      return denied([full as number]);
    },

    async release(clientId) {
      const client = hashedKey(clientId);
      const networkHash = await redis.get(keys.registrant(client));
      if (networkHash === undefined) return;
      await releaseAt(String(networkHash), client);
      await forget(String(networkHash), client);
    },
  };

  async function releaseAt(networkHash: string, client: string): Promise<void> {
    await redis.run(scripts.releaseClient, keys.unconsentedClients(networkHash), [client]);
  }

  async function forget(networkHash: string, client: string): Promise<void> {
    await redis.run(scripts.forgetRegistrant, keys.registrant(client), [networkHash]);
  }
}
