import type { Clock } from '../../core/runtime.js';
import { Unavailable } from '../../core/faults.js';

/**
 * A map whose entries live for a time each, and which never holds more than `capacity` of them.
 *
 * There is no timer: an entry that is past its time is invisible at once, and is removed by the first write in a later
 * second. To find those without looking at the others, keys are also filed under the second in which they expire.
 *
 * At capacity a new key is refused with Unavailable. Forgetting another entry to make room would be worse: a flood of
 * requests would throw away other people's sign-ins, and reset the counters that are to stop the flood.
 */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #keysBySecond = new Map<number, Set<string>>();
  #sweptSecond = 0;

  constructor(
    /** What the entries are, in the plural: for the error's text. */
    private readonly what: string,
    private readonly capacity: number,
    private readonly clock: Clock,
    /** Told of every value that is no longer held: deleted, replaced or expired. */
    private readonly onRemoved: (value: V) => void = () => undefined,
  ) {}

  /** Entries held, among them those that expired within the last second. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    return this.#live(key)?.value;
  }

  /** Milliseconds of life left; 0 when there is no such entry. */
  remainingMs(key: string): number {
    const entry = this.#live(key);
    return entry === undefined ? 0 : entry.expiresAt - this.clock.now();
  }

  /** Replaces what is there. A life of 0 or less stores nothing, and returns false. */
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
    // A second that has lost all of its keys goes with the sweep.
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
