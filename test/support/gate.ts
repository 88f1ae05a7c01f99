/** Once shut, holds all callers until it is opened. */
export class Gate {
  #opened: Promise<void> | undefined;
  #open = (): void => undefined;
  /** The number of callers held since it was shut. */
  waiting = 0;

  shut(): void {
    this.waiting = 0;
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#opened = undefined;
    this.#open();
  }

  async pass(): Promise<void> {
    if (this.#opened === undefined) return;
    this.waiting += 1;
    await this.#opened;
  }
}
