import type { Tone } from '../../admin/api/tones.js';
import { Store } from './store.js';

export interface Toast {
  readonly id: number;
  readonly kind: Tone;
  readonly text: string;
}

const SHOWN_MILLISECONDS = 6000;
const AT_MOST = 4;

/** The messages of the parts of the page. */
export type Messages = Pick<Toasts, 'success' | 'info' | 'error'>;

/**
 * Short messages in a corner. Screen readers announce them, and they never take the focus. An error stays until the user
 * closes it, and later messages do not push it out. The same message again takes the place of the first. No message goes while
 * the user is reading it (WCAG 2.2.1): while the pointer or the focus is on one of them.
 */
export class Toasts extends Store<readonly Toast[]> {
  #next = 1;
  #isHeld = false;
  /** Messages whose time was up while they were held. */
  readonly #overdue = new Set<number>();

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

  /** Keeps all messages until it is called again, and for their usual time after that. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) return;
    for (const id of this.#overdue) this.#dismissLater(id);
    this.#overdue.clear();
  }

  /** Those of one administrator are not for the next. */
  clear(): void {
    this.hold(false);
    this.set([]);
  }

  dismiss(id: number): void {
    this.set(this.get().filter((toast) => toast.id !== id));
  }

  #show(kind: Toast['kind'], text: string): void {
    const id = this.#next;
    this.#next += 1;
    const others = this.get().filter((toast) => toast.kind !== kind || toast.text !== text);
    this.set(atMost([...others, { id, kind, text }], AT_MOST));
    if (kind !== 'danger') this.#dismissLater(id);
  }

  #dismissLater(id: number): void {
    setTimeout(() => {
      if (this.#isHeld) this.#overdue.add(id);
      else this.dismiss(id);
    }, SHOWN_MILLISECONDS);
  }
}

/** Messages of an administrator who may leave before they come: none appears then. */
export function messagesWhile(messages: Messages, isHere: () => boolean): Messages {
  const tell = (kind: keyof Messages) => (text: string) => {
    if (isHere()) messages[kind](text);
  };
  return { success: tell('success'), info: tell('info'), error: tell('error') };
}

/** Drops the oldest ones; errors only if there are no others. */
function atMost(toasts: readonly Toast[], maximum: number): readonly Toast[] {
  if (toasts.length <= maximum) return toasts;
  const dropped = toasts.slice(0, -1).find(({ kind }) => kind !== 'danger') ?? toasts[0];
  return atMost(
    toasts.filter((toast) => toast !== dropped),
    maximum,
  );
}
