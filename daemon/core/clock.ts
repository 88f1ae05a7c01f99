/** Where "now" comes from, so that a test can move time. Epoch milliseconds, like every `…At` field of the daemon. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
