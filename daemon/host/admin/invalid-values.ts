import type { CallContext } from '../../core/call-context.js';
import type { Logger } from '../../core/logger.js';
import type { HostTelemetry } from '../telemetry.js';
import type { InvalidValue } from '../from-proto/admin/read-cell.js';

/** Whose records are read: a controller's id, or the code of a settings screen. */
export type ReadTarget = { readonly controller: string } | { readonly settings: string };

/** As many places as are remembered; a database with more has a fault that is no single value's. */
const MAX_REMEMBERED = 1000;

/**
 * Logs each stored value that does not fit its column once per process: a list is read again and again. The line names the
 * controller, the record and the column, and never the value.
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
        `more than ${MAX_REMEMBERED} stored values do not fit their columns: no more are logged`,
      );
      return;
    }
    const fields = { rpc, requestId, ...target, record, column };
    if (declared) {
      this.logger.warn(
        fields,
        'a stored value does not fit its column: it is shown as invalid. Correct it in the database',
      );
    } else this.logger.error(fields, `contract violation: the cell ${problem}`);
  }
}
