import type { Clock } from '../core/clock.js';

/** Documents with a life of their own each. When it is full, the one that was used longest ago makes room. */
export class DocumentCache {
  /** In the order of use. */
  readonly #entries = new Map<string, { readonly document: unknown; readonly expiresAt: number }>();

  constructor(
    private readonly capacity: number,
    private readonly clock: Clock,
  ) {}

  /** In an object of its own, since a document may be any JSON value. */
  get(url: string): { readonly document: unknown } | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined) return undefined;
    this.#entries.delete(url);
    if (entry.expiresAt <= this.clock.now()) return undefined;
    this.#entries.set(url, entry);
    return entry;
  }

  set(url: string, document: unknown, lifetimeMs: number): void {
    this.#entries.delete(url);
    for (const longestUnused of this.#entries.keys()) {
      if (this.#entries.size < this.capacity) break;
      this.#entries.delete(longestUnused);
    }
    this.#entries.set(url, { document, expiresAt: this.clock.now() + lifetimeMs });
  }

  delete(url: string): void {
    this.#entries.delete(url);
  }
}
