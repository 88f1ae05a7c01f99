import type { Clock } from '../../core/runtime.js';
import type { Replays } from '../../oauth/ports/state.js';
import { ExpiringMap } from './expiring-map.js';

export function createMemoryReplays(capacity: number, clock: Clock): Replays {
  const answers = new ExpiringMap<Buffer>('answers of the retry window', capacity, clock);

  return {
    async save(tokenHash, sealed, ttlMs) {
      answers.set(tokenHash, copyOf(sealed), ttlMs);
    },

    async saveFirst(tokenHash, sealed, ttlMs) {
      const first = answers.get(tokenHash);
      if (first !== undefined) return first;
      answers.set(tokenHash, copyOf(sealed), ttlMs);
      return sealed;
    },

    async find(tokenHash) {
      return answers.get(tokenHash);
    },
  };
}

/** A small Buffer is a slice of a shared slab of 8 KiB and would keep the whole slab in memory. */
function copyOf(sealed: Buffer): Buffer {
  const own = Buffer.alloc(sealed.length);
  sealed.copy(own);
  return own;
}
