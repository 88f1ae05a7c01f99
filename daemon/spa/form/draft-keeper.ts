import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import type { Draft, Drafts } from '../platform/drafts.js';
import type { Session } from '../platform/session.js';
import { Store } from '../platform/store.js';
import type { FormModel } from './state/form-model.js';
import { draftOf, isDirty } from './state/form-state.js';

/** Writing to storage takes longer than rendering a keystroke, so it waits for a pause in typing. */
const PAUSE_MS = 300;

export interface DraftOwner {
  readonly administrator: string;
  readonly form: string;
}

/**
 * Stores the unsaved changes of one form. The same form may be open in other tabs, so a keeper removes only the draft that
 * it found or stored itself. Its value is the draft on offer until the user restores or discards it or it becomes outdated.
 */
export class DraftKeeper extends Store<Draft | undefined> {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** The draft that this keeper last found or stored; undefined if it has none to remove. */
  #own: Draft | undefined;
  /** True from sign-out in any tab until the administrator signs in again. Meanwhile the keeper stores nothing. */
  #isSignedOut = false;

  constructor(
    private readonly model: FormModel,
    private readonly drafts: Drafts,
    private readonly owner: DraftOwner,
    private readonly session: Pick<Session, 'get' | 'subscribe'>,
  ) {
    const found = drafts.read(owner.administrator, owner.form);
    // Do not offer a draft whose fields no longer exist or already have the same values.
    super(found !== undefined && model.wouldChange(found.values) ? found : undefined);
    this.#own = found;
  }

  /**
   * Follows the form. Returns a function that stops following it.
   * @param isLeft whether another screen is shown by then. If the form disappears without that, it has crashed.
   */
  readonly start = (isLeft: () => boolean): (() => void) => {
    const stop = this.model.subscribe(() => this.#later());
    const unwatch = this.session.subscribe(() => this.#sessionChanged());
    // A form can start with unsaved changes (state/rescued.ts).
    if (isDirty(this.model.get())) this.#later();
    const flush = () => {
      if (this.#timers.size > 0) this.#store();
    };
    // On a phone, this may be the last event that the page receives.
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      unwatch();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      this.#cancel();
      // The user left the form and it did not crash, so the changes are either saved or abandoned.
      if (isLeft() && this.get() === undefined) this.#remove();
    };
  };

  /** The administrator confirmed leaving the form without saving. */
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

  /**
   * An expired session, or one that changed users, keeps the draft, because the user needs it later. Signing out removes
   * it.
   */
  #sessionChanged(): void {
    const state = this.session.get();
    const wasSignedOut = this.#isSignedOut;
    if (state.kind === 'signed-in') this.#isSignedOut = false;
    else if (state.kind === 'signed-out' || (state.kind === 'expired' && state.why.kind === 'signed-out')) {
      this.#isSignedOut = true;
      this.#cancel();
      this.#remove();
    }
    // The author is back: store again what is still on the screen.
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
    // Keep an offered draft until the user accepts or discards it. Values typed since then override it.
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
  /** The draft from before the page was closed or reloaded; undefined if there is none or the user has dealt with it. */
  readonly offered: Draft | undefined;
  readonly restore: () => void;
  readonly discard: () => void;
  /** The user leaves the form without saving. */
  readonly abandon: () => void;
}

/** Keeps unsaved form input in this browser and offers it when the user reopens the form. */
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
