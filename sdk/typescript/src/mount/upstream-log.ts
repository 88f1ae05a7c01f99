import type { Logger } from '../ports/logger.js';

/**
 * What the application's log says of requests that could not be forwarded: the first of those with one reason, and when
 * Gatehouse answers again. Every request of an outage has its 502; a line for each would say nothing more.
 */
export class UpstreamLog {
  #reason: string | undefined;

  constructor(private readonly logger: Logger) {}

  failed(error: Error): void {
    if (error.message === this.#reason) return;
    this.#reason = error.message;
    this.logger.warn(
      { error: error.message },
      'a request could not be forwarded to Gatehouse; others of that kind follow',
    );
  }

  answered(): void {
    if (this.#reason === undefined) return;
    this.#reason = undefined;
    this.logger.info({}, 'Gatehouse answers again');
  }
}
