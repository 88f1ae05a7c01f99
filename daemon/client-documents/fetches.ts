import type { Clock } from '../core/clock.js';
import type { ClientDocument } from '../oauth/ports/client-documents.js';

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
export class Fetches {
  /** By URL, in the order in which they began. */
  readonly #underWay = new Map<string, Fetch>();

  constructor(private readonly clock: Clock) {}

  find(url: string): Promise<ClientDocument> | undefined {
    return this.#underWay.get(url)?.outcome;
  }

  /** Why none may begin; undefined when one may. Makes room if there is some to be made. */
  obstacle(network: string, host: string): string | undefined {
    const all = [...this.#underWay.values()];
    if (all.filter((fetch) => fetch.network === network).length >= MAX_FETCHES_EACH) {
      return 'too many documents are being fetched for the same address';
    }
    if (all.filter((fetch) => fetch.host === host).length >= MAX_FETCHES_EACH) {
      return 'too many documents are being fetched from the same host';
    }
    if (this.#underWay.size < MAX_FETCHES) return undefined;
    const [longest] = this.#underWay;
    if (longest === undefined || this.clock.now() - longest[1].startedAt < PATIENCE_MS) {
      return 'too many documents are being fetched';
    }
    longest[1].cancel.abort(new Error('it took too long while others waited'));
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
