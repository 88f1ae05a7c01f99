import { keepText, keyOf, tabStorage } from './browser-storage.js';

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

/** In pixels from the top. */
export interface Scrolled {
  readonly page: number;
  /** Of the list, if it is wider than the screen and has scroll bars of its own. */
  readonly pane: number;
}

/** The first list on the screen. */
export function scrollPane(): Element | null {
  return document.querySelector('main .table-frame');
}

/** Holds a navigation and then lets it proceed or cancels it. Used to ask about unsaved changes. */
export type Guard = (held: HeldNavigation) => void;

export interface HeldNavigation {
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Whether a navigation leaves what a guard protects. */
export type Leaves = (from: Place, to: Place) => boolean;

interface Guarded {
  readonly guard: Guard;
  readonly leaves: Leaves;
  /** The form that it protected is gone. */
  isOver: boolean;
}

/** A change of the query alone stays on the screen. */
const leavesScreen: Leaves = (from, to) => from.path !== to.path;

interface Marked {
  readonly index: number;
  /** A layer over the entry before, such as a side panel, which leads back to it. Kept with the entry, also over a reload. */
  readonly isLayer: boolean;
}

const MAX_SEARCHES = 100;

function readSearches(key: string): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(key) ?? '[]');
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
  readonly #searches: Map<string, string>;
  readonly #searchesKey: string;
  /** Of the id of the administrator whose searches they are. */
  readonly #ownerKey: string;
  #place: Place;
  /** Position in this tab's history. It distinguishes back from forward, so that a held navigation can be undone. */
  #index: number;
  #isLayer: boolean;
  #hash = window.location.hash;
  /** How far the screens were scrolled that a link has left, by their position in the history. */
  readonly #scrolled = new Map<number, Scrolled>();
  #scrollBack: Scrolled | undefined;
  /** That of the screen, and above it that of a side panel. */
  #guards: readonly Guarded[] = [];
  /** The next navigation of the browser has been asked about. */
  #isAllowed = false;
  #isHeld = false;
  #undoing = false;

  /** @param prefix the path of the backend: "/backend" */
  constructor(readonly prefix: string) {
    this.#searchesKey = keyOf('searches', prefix);
    this.#ownerKey = keyOf('searches-of', prefix);
    this.#searches = readSearches(this.#searchesKey);
    this.#index = indexOf(history.state) ?? 0;
    this.#isLayer = isLayer(history.state);
    history.replaceState(this.#marked(), '');
    this.#place = this.#read();
    window.addEventListener('popstate', this.#popped);
    window.addEventListener('beforeunload', (event) => {
      if (this.isGuarded) event.preventDefault();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Place => this.#place;

  /** Whether leaving the screen would lose changes. */
  get isGuarded(): boolean {
    return this.#guards.length > 0;
  }

  /** Whether the entry before is the screen below this layer, so that closing it means to go back. */
  get isLayer(): boolean {
    return this.#isLayer;
  }

  /** How far the screen was scrolled that Back has led to; undefined on a new screen, which begins at its top. */
  get scrollBack(): Scrolled | undefined {
    return this.#scrollBack;
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
    keepText(tabStorage, this.#searchesKey, JSON.stringify([...this.#searches]));
  }

  /** The next administrator in this tab finds no searches of this one. */
  forget(): void {
    this.#searches.clear();
    keepText(tabStorage, this.#searchesKey, undefined);
    keepText(tabStorage, this.#ownerKey, undefined);
  }

  /** Whose searches these are from now on. Those of another administrator, also from before a reload, are forgotten. */
  belongTo(administrator: string): void {
    if (tabStorage.getItem(this.#ownerKey) === administrator) return;
    this.forget();
    keepText(tabStorage, this.#ownerKey, administrator);
    this.remember(this.#place.path, this.#place.search);
  }

  /** The path with its last query on this page: a list with its filters, for the way back from one of its records. */
  resumed(path: string): string {
    return path + (this.#searches.get(path) ?? '');
  }

  /** @param isLayer opens a layer over what is on the screen */
  go(to: string, { replace = false, unguarded = false, isLayer: opensLayer = false } = {}): void {
    const proceed = () => {
      // Navigating to the current URL must not add a duplicate history entry.
      const isSame = this.href(to) === window.location.pathname + window.location.search;
      if (!replace && !isSame) {
        this.#scrolled.set(this.#index, { page: window.scrollY, pane: scrollPane()?.scrollTop ?? 0 });
        this.#index += 1;
        this.#isLayer = opensLayer;
      }
      this.#scrollBack = undefined;
      history[replace || isSame ? 'replaceState' : 'pushState'](this.#marked(), '', this.href(to));
      this.#changed();
    };
    const [path = '', search] = to.split('?');
    if (unguarded) proceed();
    else this.#ask(this.#guardsOf({ path, search: search === undefined ? '' : `?${search}` }), proceed);
  }

  /**
   * For actions that end a screen without a navigation: signing out, changing the language. An action that rejects has not
   * ended it: what is still on the screen is guarded again.
   */
  leave(proceed: () => void | Promise<void>): void {
    this.#ask(this.#guards, () => {
      const before = this.#guards;
      // The user has already answered, so the browser must not ask again when the page reloads.
      this.#setGuards([]);
      void Promise.resolve(proceed()).catch(() =>
        this.#setGuards([...before.filter(({ isOver }) => !isOver), ...this.#guards]),
      );
    });
  }

  /** Goes back to the entry before, as the browser's button does. */
  back(): void {
    history.back();
  }

  /**
   * Sets the guard of an open form. That of a side panel is asked before that of the screen. Returns a function that removes
   * it.
   * @param leaves whether a navigation leaves the form; by default, if it leaves the screen
   */
  guardWith(guard: Guard, leaves: Leaves = leavesScreen): () => void {
    const guarded: Guarded = { guard, leaves, isOver: false };
    this.#setGuards([...this.#guards, guarded]);
    return () => {
      guarded.isOver = true;
      this.#setGuards(this.#guards.filter((one) => one !== guarded));
    };
  }

  #guardsOf(to: Place): readonly Guarded[] {
    return this.#guards.filter(({ leaves }) => leaves(this.#place, to));
  }

  /** Asks each guard in turn, from the top. */
  #ask(guards: readonly Guarded[], proceed: () => void): void {
    const top = guards.at(-1);
    if (top === undefined) proceed();
    else this.#hold(top.guard, () => this.#ask(guards.slice(0, -1), proceed));
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

  #setGuards(guards: readonly Guarded[]): void {
    this.#guards = guards;
    for (const listener of this.#listeners) listener();
  }

  #popped = (event: PopStateEvent) => {
    if (this.#undoing) {
      this.#undoing = false;
      return;
    }
    const index = indexOf(event.state) ?? this.#mark();
    const steps = index - this.#index;
    const isAllowed = this.#isAllowed;
    this.#isAllowed = false;
    const guards = isAllowed ? [] : this.#guardsOf(this.#read());
    if (guards.length > 0 && steps !== 0) {
      // The browser has already navigated. Go back, and navigate again once the guard allows it.
      this.#undoing = true;
      history.go(-steps);
      this.#ask(guards, () => {
        this.#isAllowed = true;
        history.go(steps);
      });
      return;
    }
    this.#index = index;
    this.#isLayer = isLayer(history.state);
    this.#scrollBack = this.#scrolled.get(index);
    this.#changed();
  };

  /**
   * The browser itself has gone to a part of the page, by a link such as "#part" or because the user has changed the URL. That
   * adds an entry, unless the page was at this part already. Returns its position.
   */
  #mark(): number {
    const index = this.#index + (window.location.hash === this.#hash ? 0 : 1);
    history.replaceState({ index, isLayer: false } satisfies Marked, '');
    return index;
  }

  #marked(): Marked {
    return { index: this.#index, isLayer: this.#isLayer };
  }

  #changed(): void {
    this.#hash = window.location.hash;
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

function isLayer(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isLayer' in state && state.isLayer === true;
}
