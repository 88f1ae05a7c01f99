import { within } from './timing.js';

/** Counts what has begun and not ended, for a limit to look at and for a shutdown to wait for. */
export class InFlight {
  #size = 0;
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#size;
  }

  add(): void {
    this.#size += 1;
  }

  /** Exactly once for each add(). */
  remove(): void {
    this.#size -= 1;
    if (this.#size > 0) return;
    for (const settled of this.#waiting) settled();
  }

  /** Resolves as soon as nothing is left, or after the time; with the number that is left. */
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
