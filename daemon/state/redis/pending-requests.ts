import typia from 'typia';
import { hashedKey } from '../../core/crypto.js';
import { parseShape, UnexpectedJson } from '../../core/json-shape.js';
import type { Logger } from '../../core/runtime.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import type { PendingRequests } from '../../oauth/ports/state.js';
import { roomEntry } from '../state.js';
import type { RedisConnection } from './connection.js';
import type { Keys } from './keys.js';
import { scripts } from './keys.js';

/**
 * Every method is one script on the request's key, which makes claims and takes atomic among all daemons. The shared room is
 * tracked separately, on one node of a cluster: it is reserved before a request is stored and released after it was taken.
 * If a daemon dies in between, the room stays reserved until the request would have expired; a request without reserved room
 * cannot exist.
 */
export function createRedisPendingRequests(
  redis: RedisConnection,
  keys: Keys,
  capacityBytes: number,
  logger: Logger,
): PendingRequests {
  /** False: the room is too small even for this request alone. */
  async function hold(idHash: string, pending: PendingRequest, json: string, lifeMs: number): Promise<boolean> {
    const { expiresAt, client, network, bytes } = roomEntry(idHash, pending, json);
    const entry = [expiresAt, idHash, client, network, bytes].join(' ');
    const gone = await redis.run(scripts.holdRoom, keys.pendingRoom, [entry, lifeMs, capacityBytes]);
    await redis.delete((gone as string[]).map((hash) => keys.pendingRequest(hash)));
    return !(gone as string[]).includes(idHash);
  }

  /**
   * Undefined: another version of Gatehouse stored it in another shape. To the user it does not exist; they can start again.
   */
  function read(idHash: string, json: string): PendingRequest | undefined {
    try {
      return parseShape('a pending request in Redis', json, validatePendingRequest);
    } catch (err) {
      if (!(err instanceof UnexpectedJson)) throw err;
      logger.error({ err, idHash }, 'a pending request in Redis cannot be used; its user has to start again');
      return undefined;
    }
  }

  return {
    async create(idHash, pending, ttlMs) {
      const life = Math.floor(ttlMs);
      if (life < 1) return;
      const json = JSON.stringify(pending);
      if (!(await hold(idHash, pending, json, life))) return;
      await redis.run(scripts.createPendingRequest, keys.pendingRequest(idHash), [json, life]);
    },

    async view(idHash, userId) {
      const json = await redis.run(scripts.viewPendingRequest, keys.pendingRequest(idHash), [ownerOf(userId)]);
      return json === null ? undefined : read(idHash, json as string);
    },

    async take(idHash, userId) {
      const taken = await redis.run(scripts.takePendingRequest, keys.pendingRequest(idHash), [ownerOf(userId)]);
      if (taken === null) return undefined;
      const [json, remainingMs] = taken as [string, number];
      const pending = read(idHash, json);
      if (pending === undefined) return undefined;
      // Not awaited: the request is taken even if its room is released only on expiry.
      hold(idHash, pending, json, 0).catch((err: unknown) => {
        logger.warn(
          { err },
          'failed to release the room of a pending request: it stays reserved until the request would have expired',
        );
      });
      return { pending, userId, remainingMs };
    },

    async restore(idHash, { pending, userId, remainingMs }) {
      const life = Math.floor(remainingMs);
      if (life < 1) return false;
      const json = JSON.stringify(pending);
      if (!(await hold(idHash, pending, json, life))) return false;
      await redis.run(scripts.restorePendingRequest, keys.pendingRequest(idHash), [json, ownerOf(userId), life]);
      return true;
    },
  };
}

const validatePendingRequest = typia.createValidate<PendingRequest>();

/** Hashed, so that reading the store reveals nothing about the application's users. */
function ownerOf(userId: string): string {
  return hashedKey(userId);
}
