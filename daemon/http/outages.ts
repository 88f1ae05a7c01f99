import { BackendMissing, Unavailable } from '../core/faults.js';
import type { Logger } from '../core/runtime.js';

/** How often the requests of an outage are counted in a separate line. */
const REPORT_MS = 10_000;
/** A peer that answers some requests and fails others within this time has not recovered. */
const QUIET_MS = 1000;
/** A failure after so long without another one is a new outage: no client has asked again for what had failed. */
const NEW_OUTAGE_MS = 60_000;

interface Outage {
  readonly since: number;
  readonly routes: Set<string>;
  lastAt: number;
  reportedAt: number;
  refused: number;
}

/**
 * The log of requests that failed because a peer is unavailable: a line for the loss, a line for the recovery, and a count
 * every ten seconds in between. The metrics count every 503. A line with a stack for each request would add nothing, and
 * could fill a disk during an outage of the application.
 */
export class Outages {
  readonly #outages = new Map<string, Outage>();

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** True if the fault is an unavailable peer, and so is logged here. */
  refused(error: unknown, route: string, requestId: string): boolean {
    const peer = peerOf(error);
    if (peer === undefined) return false;
    const now = this.now();
    const outage = this.#outages.get(peer);
    if (outage === undefined || now - outage.lastAt >= NEW_OUTAGE_MS) {
      this.#outages.set(peer, { since: now, routes: new Set([route]), lastAt: now, reportedAt: now, refused: 1 });
      const { message } = error as Error;
      this.logger.warn(
        { peer, route, requestId, error: message },
        'request failed because a peer is unavailable; counting further failures',
      );
      return true;
    }
    outage.refused += 1;
    outage.routes.add(route);
    outage.lastAt = now;
    if (now - outage.reportedAt >= REPORT_MS) {
      outage.reportedAt = now;
      this.logger.warn(
        { peer, ...counts(outage, now), error: (error as Error).message },
        'a peer is still unavailable',
      );
    }
    return true;
  }

  /** A request succeeded. If its route had failed, the missing peer has recovered. */
  succeeded(route: string): void {
    if (this.#outages.size === 0) return;
    const now = this.now();
    for (const [peer, outage] of this.#outages) {
      if (!outage.routes.has(route) || now - outage.lastAt < QUIET_MS) continue;
      this.#outages.delete(peer);
      this.logger.info({ peer, ...counts(outage, outage.lastAt) }, 'a peer is available again');
    }
  }
}

function peerOf(error: unknown): string | undefined {
  if (error instanceof Unavailable) return error.peer;
  return error instanceof BackendMissing ? 'backend' : undefined;
}

function counts({ refused, since }: Outage, until: number): { refused: number; seconds: number } {
  return { refused, seconds: Math.round((until - since) / 1000) };
}
