import type { Clock } from '../../core/runtime.js';
import type { UnconsentedClients } from '../../oauth/ports/state.js';
import { ALLOWED, denied } from '../state.js';

interface Place {
  readonly network: string;
  readonly expiresAt: number;
}

/**
 * At capacity the oldest place is forgotten, and no registration refused: a network then holds one client more than its
 * share, while refusing would let a flood from many networks end registration for a day.
 */
export function createMemoryUnconsentedClients(capacity: number, clock: Clock): UnconsentedClients {
  /** Oldest first. */
  const places = new Map<string, Place>();
  const clientsOf = new Map<string, Set<string>>();

  function release(clientId: string): void {
    const place = places.get(clientId);
    if (place === undefined) return;
    places.delete(clientId);
    const clients = clientsOf.get(place.network);
    clients?.delete(clientId);
    if (clients?.size === 0) clientsOf.delete(place.network);
  }

  function sweep(now: number): void {
    for (const [clientId, { expiresAt }] of places) {
      if (expiresAt > now && places.size < capacity) break;
      release(clientId);
    }
  }

  return {
    async hold(network, clientId, limit, lifeMs) {
      const now = clock.now();
      sweep(now);
      release(clientId);
      // The sweep stops at the first place that is still held; of this network no other may be left out.
      for (const held of clientsOf.get(network) ?? []) if ((places.get(held)?.expiresAt ?? now) <= now) release(held);
      const clients = clientsOf.get(network) ?? new Set();
      if (clients.size >= limit) {
        const lives = [...clients].map((held) => (places.get(held)?.expiresAt ?? now) - now);
        return denied([Math.min(...lives)]);
      }
      clientsOf.set(network, clients.add(clientId));
      places.set(clientId, { network, expiresAt: now + lifeMs });
      return ALLOWED;
    },

    async release(clientId) {
      release(clientId);
    },
  };
}
