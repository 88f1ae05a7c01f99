import { LRUCache } from 'lru-cache';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../core/runtime.js';

/** Documents with a life of their own each. When it is full, the one that was used longest ago makes room. */
export class DocumentCache {
  /** lru-cache could count down lives as well, but takes 0 for a life without end, and an age of exactly a life as fresh. */
  readonly #entries: LRUCache<string, { readonly document: unknown; readonly expiresAt: number }>;

  constructor(
    capacity: number,
    private readonly clock: Clock,
  ) {
    this.#entries = new LRUCache({ max: capacity });
  }

  /** In an object of its own, since a document may be any JSON value. */
  get(url: string): { readonly document: unknown } | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined || entry.expiresAt > this.clock.now()) return entry;
    this.#entries.delete(url);
    return undefined;
  }

  set(url: string, document: unknown, lifetimeMs: number): void {
    this.#entries.set(url, { document, expiresAt: this.clock.now() + lifetimeMs });
  }

  delete(url: string): void {
    this.#entries.delete(url);
  }
}

const MINUTE_MS = 60_000;
/** Even what forbids caching is kept this long: the draft allows a lower bound, and one sign-in makes several requests. */
const SHORTEST_MS = MINUTE_MS;
const LONGEST_MS = 24 * 60 * MINUTE_MS;
/** For a document that says nothing about it. */
const UNSPECIFIED_MS = 5 * MINUTE_MS;
/** Of Cache-Control; what follows is not read. */
const MAX_CACHE_CONTROL = 1000;

/** How long a document may be used, by the headers that came with it (RFC 9111 §4.2), as a shared cache reads them. */
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
    // A value that is no number counts as stale (RFC 9111 §4.2.1).
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
