import type { Clock } from '../../core/runtime.js';
import { Unavailable } from '../../core/faults.js';

/**
 * A map whose entries each have a lifetime, and which never holds more than `capacity` of them.
 *
 * There is no timer: an expired entry is invisible immediately, and the first write in a later second removes it. To find
 * expired entries without looking at the others, keys are also indexed by the second in which they expire.
 *
 * At capacity, a new key fails with Unavailable. Evicting another entry would be worse: a flood of requests would throw away
 * other people's sign-ins, and reset the counters that are meant to stop the flood.
 */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #keysBySecond = new Map<number, Set<string>>();
  #sweptSecond = 0;

  constructor(
    /** The plural name of the entries, for the error's text. */
    private readonly what: string,
    private readonly capacity: number,
    private readonly clock: Clock,
    /** Called with every value that is no longer held: deleted, replaced or expired. */
    private readonly onRemoved: (value: V) => void = () => undefined,
  ) {}

  /** Number of entries, including those that expired within the last second. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.#live(key)?.value;
  }

  /** Remaining milliseconds; 0 if there is no such entry. */
  remainingMs(key: string): number {
    const entry = this.#live(key);
    return entry === undefined ? 0 : entry.expiresAt - this.clock.now();
  }

  /** Replaces an existing entry. A lifetime of 0 or less stores nothing and returns false. */
  set(key: string, value: V, ttlMs: number): boolean {
    const now = this.clock.now();
    this.#sweep(secondOf(now));
    this.delete(key);
    if (ttlMs <= 0) return false;
    if (this.#entries.size >= this.capacity) {
      throw new Unavailable('state', `the in-memory store has reached its maximum of ${this.capacity} ${this.what}`);
    }
    const expiresAt = now + ttlMs;
    this.#entries.set(key, { value, expiresAt });
    const second = secondOf(expiresAt);
    const keys = this.#keysBySecond.get(second);
    if (keys === undefined) this.#keysBySecond.set(second, new Set([key]));
    else keys.add(key);
    return true;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    // The sweep removes a second that has lost all of its keys.
    this.#keysBySecond.get(secondOf(entry.expiresAt))?.delete(key);
    this.onRemoved(entry.value);
  }

  #live(key: string): Entry<V> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > this.clock.now() ? entry : undefined;
  }

  #sweep(second: number): void {
    if (second === this.#sweptSecond) return;
    this.#sweptSecond = second;
    for (const [expirySecond, keys] of this.#keysBySecond) {
      if (expirySecond >= second) continue;
      for (const key of keys) {
        const entry = this.#entries.get(key);
        this.#entries.delete(key);
        if (entry !== undefined) this.onRemoved(entry.value);
      }
      this.#keysBySecond.delete(expirySecond);
    }
  }
}

interface Entry<V> {
  readonly value: V;
  readonly expiresAt: number;
}

function secondOf(epochMs: number): number {
  return Math.floor(epochMs / 1000);
}
