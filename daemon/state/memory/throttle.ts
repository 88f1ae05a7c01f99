import type { SignInThrottle } from '../../admin/ports/sign-in-throttle.js';
import type { Clock } from '../../core/runtime.js';
import type { Bucket, Throttle } from '../../oauth/ports/state.js';
import type { Denied } from '../state.js';
import { ALLOWED, countedBuckets, denied } from '../state.js';
import { ExpiringMap } from './expiring-map.js';

export interface Window {
  count: number;
}

/** Counters over fixed windows. The first counted event opens a window. */
class Windows {
  readonly #windows: ExpiringMap<Window>;

  constructor(capacity: number, clock: Clock) {
    this.#windows = new ExpiringMap<Window>('throttle buckets', capacity, clock);
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0;
  }

  /** Undefined if none of the buckets is full. */
  denial(buckets: readonly Bucket[]): Denied | undefined {
    const full = buckets.filter(({ key, limit }) => (this.#windows.get(key)?.count ?? 0) >= limit);
    return full.length === 0 ? undefined : denied(full.map(({ key }) => this.#windows.remainingMs(key)));
  }

  /** Counts one event and returns its window. */
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

export function createMemoryThrottle(capacity: number, clock: Clock): Throttle {
  const windows = new Windows(capacity, clock);

  return {
    async hit(buckets) {
      const counted = countedBuckets(buckets);
      const denial = windows.denial(counted);
      if (denial !== undefined) return denial;
      for (const bucket of counted) windows.count(bucket);
      return ALLOWED;
    },

    async peek(buckets) {
      return windows.isEmpty ? ALLOWED : (windows.denial(countedBuckets(buckets)) ?? ALLOWED);
    },
  };
}

export function createMemorySignInThrottle(capacity: number, clock: Clock): SignInThrottle {
  const windows = new Windows(capacity, clock);

  return {
    async attempt({ pair, login, address, day }) {
      const own = countedBuckets([pair]);
      const wide = countedBuckets([login, address, ...(day ? [day] : [])]);
      const denial = windows.denial([...own, ...wide]);
      if (denial !== undefined) return denial;
      const ownWindows = own.map((bucket) => windows.count(bucket));
      const wideWindows = wide.map((bucket) => windows.count(bucket));
      return {
        allowed: true,

        async succeeded() {
          for (const { key } of own) windows.forget(key);
          for (const window of wideWindows) window.count -= 1;
        },

        async withdrawn() {
          for (const window of [...ownWindows, ...wideWindows]) window.count -= 1;
        },
      };
    },

    async forget({ pair }) {
      for (const { key } of countedBuckets([pair])) windows.forget(key);
    },
  };
}
