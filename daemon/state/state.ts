import type { SignInThrottle } from '../admin/ports/sign-in-throttle.js';
import type { PendingRequests } from '../oauth/ports/pending-requests.js';
import type { Replays } from '../oauth/ports/replays.js';
import type { Throttle } from '../oauth/ports/throttle.js';
import type { UnconsentedClients } from '../oauth/ports/unconsented-clients.js';

/**
 * The daemon's short-lived state: all that it remembers between two requests. Nothing in here outlives its few minutes,
 * and nothing of it is the application's.
 *
 * Two implementations with the same behaviour, held by test/conformance/: memory/ for one process that stands alone,
 * redis/ for any number of processes and machines. Whatever is added here needs a bound on its size, a time to live, and
 * a suite that runs on both.
 */
export interface State {
  readonly pendingRequests: PendingRequests;
  readonly replays: Replays;
  readonly throttle: Throttle;
  readonly unconsentedClients: UnconsentedClients;
  readonly signInThrottle: SignInThrottle;

  /** For /readyz: resolves when the store can do its work now. Throws Unavailable, at once or after the command timeout. */
  ping(): Promise<void>;

  /** Lets go of connections. What is under way fails with Unavailable; nothing may be called afterwards. */
  close(): void;
}
