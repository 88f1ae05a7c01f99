import { messageOf } from '../core/faults.js';
import type { Clock, Logger } from '../core/runtime.js';
import { steadyClock } from '../core/runtime.js';
import type { ClientDocument, ClientDocuments } from '../oauth/ports/client-documents.js';
import type { Limit, Throttle } from '../oauth/ports/state.js';
import { DocumentCache, freshnessMs } from './document-cache.js';
import { fetchDocument } from './fetch-document.js';
import type { Network } from './network.js';
import { INTERNET } from './network.js';

/** Concurrent fetches in this process. */
export const MAX_FETCHES = 64;
/** Of those, the limit for one requesting network and for one host name. */
export const MAX_FETCHES_EACH = 8;
/** A well-behaved server answers within this time. A slower fetch makes room when a new one needs it. */
export const PATIENCE_MS = 1000;

interface Fetch {
  readonly network: string;
  readonly host: string;
  readonly startedAt: number;
  readonly outcome: Promise<ClientDocument>;
  readonly cancel: AbortController;
}

/**
 * Tracks fetches under way and decides which may start. Servers that hang must not block fetches from other servers: one
 * requester or host name can hold only a few places. When all places are taken, the oldest hanging fetch is aborted to make
 * room.
 */
class Fetches {
  /** By URL, oldest first. */
  readonly #underWay = new Map<string, Fetch>();

  constructor(private readonly clock: Clock) {}

  find(url: string): Promise<ClientDocument> | undefined {
    return this.#underWay.get(url)?.outcome;
  }

  /** The reason why no fetch may start; undefined if one may. Makes room if possible. */
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

/** Documents kept, at most 16 KiB of JSON each. As text: parsed, a document of many small values takes ten times as much. */
const MAX_CACHED = 1000;
/** Failures remembered, at most 2 KiB of URL each. */
const MAX_FAILURES = 1000;
/** How long after a failed fetch the same URL is not tried again. */
export const FAILURE_PAUSE_MS = 10_000;

export interface ClientDocumentsDependencies {
  /** Default: one that never jumps. After the time was set back, the pause after a failure would otherwise last as long. */
  readonly clock?: Clock;
  readonly throttle: Throttle;
  readonly limits: { readonly documentsPerIp: Limit; readonly documentsPerHost: Limit };
  /**
   * Called once per failed fetch, however many requests waited for it: the number of fetches is bounded, the number of
   * requests is not.
   */
  readonly logger: Pick<Logger, 'info'>;
  readonly network?: Network;
}

/**
 * Client metadata documents from the web. They are cached as their headers allow, and concurrent requests for one document
 * share a fetch. The requester chooses the target, so fetches are limited for each requesting network and each host name,
 * over all daemons. A document that is cached, being fetched or recently failed counts toward no limit. A client with
 * consent has its own limit instead of its host's.
 */
export function createClientDocuments({
  clock = steadyClock,
  throttle,
  limits,
  logger,
  network = INTERNET,
}: ClientDocumentsDependencies): ClientDocuments {
  const cache = new DocumentCache<string>(MAX_CACHED, clock);
  const failures = new DocumentCache<undefined>(MAX_FAILURES, clock);
  const fetches = new Fetches(clock);
  /** By requester and URL, until it is decided whether a fetch starts, so that simultaneous requests count once. */
  const starting = new Map<string, Promise<ClientDocument>>();

  return {
    async find(url, requester, hasConsent) {
      const cached = cache.get(url);
      if (cached !== undefined) return { found: true, document: JSON.parse(cached.value) };
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
    // Another request may have started the fetch meanwhile.
    const underWay = fetches.find(url);
    if (underWay !== undefined) return underWay;
    const obstacle = fetches.obstacle(requester, host, hasConsent);
    return obstacle === undefined
      ? fetches.begin(url, requester, host, (signal) => fetchIntoCache(url, signal))
      : missing(obstacle);
  }

  async function fetchIntoCache(url: string, signal: AbortSignal): Promise<ClientDocument> {
    try {
      const { document, text, headers } = await fetchDocument(url, network, signal);
      cache.set(url, text, freshnessMs(headers, clock.now()));
      return { found: true, document };
    } catch (error) {
      failures.set(url, undefined, FAILURE_PAUSE_MS);
      const reason = messageOf(error);
      logger.info({ clientId: url, reason }, 'failed to fetch a client metadata document');
      return missing(reason);
    }
  }
}

function missing(reason: string): ClientDocument {
  return { found: false, reason };
}
