/**
 * Uses of the only connection of a database, one after the other in the order of their arrival. Kysely has a lock of its own
 * around such a connection, but wakes everything that waits for it whenever one use ends: a cost that grows with the square
 * of the number of concurrent requests.
 */
export class Line {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  async run<T>(use: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await new Promise<void>((start) => this.#waiting.push(start));
    this.#isTaken = true;
    try {
      return await use();
    } finally {
      const next = this.#waiting.shift();
      // It stays taken for the next one, which continues after whatever else is ready now.
      if (next === undefined) this.#isTaken = false;
      else next();
    }
  }
}
