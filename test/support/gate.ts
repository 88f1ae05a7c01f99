/** Holds up whoever passes, once it is shut, until it is opened. */
export class Gate {
  #opened: Promise<void> | undefined;
  #open = (): void => undefined;
  /** How many were held up since it was shut. */
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
