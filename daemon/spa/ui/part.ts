import type { ComponentType } from 'react';
import { Store } from '../platform/store.js';

export type PartState<Props> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready'; readonly component: ComponentType<Props> }
  /** The file failed to load and can be retried. React's `lazy` would keep the rejection until the page is reloaded. */
  | { readonly kind: 'failed'; readonly isRetrying: boolean };

/** A component in its own file. The first screen that needs it loads it, once. */
export class Part<Props> extends Store<PartState<Props>> {
  #running: Promise<void> | undefined;

  constructor(private readonly file: () => Promise<ComponentType<Props>>) {
    super({ kind: 'waiting' });
  }

  /** Loads the file if needed. Never rejects: the state holds the outcome. */
  readonly load = (): Promise<void> => {
    if (this.get().kind === 'ready') return Promise.resolve();
    this.#running ??= this.#load().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  };

  async #load(): Promise<void> {
    if (this.get().kind === 'failed') this.set({ kind: 'failed', isRetrying: true });
    try {
      this.set({ kind: 'ready', component: await this.file() });
    } catch {
      this.set({ kind: 'failed', isRetrying: false });
    }
  }
}
