/**
 * Where the administrator is: a path below the prefix and a query, kept by the browser's history. Whatever a screen shows
 * that ought to survive going back, reloading or being sent to a colleague stands here and nowhere else.
 */
export interface Place {
  /** "/", "/acme/blog/posts/update/7" */
  readonly path: string;
  /** "?page=2", or empty. */
  readonly search: string;
}

/** Holds a navigation back, and then carries it out or calls it off: asks about changes that have not been saved. */
export type Guard = (held: HeldNavigation) => void;

export interface HeldNavigation {
  readonly leave: () => void;
  readonly stay: () => void;
}

interface Marked {
  readonly index: number;
}

export class Location {
  readonly #listeners = new Set<() => void>();
  /** The last query of each path that has been open. */
  readonly #searches = new Map<string, string>();
  #place: Place;
  /** Position in the history of this tab: tells back from forward, so that a held back one can be undone. */
  #index: number;
  #guard: Guard | undefined;
  #isHeld = false;
  #undoing = false;

  /** @param prefix where the backend is mounted: "/backend" */
  constructor(readonly prefix: string) {
    this.#index = indexOf(history.state) ?? 0;
    history.replaceState({ index: this.#index } satisfies Marked, '');
    this.#place = this.#read();
    window.addEventListener('popstate', this.#popped);
    window.addEventListener('beforeunload', (event) => {
      if (this.#guard) event.preventDefault();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Place => this.#place;

  /** Whether there is something on the screen that leaving it would lose. */
  get isGuarded(): boolean {
    return this.#guard !== undefined;
  }

  /** Whether a navigation waits for its guard: it was asked for, and goes before wherever saving would lead. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** What a link to it has as href. */
  href(to: string): string {
    return this.prefix + (to === '/' ? '/' : to);
  }

  /** A path as it was last open on this page: a list with its filters, for the way back from one of its records. */
  resumed(path: string): string {
    return path + (this.#searches.get(path) ?? '');
  }

  go(to: string, { replace = false, unguarded = false } = {}): void {
    const proceed = () => {
      // To where one is already: the history gets no second entry that looks the same.
      const isSame = this.href(to) === window.location.pathname + window.location.search;
      if (!replace && !isSame) this.#index += 1;
      history[replace || isSame ? 'replaceState' : 'pushState'](
        { index: this.#index } satisfies Marked,
        '',
        this.href(to),
      );
      this.#changed();
    };
    if (this.#guard && !unguarded && this.#leaves(to)) this.#hold(this.#guard, proceed);
    else proceed();
  }

  /** For what ends a screen without going anywhere: signing out, another language. */
  leave(proceed: () => void): void {
    if (!this.#guard) proceed();
    else {
      this.#hold(this.#guard, () => {
        // It has been answered here: the browser need not ask again when the page is reloaded.
        this.#setGuard(undefined);
        proceed();
      });
    }
  }

  /** One guard at a time: the form that is open. Answers what takes it away again. */
  guardWith(guard: Guard): () => void {
    this.#setGuard(guard);
    return () => {
      if (this.#guard === guard) this.#setGuard(undefined);
    };
  }

  #hold(guard: Guard, proceed: () => void): void {
    this.#isHeld = true;
    guard({
      leave: () => {
        // Once: it may have been answered already.
        if (!this.#isHeld) return;
        this.#isHeld = false;
        proceed();
      },
      stay: () => {
        this.#isHeld = false;
      },
    });
  }

  #setGuard(guard: Guard | undefined): void {
    this.#guard = guard;
    for (const listener of this.#listeners) listener();
  }

  /** A change of the query alone stays on the screen. */
  #leaves(to: string): boolean {
    return to.split('?')[0] !== this.#place.path;
  }

  #popped = (event: PopStateEvent) => {
    if (this.#undoing) {
      this.#undoing = false;
      return;
    }
    const index = indexOf(event.state) ?? 0;
    const steps = index - this.#index;
    const guard = this.#guard;
    if (guard && steps !== 0 && this.#leaves(this.#read().path)) {
      // The browser has gone already: take it back, and go again once that is allowed.
      this.#undoing = true;
      history.go(-steps);
      this.#hold(guard, () => {
        this.#setGuard(undefined);
        history.go(steps);
      });
      return;
    }
    this.#index = index;
    this.#changed();
  };

  #changed(): void {
    this.#place = this.#read();
    for (const listener of this.#listeners) listener();
  }

  #read(): Place {
    const { pathname, search } = window.location;
    const path = pathname.startsWith(this.prefix) ? pathname.slice(this.prefix.length) : pathname;
    const place = { path: path === '' ? '/' : path, search };
    this.#searches.set(place.path, search);
    return place;
  }
}

function indexOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number'
    ? state.index
    : undefined;
}
