import { pendingRequestsConformance } from './pending-requests.js';
import { replaysConformance } from './replays.js';
import { signInThrottleConformance } from './sign-in-throttle.js';
import type { StateUnderTest } from './state-under-test.js';
import { throttleConformance } from './throttle.js';
import { unconsentedClientsConformance } from './unconsented-clients.js';

/** The tests for every implementation of daemon/state/state.ts. */
export function stateConformance(open: () => StateUnderTest): void {
  pendingRequestsConformance(open);
  replaysConformance(open);
  throttleConformance(open);
  unconsentedClientsConformance(open);
  signInThrottleConformance(open);

  it('answers a ping', () => open().daemons[0]!.ping());
}
