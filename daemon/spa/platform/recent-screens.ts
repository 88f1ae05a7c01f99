import type { TextStorage } from './browser-storage.js';
import { keepText, keyOf } from './browser-storage.js';

/** A screen that the administrator has opened. */
export interface RecentScreen {
  readonly path: string;
  readonly title: string;
}

const MAX_RECENT = 8;

/**
 * The screens that were last opened in this tab, the latest first. Titles are names of records, so they stay in the tab's own
 * storage, and end with the tab or when their administrator signs out.
 */
export class RecentScreens {
  readonly #base: string;

  /** @param prefix of the backend: another backend on the same origin has separate screens */
  constructor(
    private readonly storage: TextStorage,
    prefix: string,
  ) {
    this.#base = `${keyOf('recent', prefix)}:`;
  }

  of(administrator: string): readonly RecentScreen[] {
    try {
      const kept: unknown = JSON.parse(this.storage.getItem(this.#base + administrator) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isScreen) : [];
    } catch {
      return [];
    }
  }

  visit(administrator: string, screen: RecentScreen): void {
    const others = this.of(administrator).filter(({ path }) => path !== screen.path);
    keepText(this.storage, this.#base + administrator, JSON.stringify([screen, ...others].slice(0, MAX_RECENT)));
  }

  /**
   * From now on, the tab belongs to this administrator; undefined: to none. It forgets the screens of all others, also of one who
   * signed out elsewhere while another site was open in this tab, or while it was closed.
   */
  belongTo(administrator: string | undefined): void {
    const keys = Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index) ?? '');
    const own = administrator === undefined ? undefined : this.#base + administrator;
    for (const key of keys) if (key.startsWith(this.#base) && key !== own) this.storage.removeItem(key);
  }
}

function isScreen(value: unknown): value is RecentScreen {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('title' in value)) return false;
  return typeof value.path === 'string' && value.path.startsWith('/') && typeof value.title === 'string';
}
