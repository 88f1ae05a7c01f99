/** More work waits than can be done in a time that anybody would wait. */
export class Busy extends Error {
  override readonly name = 'Busy';

  constructor(waiting: number) {
    super(`${String(waiting)} are waiting already`);
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (busy: Busy) => void;
}

/**
 * Lets a number of jobs run at the same time, and a number wait for their turn. Requesters take turns, and each one's jobs
 * come in their order: however many jobs one requester has waiting, another one waits behind one of them. When too many
 * wait, the latest job of the requester with the most has to go.
 */
export class Turns {
  #running = 0;
  #waitingCount = 0;
  /** By requester; the first one is next. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Throws Busy instead of letting one more wait. */
  async take<T>(requester: string, job: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running++;
    else await this.#wait(requester);
    try {
      return await job();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#running--;
      else next.begin();
    }
  }

  #wait(requester: string): Promise<void> {
    if (this.#waitingCount >= this.maxWaiting) this.#makeRoom(requester);
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(requester) ?? [];
      if (own.length === 0) this.#waiting.set(requester, own);
      own.push({ begin: resolve, giveUp: reject });
      this.#waitingCount++;
    });
  }

  #makeRoom(requester: string): void {
    const ownCount = this.#waiting.get(requester)?.length ?? 0;
    let most: Waiting[] = [];
    for (const jobs of this.#waiting.values()) if (jobs.length > most.length) most = jobs;
    // With one job more the newcomer would have as many as anybody.
    if (most.length <= ownCount + 1) throw new Busy(this.#waitingCount);
    most.pop()?.giveUp(new Busy(this.#waitingCount));
    this.#waitingCount--;
  }

  #next(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [requester, jobs] = first;
    const next = jobs.shift();
    this.#waitingCount--;
    this.#waiting.delete(requester);
    if (jobs.length > 0) this.#waiting.set(requester, jobs);
    return next;
  }
}
