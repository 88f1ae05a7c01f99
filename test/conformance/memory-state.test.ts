import { createMemoryState } from '../../daemon/state/memory/state.js';
import { ManualClock, type StateUnderTest } from './state-under-test.js';
import { stateConformance } from './state.js';

describe('state in memory', () => {
  const clock = new ManualClock();
  const store: StateUnderTest = {
    daemons: [createMemoryState(clock)],
    elapse: async (ms) => clock.advance(ms),
  };

  stateConformance(() => store);
});
