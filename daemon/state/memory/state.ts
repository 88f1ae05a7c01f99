import type { Clock } from '../../core/runtime.js';
import { PENDING_ROOM_BYTES } from '../state.js';
import type { State } from '../state.js';
import { createMemoryPendingRequests } from './pending-requests.js';
import { createMemoryReplays } from './replays.js';
import { createMemorySignInThrottle, createMemoryThrottle } from './throttle.js';
import { createMemoryUnconsentedClients } from './unconsented-clients.js';

/**
 * How much of each kind is held at the most. Beyond that pending requests and unconsented clients lose their oldest, as
 * their files say; everything else throws Unavailable.
 */
export interface MemoryLimits {
  readonly pendingRequestBytes: number;
  readonly unconsentedClients: number;
  readonly replays: number;
  readonly throttleBuckets: number;
  readonly signInBuckets: number;
}

/**
 * Far above what one process sees in a lifetime of ten minutes, and together some hundred megabytes at the very worst: an
 * answer of the retry window is half a KiB, a bucket or a client 200 bytes. docs/security.md says what it costs to fill each.
 */
export const DEFAULT_MEMORY_LIMITS: MemoryLimits = {
  pendingRequestBytes: PENDING_ROOM_BYTES,
  unconsentedClients: 100_000,
  replays: 50_000,
  throttleBuckets: 200_000,
  signInBuckets: 200_000,
};

/** State of this process alone: gone when it ends, and invisible to any other. Never for more than one worker. */
export function createMemoryState(clock: Clock, limits: MemoryLimits = DEFAULT_MEMORY_LIMITS): State {
  return {
    pendingRequests: createMemoryPendingRequests(limits.pendingRequestBytes, clock),
    replays: createMemoryReplays(limits.replays, clock),
    throttle: createMemoryThrottle(limits.throttleBuckets, clock),
    unconsentedClients: createMemoryUnconsentedClients(limits.unconsentedClients, clock),
    signInThrottle: createMemorySignInThrottle(limits.signInBuckets, clock),
    async ping() {
      // There is nothing that could be out of reach.
    },
    close() {
      // Nothing is held that the garbage collector would not find.
    },
  };
}
