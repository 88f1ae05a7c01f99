import { within } from './timing.js';

/** Counts what has begun and not ended, so that callers can limit it and a shutdown can wait for it. */
export class InFlight {
  #size = 0;
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#size;
  }

  add(): void {
    this.#size += 1;
  }

  /** Call exactly once for each add(). */
  remove(): void {
    this.#size -= 1;
    if (this.#size > 0) return;
    for (const settled of this.#waiting) settled();
  }

  /** Resolves with the number still under way, when nothing is left or after the time limit. */
  async settled(timeoutMs: number): Promise<number> {
    if (this.#size === 0) return 0;
    let settle = (): void => undefined;
    const none = new Promise<void>((resolve) => {
      settle = resolve;
    });
    this.#waiting.add(settle);
    await within(timeoutMs, none, () => undefined);
    this.#waiting.delete(settle);
    return this.#size;
  }
}
