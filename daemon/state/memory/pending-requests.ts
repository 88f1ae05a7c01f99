import type { Clock } from '../../core/clock.js';
import type { PendingRequest } from '../../oauth/model/pending-request.js';
import type { PendingRequests } from '../../oauth/ports/pending-requests.js';
import { ExpiringMap } from './expiring-map.js';

interface Entry {
  readonly pending: PendingRequest;
  /** The first user who viewed or took it. */
  owner: string | undefined;
}

/** Every method does its work before it yields, which is what makes claims and takes atomic here. */
export function createMemoryPendingRequests(capacity: number, clock: Clock): PendingRequests {
  const entries = new ExpiringMap<Entry>('pending requests', capacity, clock);

  function claim(idHash: string, userId: string): Entry | undefined {
    const entry = entries.get(idHash);
    if (entry === undefined || (entry.owner !== undefined && entry.owner !== userId)) return undefined;
    entry.owner = userId;
    return entry;
  }

  return {
    async create(idHash, pending, ttlMs) {
      entries.set(idHash, { pending, owner: undefined }, ttlMs);
    },

    async view(idHash, userId) {
      return claim(idHash, userId)?.pending;
    },

    async take(idHash, userId) {
      const entry = claim(idHash, userId);
      if (entry === undefined) return undefined;
      const remainingMs = entries.remainingMs(idHash);
      entries.delete(idHash);
      return { pending: entry.pending, userId, remainingMs };
    },

    async restore(idHash, { pending, userId, remainingMs }) {
      if (entries.get(idHash) === undefined) entries.set(idHash, { pending, owner: userId }, remainingMs);
    },
  };
}
