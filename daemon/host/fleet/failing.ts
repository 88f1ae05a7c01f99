import { status } from '@grpc/grpc-js';
import type { Failed } from '../channel/connection.js';
import { HostUnreachable } from '../channel/reporter.js';

/** So many failures in a row are a host that only fails, and no broken record. */
const IN_A_ROW = 5;
const LONGEST_MS = 300_000;

/**
 * Recognizes a host that is connected and only fails, such as one whose database is gone: it gets no calls for a while, then
 * the next one decides. Each time in a row takes twice as long.
 */
export class Failing {
  #failures = 0;
  #timesOut = 0;
  #isOut = false;
  #back: NodeJS.Timeout | undefined;

  constructor(private readonly shortestMs: number) {}

  get isOut(): boolean {
    return this.#isOut;
  }

  answered(): void {
    this.#failures = 0;
    this.#timesOut = 0;
  }

  /** Whether the host should be left out: now, or after the next failure. */
  failed(): boolean {
    this.#failures += 1;
    return !this.#isOut && this.#failures >= (this.#timesOut === 0 ? IN_A_ROW : 1);
  }

  /** Returns for how long. */
  leaveOut(onBack: () => void): number {
    const ms = Math.min(this.shortestMs * 2 ** this.#timesOut, LONGEST_MS);
    this.#isOut = true;
    this.#timesOut += 1;
    this.#back = setTimeout(() => {
      this.#isOut = false;
      this.#failures = 0;
      onBack();
    }, ms).unref();
    return ms;
  }

  /** For a new connection: it may be another process. */
  forget(): void {
    clearTimeout(this.#back);
    this.#isOut = false;
    this.answered();
  }
}

/** Statuses that say nothing about the host: the caller has left, or the request is to blame. */
const OF_THE_REQUEST: ReadonlySet<number> = new Set([
  status.CANCELLED,
  status.INVALID_ARGUMENT,
  status.RESOURCE_EXHAUSTED,
]);

/** Whether the end of a call is a failure of its host. A call that never left this process is none. */
export function isFailureOfHost(answer: Failed): boolean {
  return answer.neverSent !== true && !OF_THE_REQUEST.has(answer.code);
}

export function isHostsFault(error: unknown): boolean {
  return !(error instanceof HostUnreachable && error.neverSent);
}
