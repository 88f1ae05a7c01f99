import type { ServedStream } from '@gatehouse/proto/stream-server';

/** The streams of one transport that are open. */
export class OpenStreams {
  readonly #streams = new Set<ServedStream>();
  #onEmpty: (() => void) | undefined;
  #isShutDown = false;

  add(stream: ServedStream): void {
    this.#streams.add(stream);
    if (this.#isShutDown) stream.shutDown();
  }

  delete(stream: ServedStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#onEmpty?.();
  }

  /** Also ends those that open later. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const stream of this.#streams) stream.shutDown();
  }

  /** Resolves when all have ended, and after that many milliseconds at the latest. */
  emptied(withinMs: number): Promise<void> {
    if (this.#streams.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
