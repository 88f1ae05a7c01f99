/** Often enough to notice a stall of a second, and seldom enough to cost nothing. */
const PERIOD_MS = 500;
/** Of the event loop, after its timers: it accepts the connections that have arrived in the first, and reads from them in the next. */
const BACKLOG_TURNS = 3;

/**
 * Notices when the process did not run: it was stopped, had no processor, or code blocked its event loop. Requests that arrive then wait
 * in the system's buffers, and their senders may have given up long before this process reads them. A machine that is suspended stops
 * the clock too, and goes unnoticed.
 */
export class Stalls {
  #tickedAt: number;
  #ended: number | undefined;

  /** @param now milliseconds of a clock that never jumps */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.#tickedAt = now();
  }

  /** A Stalls that watches this process from now on. */
  static watching(): Stalls {
    const stalls = new Stalls();
    const tick = (): void => {
      stalls.tick();
      afterTurns(BACKLOG_TURNS, () => stalls.backlogRead());
    };
    setInterval(tick, PERIOD_MS).unref();
    return stalls;
  }

  /** Call it every PERIOD_MS. */
  tick(): void {
    this.#ended = this.#current();
    this.#tickedAt = this.now();
  }

  /** Call it when everything that arrived before the last tick was read. */
  backlogRead(): void {
    this.#ended = undefined;
  }

  /** How long what is read now may have waited for this process, at most; 0 if it was running. */
  get waitedMs(): number {
    return this.#ended ?? this.#current() ?? 0;
  }

  #current(): number | undefined {
    const ms = this.now() - this.#tickedAt;
    return ms > 2 * PERIOD_MS ? ms : undefined;
  }
}

let stalls: Stalls | undefined;

/** Of this process, watched from the first call on. */
export function stallsOfProcess(): Stalls {
  return (stalls ??= Stalls.watching());
}

function afterTurns(turns: number, callback: () => void): void {
  if (turns === 0) callback();
  else setImmediate(() => afterTurns(turns - 1, callback));
}
