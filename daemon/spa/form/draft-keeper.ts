import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import type { Draft, Drafts } from '../platform/drafts.js';
import type { Session } from '../platform/session.js';
import { Store } from '../platform/store.js';
import type { FormModel } from './state/form-model.js';
import { draftOf } from './state/form-state.js';

/** Storing takes longer than drawing a letter: it waits for a pause. */
const PAUSE_MS = 300;

export interface DraftOwner {
  readonly administrator: string;
  readonly form: string;
}

/**
 * Stores what one form holds unsaved. The same form may be open in other tabs, so that a keeper removes only what it has found
 * or stored itself. The value: the draft that is offered, until it is restored, discarded or outdated.
 */
export class DraftKeeper extends Store<Draft | undefined> {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** What this keeper has found or stored last; undefined: nothing that is its own to remove. */
  #own: Draft | undefined;
  /** Since the administrator has signed out, in whichever tab, and until they are back: nothing is left behind. */
  #isSignedOut = false;

  constructor(
    private readonly model: FormModel,
    private readonly drafts: Drafts,
    private readonly owner: DraftOwner,
    private readonly session: Pick<Session, 'get' | 'subscribe'>,
  ) {
    const found = drafts.read(owner.administrator, owner.form);
    // Fields that the form has no more, or that hold the same by now, are not worth a question.
    super(found !== undefined && model.wouldChange(found.values) ? found : undefined);
    this.#own = found;
  }

  /**
   * Follows the form; answers what ends that.
   * @param isLeft whether another screen is shown by then: a form that goes without that has crashed
   */
  readonly start = (isLeft: () => boolean): (() => void) => {
    const stop = this.model.subscribe(() => this.#later());
    const unwatch = this.session.subscribe(() => this.#sessionChanged());
    const flush = () => {
      if (this.#timers.size > 0) this.#store();
    };
    // The last moment that a page on a phone hears of.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      unwatch();
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

  /** A session that ran out, or is another's, keeps what was typed: that is when it is needed. Signing out does not. */
  #sessionChanged(): void {
    const state = this.session.get();
    const wasSignedOut = this.#isSignedOut;
    if (state.kind === 'signed-in') this.#isSignedOut = false;
    else if (state.kind === 'signed-out' || (state.kind === 'expired' && state.why.kind === 'signed-out')) {
      this.#isSignedOut = true;
      this.#cancel();
      this.#remove();
    }
    // What is still on the screen is kept again once it is its author who is back.
    if (wasSignedOut && !this.#isSignedOut) this.#later();
  }

  #later(): void {
    this.#cancel();
    if (!this.#isSignedOut) this.#timers.add(setTimeout(() => this.#store(), PAUSE_MS));
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
    else this.#own = this.drafts.keep(administrator, form, { values, ...(version !== undefined && { version }) });
  }

  #remove(): void {
    if (this.#own === undefined) return;
    this.drafts.discard(this.owner.administrator, this.owner.form, this.#own);
    this.#own = undefined;
  }
}

export interface DraftKeeping {
  /** What was typed here before the page was closed or reloaded; undefined: there is nothing, or it has been answered. */
  readonly offered: Draft | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
  /** The form is left without saving. */
  readonly abandon: () => void;
}

/** Keeps what is typed into a form in this browser while it is unsaved, and offers it when the form is opened again. */
export function useDraftKeeping(model: FormModel, isEnabled: boolean): DraftKeeping {
  const { drafts, location, session } = useApp();
  const [form] = useState(location.current().path);
  const [keeper] = useState(
    () => new DraftKeeper(model, drafts, { administrator: session.believed ?? '', form }, session),
  );
  useEffect(
    () => (isEnabled ? keeper.start(() => location.current().path !== form) : undefined),
    [keeper, isEnabled, location, form],
  );
  const offered = useSyncExternalStore(keeper.subscribe, keeper.get);
  return {
    offered: isEnabled ? offered : undefined,
    restore: keeper.restore,
    discard: keeper.discard,
    abandon: keeper.abandon,
  };
}
