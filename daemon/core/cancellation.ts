/** The part of an AbortSignal that calls need. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * Whether the caller has left. Every read has one, and an AbortController with its events would cost such a request more
 * than anything else that it creates.
 */
export class Cancellation implements CancelSignal {
  #aborted = false;
  /** Few requests are listened to. */
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    (this.#listeners ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  /** Calls every listener once. */
  cancel(): void {
    this.#aborted = true;
    // One that is removed meanwhile is not called.
    for (const listener of this.#listeners ?? []) {
      this.#listeners?.delete(listener);
      listener();
    }
  }
}
