import { LRUCache } from 'lru-cache';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../core/runtime.js';

/** Values by URL, each with its own lifetime. A full cache evicts the least recently used one. */
export class DocumentCache<T> {
  /**
   * lru-cache can expire entries too, but it reads a lifetime of 0 as unlimited, and treats an entry of exactly its lifetime
   * as fresh.
   */
  readonly #entries: LRUCache<string, { readonly value: T; readonly expiresAt: number }>;

  constructor(
    capacity: number,
    private readonly clock: Clock,
  ) {
    this.#entries = new LRUCache({ max: capacity });
  }

  /** Wrapped in an object, because a value may be undefined. */
  get(url: string): { readonly value: T } | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined || entry.expiresAt > this.clock.now()) return entry;
    this.#entries.delete(url);
    return undefined;
  }

  set(url: string, value: T, lifetimeMs: number): void {
    this.#entries.set(url, { value, expiresAt: this.clock.now() + lifetimeMs });
  }

  delete(url: string): void {
    this.#entries.delete(url);
  }
}

const MINUTE_MS = 60_000;
/** Minimum, even if the headers forbid caching: the draft allows a lower bound, and one sign-in makes several requests. */
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * 60 * MINUTE_MS;
/** For a document without caching headers. */
const UNSPECIFIED_MS = 5 * MINUTE_MS;
/** Directives of Cache-Control that are read; the rest is ignored. */
const MAX_CACHE_CONTROL = 1000;

/** How long a document may be used, according to its response headers (RFC 9111 §4.2), as a shared cache reads them. */
export function freshnessMs(headers: IncomingHttpHeaders, now: number): number {
  const lifetime = lifetimeMs(headers, now);
  if (lifetime === undefined) return UNSPECIFIED_MS;
  const ageSeconds = seconds(headers.age) ?? 0;
  return Math.min(Math.max(lifetime - ageSeconds * 1000, SHORTEST_MS), LONGEST_MS);
}

function lifetimeMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const directives = parseCacheControl(headers['cache-control'] ?? '');
  if (['no-store', 'no-cache', 'private'].some((name) => directives.has(name))) return 0;
  for (const name of ['s-maxage', 'max-age']) {
    // A value that is not a number counts as stale (RFC 9111 §4.2.1).
    if (directives.has(name)) return (seconds(directives.get(name)) ?? 0) * 1000;
  }
  if (headers.expires === undefined) return undefined;
  const expires = Date.parse(headers.expires);
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(expires) ? 0 : expires - (Number.isNaN(date) ? now : date);
}

function parseCacheControl(header: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const part of header.slice(0, MAX_CACHE_CONTROL).split(',')) {
    const [name = '', value = ''] = part.split('=', 2);
    const key = name.trim().toLowerCase();
    if (!directives.has(key)) directives.set(key, value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return directives;
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
