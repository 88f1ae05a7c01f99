import type { Clock } from '../../core/clock.js';
import type { Replays } from '../../oauth/ports/replays.js';
import { ExpiringMap } from './expiring-map.js';

export function createMemoryReplays(capacity: number, clock: Clock): Replays {
  const answers = new ExpiringMap<Buffer>('answers of the retry window', capacity, clock);

  return {
    async save(tokenHash, sealed, ttlMs) {
      // A copy of its own: a small Buffer is a slice of a shared slab of 8 KiB and would keep all of that in memory.
      const own = Buffer.alloc(sealed.length);
      sealed.copy(own);
      answers.set(tokenHash, own, ttlMs);
    },

    async find(tokenHash) {
      return answers.get(tokenHash);
    },
  };
}
