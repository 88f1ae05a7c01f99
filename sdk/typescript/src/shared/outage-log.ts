import type { Logger } from './logger.js';

/** Interval of the lines that count the failures of an outage. */
const REPORT_MS = 10_000;
/** A peer that answers some requests and fails others within this time has not recovered. */
const QUIET_MS = 1000;
/** A failure after so long without another one is a new outage: no request has tried what had failed. */
const NEW_OUTAGE_MS = 60_000;

/** The three messages of an outage: the first failure, the count, and the recovery. */
export interface OutageTexts {
  /** "a transaction failed because the database is unavailable; counting further failures" */
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
 * Logs failures while a peer is unavailable: the first failure with its error, then a count every ten seconds, and one
 * line when a request succeeds again. A line for each failure would add no information, and fill a disk.
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
    if (this.#outage === undefined || now - this.#outage.lastAt >= NEW_OUTAGE_MS) {
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
