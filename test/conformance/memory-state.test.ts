import { createMemoryState, DEFAULT_MEMORY_LIMITS } from '../../daemon/state/memory/state.js';
import { pendingRoomConformance, ROOM_BYTES } from './pending-room.js';
import { ManualClock, type StateUnderTest } from './state-under-test.js';
import { stateConformance } from './state.js';

describe('state in memory', () => {
  const clock = new ManualClock();
  const store: StateUnderTest = {
    daemons: [createMemoryState(clock)],
    elapse: async (ms) => clock.advance(ms),
  };

  stateConformance(() => store);
  pendingRoomConformance(async () => {
    const roomClock = new ManualClock();
    const limits = { ...DEFAULT_MEMORY_LIMITS, pendingRequestBytes: ROOM_BYTES };
    return { daemons: [createMemoryState(roomClock, limits)], elapse: async (ms) => roomClock.advance(ms) };
  });
});
