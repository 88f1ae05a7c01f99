import type { AbortReason } from '../../ports/abort.js';
import type { TransactionBundle } from '../../ports/backend.js';
import type { OperationKind, WireOperations, WireResults } from '../../wire/messages.js';

/** One kind of operation: how a port method answers it. Everything about a kind stands in one such value. */
export interface OperationType<Kind extends OperationKind> {
  /** Whether it only reads. A transaction of such operations needs no lock for writing. */
  readonly readOnly: boolean;
  /** The reasons that the contract gives it for aborting. */
  readonly aborts: readonly AbortReason[];
  /** Checks the whole operation before anything runs; `field` is its path, for InvalidField. */
  parse(wire: WireOperations[Kind], field: string): (bundle: TransactionBundle) => Promise<WireResults[Kind]>;
}
