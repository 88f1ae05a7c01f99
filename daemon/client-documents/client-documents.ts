import type { Clock } from '../core/clock.js';
import type { ClientDocument, ClientDocuments } from '../oauth/ports/client-documents.js';
import { DocumentCache } from './document-cache.js';
import { fetchDocument } from './fetch-document.js';
import { freshnessMs } from './freshness.js';
import { INTERNET, type Network } from './network.js';

/** Documents kept, at 16 KiB of JSON each at the most. */
const MAX_CACHED = 1000;
/** Fetches under way. What comes beyond is turned away: whoever sends it may be after our connections. */
export const MAX_FETCHES = 64;

/**
 * Client metadata documents from the web: cached as their headers say, and fetched once however many ask at the same time.
 * Failures are not cached (draft-ietf-oauth-client-id-metadata-document §5.2).
 */
export function createClientDocuments(clock: Clock, network: Network = INTERNET): ClientDocuments {
  const cache = new DocumentCache(MAX_CACHED, clock);
  const underWay = new Map<string, Promise<ClientDocument>>();

  return {
    async find(url) {
      const cached = cache.get(url);
      return cached === undefined ? (underWay.get(url) ?? start(url)) : { found: true, document: cached.document };
    },
    forget: (url) => cache.delete(url),
  };

  async function start(url: string): Promise<ClientDocument> {
    if (underWay.size >= MAX_FETCHES) return { found: false, reason: 'too many documents are being fetched' };
    const fetching = fetchIntoCache(url).finally(() => underWay.delete(url));
    underWay.set(url, fetching);
    return fetching;
  }

  async function fetchIntoCache(url: string): Promise<ClientDocument> {
    try {
      const { document, headers } = await fetchDocument(url, network);
      cache.set(url, document, freshnessMs(headers, clock.now()));
      return { found: true, document };
    } catch (error) {
      return { found: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }
}
