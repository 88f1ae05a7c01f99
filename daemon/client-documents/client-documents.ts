import type { Clock, Logger } from '../core/runtime.js';
import type { ClientDocument, ClientDocuments } from '../oauth/ports/client-documents.js';
import type { Limit, Throttle } from '../oauth/ports/state.js';
import { DocumentCache, freshnessMs } from './document-cache.js';
import { fetchDocument } from './fetch-document.js';
import type { Network } from './network.js';
import { INTERNET } from './network.js';

/** Fetches under way in this process. */
export const MAX_FETCHES = 64;
/** Of those, for one requesting network, and at one host name. */
export const MAX_FETCHES_EACH = 8;
/** A server that behaves answers within this; a slower fetch makes room when a new one needs it. */
export const PATIENCE_MS = 1000;

interface Fetch {
  readonly network: string;
  readonly host: string;
  readonly startedAt: number;
  readonly outcome: Promise<ClientDocument>;
  readonly cancel: AbortController;
}

/**
 * The fetches that are under way, and who may add one. Servers that hang must not keep documents of others from being
 * fetched: neither one requester nor one host name can have more than a few, and when all are taken, the one that has
 * hung for longest is given up for the newcomer.
 */
class Fetches {
  /** By URL, in the order in which they began. */
  readonly #underWay = new Map<string, Fetch>();

  constructor(private readonly clock: Clock) {}

  find(url: string): Promise<ClientDocument> | undefined {
    return this.#underWay.get(url)?.outcome;
  }

  /** Why none may begin; undefined when one may. Makes room if there is some to be made. */
  obstacle(network: string, host: string, hasConsent: boolean): string | undefined {
    const all = [...this.#underWay.values()];
    if (all.filter((fetch) => fetch.network === network).length >= MAX_FETCHES_EACH) {
      return 'too many documents are being fetched for the same address';
    }
    if (!hasConsent && all.filter((fetch) => fetch.host === host).length >= MAX_FETCHES_EACH) {
      return 'too many documents are being fetched from the same host';
    }
    if (this.#underWay.size < MAX_FETCHES) return undefined;
    const [longest] = this.#underWay;
    if (longest === undefined || this.clock.now() - longest[1].startedAt < PATIENCE_MS) {
      return 'too many documents are being fetched';
    }
    longest[1].cancel.abort(new Error('it took too long while other fetches were waiting'));
    this.#underWay.delete(longest[0]);
    return undefined;
  }

  begin(
    url: string,
    network: string,
    host: string,
    fetch: (signal: AbortSignal) => Promise<ClientDocument>,
  ): Promise<ClientDocument> {
    const cancel = new AbortController();
    const outcome = fetch(cancel.signal).finally(() => {
      if (this.#underWay.get(url)?.cancel === cancel) this.#underWay.delete(url);
    });
    this.#underWay.set(url, { network, host, startedAt: this.clock.now(), outcome, cancel });
    return outcome;
  }
}

/** Documents kept, at 16 KiB of JSON each at the most. */
const MAX_CACHED = 1000;
/** Failures remembered, at 2 KiB of URL each at the most. */
const MAX_FAILURES = 1000;
/** After a failed fetch the same URL is left alone for so long. */
export const FAILURE_PAUSE_MS = 10_000;

export interface ClientDocumentsDependencies {
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly limits: { readonly documentsPerIp: Limit; readonly documentsPerHost: Limit };
  /** Told once of each fetch that failed, however many asked for it: their number is bounded, that of requests is not. */
  readonly logger: Pick<Logger, 'info'>;
  readonly network?: Network;
}

/**
 * Client metadata documents from the web: cached as their headers say, and fetched once however many ask at the same time.
 * Whoever asks chooses the target, so fetches are limited for each requesting network and for each host name, over all
 * daemons; what is cached, under way or failed a moment ago costs nobody anything. A client with consent has a limit of
 * its own in place of its host's.
 */
export function createClientDocuments({
  clock,
  throttle,
  limits,
  logger,
  network = INTERNET,
}: ClientDocumentsDependencies): ClientDocuments {
  const cache = new DocumentCache(MAX_CACHED, clock);
  const failures = new DocumentCache(MAX_FAILURES, clock);
  const fetches = new Fetches(clock);
  /** By requester and URL, until it is decided whether a fetch begins: of many requests at once one is counted. */
  const starting = new Map<string, Promise<ClientDocument>>();

  return {
    async find(url, requester, hasConsent) {
      const cached = cache.get(url);
      if (cached !== undefined) return { found: true, document: cached.document };
      if (failures.get(url) !== undefined) return missing('its last fetch failed moments ago');
      return fetches.find(url) ?? startOnce(url, requester, hasConsent);
    },
    forget: (url) => cache.delete(url),
  };

  function startOnce(url: string, requester: string, hasConsent: boolean): Promise<ClientDocument> {
    const key = `${requester} ${url}`;
    const known = starting.get(key);
    if (known !== undefined) return known;
    const started = start(url, requester, hasConsent).finally(() => starting.delete(key));
    starting.set(key, started);
    return started;
  }

  async function start(url: string, requester: string, hasConsent: boolean): Promise<ClientDocument> {
    const host = new URL(url).hostname;
    const verdict = await throttle.hit([
      { key: `documents:ip:${requester}`, ...limits.documentsPerIp },
      { key: hasConsent ? `documents:client:${url}` : `documents:host:${host}`, ...limits.documentsPerHost },
    ]);
    if (!verdict.allowed) return missing('too many documents were fetched for this address or from this host');
    // Somebody else may have begun meanwhile.
    const underWay = fetches.find(url);
    if (underWay !== undefined) return underWay;
    const obstacle = fetches.obstacle(requester, host, hasConsent);
    return obstacle === undefined
      ? fetches.begin(url, requester, host, (signal) => fetchIntoCache(url, signal))
      : missing(obstacle);
  }

  async function fetchIntoCache(url: string, signal: AbortSignal): Promise<ClientDocument> {
    try {
      const { document, headers } = await fetchDocument(url, network, signal);
      cache.set(url, document, freshnessMs(headers, clock.now()));
      return { found: true, document };
    } catch (error) {
      failures.set(url, undefined, FAILURE_PAUSE_MS);
      const reason = error instanceof Error ? error.message : String(error);
      logger.info({ clientId: url, reason }, 'failed to fetch a client metadata document');
      return missing(reason);
    }
  }
}

function missing(reason: string): ClientDocument {
  return { found: false, reason };
}
