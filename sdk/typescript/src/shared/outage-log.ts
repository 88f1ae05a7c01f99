import type { Logger } from './logger.js';

/** How often the failures of an outage are counted in a line of their own. */
const REPORT_MS = 10_000;
/** What answers some requests and fails others within this time is not back. */
const QUIET_MS = 1000;

/** The three sentences of an outage: what is lost, for whom, and that it is back. */
export interface OutageTexts {
  /** "a transaction was not carried out: the database is away; others are counted" */
  readonly lost: string;
  readonly stillLost: string;
  readonly back: string;
}

interface Outage {
  readonly since: number;
  lastAt: number;
  reportedAt: number;
  failed: number;
}

/**
 * The log of what failed because a peer is away: the first failure with its error, then a count every ten seconds, and one
 * line when something succeeds again. A line for each failure would say nothing more, and fill a disk.
 */
export class OutageLog {
  #outage: Outage | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly texts: OutageTexts,
    private readonly now: () => number = () => performance.now(),
  ) {}

  failed(fields: () => object): void {
    const now = this.now();
    if (this.#outage === undefined) {
      this.#outage = { since: now, lastAt: now, reportedAt: now, failed: 1 };
      this.logger.warn(fields(), this.texts.lost);
      return;
    }
    this.#outage.failed += 1;
    this.#outage.lastAt = now;
    if (now - this.#outage.reportedAt < REPORT_MS) return;
    this.#outage.reportedAt = now;
    this.logger.warn(counts(this.#outage), this.texts.stillLost);
  }

  succeeded(): void {
    if (this.#outage === undefined || this.now() - this.#outage.lastAt < QUIET_MS) return;
    this.logger.info(counts(this.#outage), this.texts.back);
    this.#outage = undefined;
  }
}

function counts({ since, lastAt, failed }: Outage): object {
  return { failed, seconds: Math.round((lastAt - since) / 1000) };
}
