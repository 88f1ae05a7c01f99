import type { Clock } from '../../core/clock.js';
import type { Bucket } from '../../oauth/ports/throttle.js';
import { type Denied, denied } from '../buckets.js';
import { ExpiringMap } from './expiring-map.js';

export interface Window {
  count: number;
}

/** Counters over fixed windows. A window opens with the first event that is counted in it. */
export class Windows {
  readonly #windows: ExpiringMap<Window>;

  constructor(capacity: number, clock: Clock) {
    this.#windows = new ExpiringMap<Window>('throttle buckets', capacity, clock);
  }

  /** Undefined when none of the buckets is full. */
  denial(buckets: readonly Bucket[]): Denied | undefined {
    const full = buckets.filter(({ key, limit }) => (this.#windows.get(key)?.count ?? 0) >= limit);
    return full.length === 0 ? undefined : denied(full.map(({ key }) => this.#windows.remainingMs(key)));
  }

  /** Counts one event, and returns the window that it was counted in. */
  count({ key, windowMs }: Bucket): Window {
    const open = this.#windows.get(key);
    const window = open ?? { count: 0 };
    if (open === undefined) this.#windows.set(key, window, windowMs);
    window.count += 1;
    return window;
  }

  forget(key: string): void {
    this.#windows.delete(key);
  }
}
