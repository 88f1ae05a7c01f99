import type { CallContext, Logger } from '../../core/runtime.js';
import type { HostTelemetry } from '../channel/reporter.js';
import type { InvalidValue } from '../from-proto/cell.js';

/**
 * Whose records are read: a controller's id, with `relation` if they are related ones, or the code of a settings screen.
 * Contains nothing else, because it becomes part of the log line.
 */
export type ReadTarget = { readonly controller: string; readonly relation?: string } | { readonly settings: string };

/** How many places are remembered. A database with more has a problem that no single log line explains. */
const MAX_REMEMBERED = 1000;

/**
 * Logs each stored value that does not fit its column once per process, because the same list is read many times. The line
 * names the controller, the relation, the record and the column, never the value or the caller.
 */
export class InvalidValues {
  readonly #logged = new Set<string>();

  constructor(
    private readonly telemetry: Pick<HostTelemetry, 'contractViolation'>,
    private readonly logger: Logger,
  ) {}

  found(rpc: string, target: ReadTarget, value: InvalidValue, { requestId }: CallContext): void {
    const { record, column, problem, declared } = value;
    if (!declared) this.telemetry.contractViolation(rpc);
    const place = JSON.stringify([target, record, column]);
    if (this.#logged.has(place) || this.#logged.size > MAX_REMEMBERED) return;
    this.#logged.add(place);
    if (this.#logged.size > MAX_REMEMBERED) {
      this.logger.warn(
        { rpc },
        `more than ${MAX_REMEMBERED} stored values do not fit their columns; further ones are not logged`,
      );
      return;
    }
    const fields = { rpc, requestId, ...target, record, column };
    if (declared) {
      this.logger.warn(
        fields,
        'a stored value does not fit its column and is shown as invalid; correct it in the database',
      );
    } else this.logger.error(fields, `contract violation: the cell ${problem}`);
  }
}
