/** The exchanges under way on one server: what a drain waits for. */
export class InFlight {
  readonly #exchanges = new Set<object>();
  #whenNone: (() => void) | undefined;

  add(exchange: object): void {
    this.#exchanges.add(exchange);
  }

  remove(exchange: object): void {
    this.#exchanges.delete(exchange);
    if (this.#exchanges.size === 0) this.#whenNone?.();
  }

  /** Resolves when none is left, or after the time with the number that is left. */
  async settled(timeoutMs: number): Promise<number> {
    if (this.#exchanges.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#whenNone = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#exchanges.size;
  }
}
