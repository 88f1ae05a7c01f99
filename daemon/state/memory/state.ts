import type { Clock } from '../../core/runtime.js';
import { steadyClock } from '../../core/runtime.js';
import { PENDING_ROOM_BYTES } from '../state.js';
import type { State } from '../state.js';
import { createMemoryPendingRequests } from './pending-requests.js';
import { createMemoryReplays } from './replays.js';
import { createMemorySignInThrottle, createMemoryThrottle } from './throttle.js';
import { createMemoryUnconsentedClients } from './unconsented-clients.js';

/**
 * The maximum number of each kind. Beyond that, pending requests and unconsented clients lose their oldest, as their files
 * explain; everything else throws Unavailable.
 */
export interface MemoryLimits {
  readonly pendingRequestBytes: number;
  readonly unconsentedClients: number;
  readonly replays: number;
  readonly throttleBuckets: number;
  readonly signInBuckets: number;
}

/**
 * Far above what one process sees in a lifetime of ten minutes, and some hundred megabytes in total at worst: an answer of
 * the retry window takes half a KiB, a bucket or a client 200 bytes. docs/security.md says what it costs to fill each.
 */
export const DEFAULT_MEMORY_LIMITS: MemoryLimits = {
  pendingRequestBytes: PENDING_ROOM_BYTES,
  unconsentedClients: 100_000,
  replays: 50_000,
  throttleBuckets: 200_000,
  signInBuckets: 200_000,
};

/** State of this process only: lost when it ends, and invisible to other processes. Never for more than one worker. */
export function createMemoryState(clock: Clock = steadyClock, limits: MemoryLimits = DEFAULT_MEMORY_LIMITS): State {
  return {
    pendingRequests: createMemoryPendingRequests(limits.pendingRequestBytes, clock),
    replays: createMemoryReplays(limits.replays, clock),
    throttle: createMemoryThrottle(limits.throttleBuckets, clock),
    unconsentedClients: createMemoryUnconsentedClients(limits.unconsentedClients, clock),
    signInThrottle: createMemorySignInThrottle(limits.signInBuckets, clock),
    async ping() {
      // Always available: there is no connection to lose.
    },
    warnings: () => [],
    close() {
      // Nothing to release: the garbage collector frees it all.
    },
  };
}
