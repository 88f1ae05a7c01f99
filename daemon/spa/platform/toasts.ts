import type { Tone } from '../../admin/api/tones.js';
import { Store } from './store.js';

export interface Toast {
  readonly id: number;
  readonly kind: Tone;
  readonly text: string;
}

const SHOWN_MILLISECONDS = 6000;
const AT_MOST = 4;

/**
 * Short messages in a corner. Screen readers announce them, and they never take the focus. An error stays until the user
 * closes it.
 */
export class Toasts extends Store<readonly Toast[]> {
  #next = 1;

  constructor() {
    super([]);
  }

  success(text: string): void {
    this.#show('success', text);
  }

  info(text: string): void {
    this.#show('info', text);
  }

  error(text: string): void {
    this.#show('danger', text);
  }

  dismiss(id: number): void {
    this.set(this.get().filter((toast) => toast.id !== id));
  }

  #show(kind: Toast['kind'], text: string): void {
    const id = this.#next;
    this.#next += 1;
    this.set([...this.get(), { id, kind, text }].slice(-AT_MOST));
    if (kind !== 'danger') setTimeout(() => this.dismiss(id), SHOWN_MILLISECONDS);
  }
}
