import type { Clock } from '../../core/clock.js';
import type { State } from '../state.js';
import { createMemoryPendingRequests } from './pending-requests.js';
import { createMemoryReplays } from './replays.js';
import { createMemorySignInThrottle } from './sign-in-throttle.js';
import { createMemoryThrottle } from './throttle.js';

/** How many entries of each kind are held at the most; beyond that, Unavailable. */
export interface MemoryLimits {
  readonly pendingRequests: number;
  readonly replays: number;
  readonly throttleBuckets: number;
  readonly signInBuckets: number;
}

/**
 * Far above what one process sees in a lifetime of ten minutes, and together some hundred megabytes at the very worst: a
 * pending request is 1 KiB as a rule and as long as the longest accepted query at the most, an answer half a KiB, a bucket 200 bytes.
 */
export const DEFAULT_MEMORY_LIMITS: MemoryLimits = {
  pendingRequests: 20_000,
  replays: 50_000,
  throttleBuckets: 200_000,
  signInBuckets: 200_000,
};

/** State of this process alone: gone when it ends, and invisible to any other. Never for more than one worker. */
export function createMemoryState(clock: Clock, limits: MemoryLimits = DEFAULT_MEMORY_LIMITS): State {
  return {
    pendingRequests: createMemoryPendingRequests(limits.pendingRequests, clock),
    replays: createMemoryReplays(limits.replays, clock),
    throttle: createMemoryThrottle(limits.throttleBuckets, clock),
    signInThrottle: createMemorySignInThrottle(limits.signInBuckets, clock),
    async ping() {
      // There is nothing that could be out of reach.
    },
    close() {
      // Nothing is held that the garbage collector would not find.
    },
  };
}
