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

/** May hold a navigation back, and then carries it out or not: asks about changes that have not been saved. */
export type Guard = (leave: () => void) => void;

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
      const move = replace ? 'replaceState' : 'pushState';
      if (!replace) this.#index += 1;
      history[move]({ index: this.#index } satisfies Marked, '', this.href(to));
      this.#changed();
    };
    if (this.#guard && !unguarded && this.#leaves(to)) this.#guard(proceed);
    else proceed();
  }

  /** For what ends a screen without going anywhere: signing out. */
  leave(proceed: () => void): void {
    if (this.#guard) this.#guard(proceed);
    else proceed();
  }

  /** One guard at a time: the form that is open. Answers what takes it away again. */
  guardWith(guard: Guard): () => void {
    this.#guard = guard;
    return () => {
      if (this.#guard === guard) this.#guard = undefined;
    };
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
      guard(() => {
        this.#guard = undefined;
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
