/**
 * Where the administrator is: a path below the prefix and a query, in the browser's history. Any state of a screen that
 * should survive going back, reloading or being shared belongs here and nowhere else.
 */
export interface Place {
  /** "/", "/acme/blog/posts/update/7" */
  readonly path: string;
  /** "?page=2", or empty. */
  readonly search: string;
}

/** Holds a navigation and then lets it proceed or cancels it. Used to ask about unsaved changes. */
export type Guard = (held: HeldNavigation) => void;

export interface HeldNavigation {
  readonly leave: () => void;
  readonly stay: () => void;
}

interface Marked {
  readonly index: number;
}

const SEARCHES = 'gatehouse.searches';
const MAX_SEARCHES = 100;

function readSearches(): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(SEARCHES) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : []);
  } catch {
    return new Map();
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
}

export class Location {
  readonly #listeners = new Set<() => void>();
  /** The last query of each path that was open, also before a reload. */
  readonly #searches = readSearches();
  #place: Place;
  /** Position in this tab's history. It distinguishes back from forward, so that a held navigation can be undone. */
  #index: number;
  #guard: Guard | undefined;
  #isHeld = false;
  #undoing = false;

  /** @param prefix the path of the backend: "/backend" */
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

  /** Whether leaving the screen would lose changes. */
  get isGuarded(): boolean {
    return this.#guard !== undefined;
  }

  /** Whether a navigation waits for its guard. It has priority over the navigation after a save. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The href of a link to the path. */
  href(to: string): string {
    return this.prefix + (to === '/' ? '/' : to);
  }

  /** The last query of a path in this tab; undefined if it was never open here. */
  lastSearch(path: string): string | undefined {
    return this.#searches.get(path);
  }

  /** Changes what a path is resumed with: the page of the list that the next record is on. */
  remember(path: string, search: string): void {
    this.#searches.delete(path);
    this.#searches.set(path, search);
    if (this.#searches.size > MAX_SEARCHES) this.#searches.delete([...this.#searches.keys()][0] ?? '');
    sessionStorage.setItem(SEARCHES, JSON.stringify([...this.#searches]));
  }

  /** The next administrator in this tab finds no searches of this one. */
  forget(): void {
    this.#searches.clear();
    sessionStorage.removeItem(SEARCHES);
  }

  /** The path with its last query on this page: a list with its filters, for the way back from one of its records. */
  resumed(path: string): string {
    return path + (this.#searches.get(path) ?? '');
  }

  go(to: string, { replace = false, unguarded = false } = {}): void {
    const proceed = () => {
      // Navigating to the current URL must not add a duplicate history entry.
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

  /** For actions that end a screen without a navigation: signing out, changing the language. */
  leave(proceed: () => void): void {
    if (!this.#guard) proceed();
    else {
      this.#hold(this.#guard, () => {
        // The user has already answered, so the browser must not ask again when the page reloads.
        this.#setGuard(undefined);
        proceed();
      });
    }
  }

  /** Sets the guard of the open form. There is only one at a time. Returns a function that removes it. */
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
        // Only once, because it may already have been answered.
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
      // The browser has already navigated. Go back, and navigate again once the guard allows it.
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
    this.remember(place.path, search);
    return place;
  }
}

function indexOf(state: unknown): number | undefined {
  return typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number'
    ? state.index
    : undefined;
}
