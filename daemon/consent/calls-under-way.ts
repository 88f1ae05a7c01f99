/** Counts the calls that have begun and not ended, for a shutdown to wait for. */
export class CallsUnderWay {
  private count = 0;
  private whenNone: (() => void) | undefined;

  readonly changed = (change: 1 | -1): void => {
    this.count += change;
    if (this.count === 0) this.whenNone?.();
  };

  /** Resolves when there are none, with 0, or else after the time, with how many there are. */
  async none(timeoutMs: number): Promise<number> {
    if (this.count === 0) return 0;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.whenNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return this.count;
  }
}
