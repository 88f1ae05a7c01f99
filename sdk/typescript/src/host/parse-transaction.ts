import { status } from '@grpc/grpc-js';
import type { AbortReason } from '../ports/abort.js';
import type { TransactionBundle } from '../ports/backend.js';
import { InvalidField } from '../wire/fields.js';
import type { OperationKind, WireOperation, WireResult, WireTransactRequest } from '../wire/messages.js';
import { OPERATIONS } from './operations/table.js';
import type { OperationType } from './operations/operation-type.js';
import { RpcFault } from './rpc-fault.js';

const MAX_OPERATIONS = 16;

/** Name of each operation's field in the .proto file. */
const FIELD_NAMES = Object.fromEntries(Object.keys(OPERATIONS).map((kind) => [kind, snakeCase(kind)])) as Readonly<
  Record<OperationKind, string>
>;

/** One checked operation, ready to run. */
export interface Step {
  readonly aborts: readonly AbortReason[];
  run(bundle: TransactionBundle): Promise<WireResult>;
}

export interface ParsedTransaction {
  readonly steps: readonly Step[];
  readonly readOnly: boolean;
}

/** Checks all operations before the first one runs, so that a malformed transaction changes nothing. */
export function parseTransaction(request: WireTransactRequest | null): ParsedTransaction {
  const operations = request?.operations ?? [];
  if (operations.length === 0 || operations.length > MAX_OPERATIONS) {
    throw new InvalidField('operations', `must hold 1 to ${MAX_OPERATIONS} operations`);
  }
  let readOnly = true;
  const steps = operations.map((operation, index) => {
    const kind = operation.operation;
    if (kind === undefined) {
      throw new RpcFault(
        status.UNIMPLEMENTED,
        `operations[${index}] is unset, or an operation this host does not know`,
      );
    }
    readOnly &&= OPERATIONS[kind].readOnly;
    return toStep(kind, operation, index);
  });
  return { steps, readOnly };
}

function toStep(kind: OperationKind, operation: WireOperation, index: number): Step {
  // Both are of the same kind, which the type system cannot follow through a lookup.
  const type = OPERATIONS[kind] as OperationType<OperationKind>;
  const payload = operation[kind];
  const field = `operations[${index}].${FIELD_NAMES[kind]}`;
  if (payload === null || payload === undefined) throw new InvalidField(field, 'is required');
  const run = type.parse(payload, field);
  return { aborts: type.aborts, run: async (bundle) => ({ [kind]: await run(bundle) }) };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
