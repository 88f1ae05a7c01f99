import type { ComponentType } from 'react';
import { Store } from '../platform/store.js';

export type PartState<Props> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly component: ComponentType<Props> }
  /** The file failed to load and can be retried. React's `lazy` would keep the rejection until the page is reloaded. */
  | { readonly kind: 'failed'; readonly isRetrying: boolean }
  /** The file has loaded and throws. It will throw again until the page is reloaded. */
  | { readonly kind: 'broken' };

/** A component in its own file. The first screen that needs it loads it, once. */
export class Part<Props> extends Store<PartState<Props>> {
  #running: Promise<void> | undefined;

  /** @param report takes the error of a file that throws */
  constructor(
    private readonly file: () => Promise<ComponentType<Props>>,
    private readonly report: (error: unknown) => void = (error) => reportError(error),
  ) {
    super({ kind: 'waiting' });
  }

  /** Loads the file if needed. Never rejects: the state holds the outcome. */
  readonly load = (): Promise<void> => {
    if (['ready', 'broken'].includes(this.get().kind)) return Promise.resolve();
    this.#running ??= this.#load().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  };

  async #load(): Promise<void> {
    if (this.get().kind === 'failed') this.set({ kind: 'failed', isRetrying: true });
    const first = await this.#attempt();
    if (first === undefined) return;
    // A file that throws throws the same error at every import (ECMA-262 §16.2.1.6). One that did not arrive is fetched again.
    const second = await this.#attempt();
    if (second === undefined) return;
    if (second.error === first.error) {
      this.set({ kind: 'broken' });
      this.report(first.error);
    } else this.set({ kind: 'failed', isRetrying: false });
  }

  /** Undefined if the component is there. */
  async #attempt(): Promise<{ readonly error: unknown } | undefined> {
    try {
      this.set({ kind: 'ready', component: await this.file() });
      return undefined;
    } catch (error) {
      return { error };
    }
  }
}
