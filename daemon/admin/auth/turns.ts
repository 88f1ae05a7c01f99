/** More work waits than can be done in a time that anybody would wait. */
export class Busy extends Error {
  override readonly name = 'Busy';

  constructor(waiting: number) {
    super(`${String(waiting)} are waiting already`);
  }
}

/** Lets a number of jobs run at the same time, and a number wait for their turn, first come, first served. */
export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
  ) {}

  /** Throws Busy instead of letting one more wait. */
  async take<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running++;
    else await this.#wait();
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.maxWaiting) throw new Busy(this.#waiting.length);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
