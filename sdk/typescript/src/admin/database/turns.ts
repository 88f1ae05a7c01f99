import { DeadlineExceeded } from '../../ports/errors.js';
import { msUntil } from '../../shared/deadline.js';
import type { CallLimits } from '../../wire/call.js';

interface Waiting {
  readonly start: () => void;
}

/**
 * Lets a number of transactions run at the same time. The others wait while their callers do. Administrators take turns:
 * however many searches one of them is running, the next place goes to another administrator who waits.
 */
export class Turns {
  #free: number;
  /** By administrator, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(administrator: string, limits: CallLimits, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(administrator, limits);
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #wait(administrator: string, { deadline, signal }: CallLimits): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        start: () => {
          settle();
          resolve();
        },
      };
      const giveUp = (): void => {
        settle();
        this.#remove(administrator, waiting);
        reject(new DeadlineExceeded());
      };
      const timer = setTimeout(giveUp, Math.max(0, msUntil(deadline)));
      signal.addEventListener('abort', giveUp);
      const others = this.#waiting.get(administrator);
      if (others === undefined) this.#waiting.set(administrator, [waiting]);
      else others.push(waiting);
      if (signal.aborted) giveUp();
    });
  }

  #remove(administrator: string, waiting: Waiting): void {
    const left = this.#waiting.get(administrator)?.filter((one) => one !== waiting) ?? [];
    if (left.length === 0) this.#waiting.delete(administrator);
    else this.#waiting.set(administrator, left);
  }

  /** Gives the place to the next one, or frees it. */
  #pass(): void {
    for (const [administrator, [next, ...others]] of this.#waiting) {
      // An administrator who had a turn goes to the end of the queue.
      this.#waiting.delete(administrator);
      if (others.length > 0) this.#waiting.set(administrator, others);
      if (next === undefined) continue;
      next.start();
      return;
    }
    this.#free += 1;
  }
}
