import { sha256 } from '../../core/hash.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import type { PendingRequests } from '../../oauth/ports/pending-requests.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './scripts.js';

/** Every method is one script on one key, which is what makes claims and takes atomic among all daemons. */
export function createRedisPendingRequests(redis: RedisConnection, keys: Keys): PendingRequests {
  return {
    async create(idHash, pending, ttlMs) {
      const life = Math.floor(ttlMs);
      if (life < 1) return;
      await redis.run(scripts.createPendingRequest, keys.pendingRequest(idHash), [JSON.stringify(pending), life]);
    },

    async view(idHash, userId) {
      const json = await redis.run(scripts.viewPendingRequest, keys.pendingRequest(idHash), [ownerOf(userId)]);
      return json === null ? undefined : (JSON.parse(json as string) as PendingRequest);
    },

    async take(idHash, userId) {
      const taken = await redis.run(scripts.takePendingRequest, keys.pendingRequest(idHash), [ownerOf(userId)]);
      if (taken === null) return undefined;
      const [json, remainingMs] = taken as [string, number];
      return { pending: JSON.parse(json) as PendingRequest, userId, remainingMs };
    },

    async restore(idHash, { pending, userId, remainingMs }) {
      const life = Math.floor(remainingMs);
      if (life < 1) return;
      const values = [JSON.stringify(pending), ownerOf(userId), life];
      await redis.run(scripts.restorePendingRequest, keys.pendingRequest(idHash), values);
    },
  };
}

/** Whoever reads the store learns nothing about the application's users. */
function ownerOf(userId: string): string {
  return sha256(userId).toString('base64url');
}
