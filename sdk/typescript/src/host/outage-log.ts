import type { Logger } from '../ports/logger.js';

/** How often the failures of an outage are counted in a line of their own. */
const REPORT_MS = 10_000;

/**
 * The log of transactions that failed because the database is away: the first one with its error, then a count every ten
 * seconds, and one line when a transaction succeeds again.
 */
export class OutageLog {
  #outage: { readonly since: number; reportedAt: number; failed: number } | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  failed(fields: () => object): void {
    const now = this.now();
    if (this.#outage === undefined) {
      this.#outage = { since: now, reportedAt: now, failed: 1 };
      this.logger.warn(fields(), 'a transaction was not carried out: the database is away; others are counted');
      return;
    }
    this.#outage.failed += 1;
    if (now - this.#outage.reportedAt < REPORT_MS) return;
    this.#outage.reportedAt = now;
    this.logger.warn(this.#counts(), 'the database is still away');
  }

  succeeded(): void {
    if (this.#outage === undefined) return;
    this.logger.info(this.#counts(), 'the database is back');
    this.#outage = undefined;
  }

  #counts(): object {
    const { since = 0, failed = 0 } = this.#outage ?? {};
    return { failed, seconds: Math.round((this.now() - since) / 1000) };
  }
}
