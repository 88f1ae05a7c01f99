import type { Clock } from '../core/clock.js';
import type { ClientDocument, ClientDocuments } from '../oauth/ports/client-documents.js';
import { fetchDocument } from './fetch-document.js';
import { freshnessMs } from './freshness.js';
import { INTERNET, type Network } from './network.js';

/** Documents kept, at 16 KiB each at the most; the one that was used longest ago makes room. */
const MAX_CACHED = 1000;
/** Fetches under way. What comes beyond is turned away: whoever sends it may be after our connections. */
const MAX_FETCHES = 64;

/**
 * Client metadata documents from the web: cached as their headers say, and fetched once however many ask at the same time.
 * Failures are not cached (draft-ietf-oauth-client-id-metadata-document §5.2).
 */
export function createClientDocuments(clock: Clock, network: Network = INTERNET): ClientDocuments {
  const cache = new Map<string, { readonly document: unknown; readonly expiresAt: number }>();
  const underWay = new Map<string, Promise<ClientDocument>>();

  return {
    async find(url) {
      return fromCache(url) ?? underWay.get(url) ?? start(url);
    },
    forget(url) {
      cache.delete(url);
    },
  };

  function fromCache(url: string): ClientDocument | undefined {
    const entry = cache.get(url);
    if (entry === undefined) return undefined;
    cache.delete(url);
    if (entry.expiresAt <= clock.now()) return undefined;
    // Set again, so that the map's order is that of use.
    cache.set(url, entry);
    return { found: true, document: entry.document };
  }

  async function start(url: string): Promise<ClientDocument> {
    if (underWay.size >= MAX_FETCHES) return { found: false, reason: 'too many documents are being fetched' };
    const fetching = fetchInto(url).finally(() => underWay.delete(url));
    underWay.set(url, fetching);
    return fetching;
  }

  async function fetchInto(url: string): Promise<ClientDocument> {
    try {
      const { document, headers } = await fetchDocument(url, network);
      const now = clock.now();
      for (const oldest of cache.keys()) {
        if (cache.size < MAX_CACHED) break;
        cache.delete(oldest);
      }
      cache.set(url, { document, expiresAt: now + freshnessMs(headers, now) });
      return { found: true, document };
    } catch (error) {
      return { found: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
