/** Somebody who wants a connection to Gatehouse. */
export interface Applicant {
  /** There is a place. To be given back by calling `release`, which may be called again without effect. */
  admitted(release: () => void): void;
  /** There is none, and will not be in time. `reason` is a clause for a log: "256 requests are under way and …". */
  refused(reason: string): void;
}

/**
 * How many requests may be under way at Gatehouse. Whoever comes beyond waits, the longest first; as many may wait as there
 * are places, and none longer than `patienceMs`.
 */
export class Places {
  #taken = 0;
  readonly #waiting = new Map<Applicant, NodeJS.Timeout>();

  constructor(
    private readonly count: number,
    private readonly patienceMs: number,
  ) {}

  apply(applicant: Applicant): void {
    if (this.#taken < this.count) {
      this.#admit(applicant);
      return;
    }
    if (this.#waiting.size >= this.count) {
      applicant.refused(`${this.count} requests are under way and as many wait`);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(applicant);
      applicant.refused(`none of ${this.count} requests that are under way ended within ${this.patienceMs} ms`);
    }, this.patienceMs);
    this.#waiting.set(applicant, timer);
  }

  /** The applicant does not want a place any more. */
  withdraw(applicant: Applicant): void {
    clearTimeout(this.#waiting.get(applicant));
    this.#waiting.delete(applicant);
  }

  #admit(applicant: Applicant): void {
    this.#taken += 1;
    let released = false;
    applicant.admitted(() => {
      if (released) return;
      released = true;
      this.#taken -= 1;
      const [next] = this.#waiting.keys();
      if (next === undefined) return;
      this.withdraw(next);
      this.#admit(next);
    });
  }
}
