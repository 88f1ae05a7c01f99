import type { Clock } from '../../daemon/core/runtime.js';
import { expect } from 'chai';
import type { State } from '../../daemon/state/state.js';

/** One store as one or several daemons see it, with a way to simulate the passage of time for its content. */
export interface StateUnderTest {
  /** At least one; two if several daemons can share a store. */
  readonly daemons: readonly State[];
  elapse(ms: number): Promise<void>;
}

/** Distributes concurrent calls over the daemons, so that races also happen between processes. */
export function daemonFor({ daemons }: StateUnderTest, n: number): State {
  return daemons[n % daemons.length]!;
}

/** A clock that only moves when a test moves it. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

export function countOf<T>(values: readonly T[], holds: (value: T) => boolean): number {
  return values.filter(holds).length;
}

/** Runs `call(0) … call(times - 1)` in parallel. */
export function concurrently<T>(times: number, call: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => call(n)));
}

export async function expectUnavailable(call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    (value) => `resolved with ${JSON.stringify(value)}`,
    (error: unknown) => error,
  );
  expect(outcome).to.include({ name: 'Unavailable', peer: 'state' });
}
