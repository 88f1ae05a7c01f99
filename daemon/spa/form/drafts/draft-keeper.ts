import { Store } from '../../app/store.js';
import type { FormModel } from '../state/form-model.js';
import { draftOf } from '../state/form-state.js';
import type { Draft, Drafts } from './drafts.js';

/** Storing takes longer than drawing a letter: it waits for a pause. */
const PAUSE_MS = 300;

export interface DraftOwner {
  readonly administrator: string;
  readonly form: string;
}

/** Stores what one form holds unsaved. The value: the draft that is offered, until it is restored, discarded or outdated. */
export class DraftKeeper extends Store<Draft | undefined> {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly model: FormModel,
    private readonly drafts: Drafts,
    private readonly owner: DraftOwner,
  ) {
    const found = drafts.read(owner.administrator, owner.form);
    // Fields that the form has no more, or that hold the same by now, are not worth a question.
    super(found !== undefined && model.wouldChange(found.values) ? found : undefined);
  }

  /**
   * Follows the form; answers what ends that.
   * @param isLeft whether another screen is shown by then: a form that goes without that has crashed
   */
  readonly start = (isLeft: () => boolean): (() => void) => {
    const stop = this.model.subscribe(() => this.#later());
    const flush = () => {
      if (this.#timers.size > 0) this.#store();
    };
    // The last moment that a page on a phone hears of.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      this.#cancel();
      // Left, and not crashed: what was unsaved has been saved, or given up.
      if (isLeft() && this.get() === undefined) this.#remove();
    };
  };

  /** The administrator leaves the form without saving, and has been asked. */
  readonly abandon = (): void => {
    this.#cancel();
    this.set(undefined);
    this.#remove();
  };

  readonly restore = (): void => {
    const draft = this.get();
    if (draft === undefined) return;
    this.set(undefined);
    this.model.restore(draft.values, draft.version);
  };

  readonly discard = (): void => {
    this.set(undefined);
    this.#store();
  };

  #later(): void {
    this.#cancel();
    this.#timers.add(setTimeout(() => this.#store(), PAUSE_MS));
  }

  #cancel(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #store(): void {
    this.#cancel();
    const { administrator, form } = this.owner;
    const typed = draftOf(this.model.get());
    // What is offered and not answered yet stays until it is; what is typed meanwhile is newer.
    const offered = this.get();
    const values = { ...offered?.values, ...typed?.values };
    const version = offered?.version ?? typed?.version;
    if (Object.keys(values).length === 0) this.#remove();
    else this.drafts.keep(administrator, form, { values, ...(version !== undefined && { version }) });
  }

  #remove(): void {
    this.drafts.discard(this.owner.administrator, this.owner.form);
  }
}
