import type { Aborted } from '@gatehouse/proto/generated/gatehouse/host/v1/Aborted';
import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { MAX_OPERATIONS } from '@gatehouse/proto/limits';
import { redact } from '@gatehouse/proto/redact';
import { status } from '@grpc/grpc-js';
import type { Backend, TransactionBundle } from '../ports/backend.js';
import type { AbortReason } from '../ports/errors.js';
import { Abort, DeadlineExceeded, Unavailable } from '../ports/errors.js';
import type { Logger } from '../shared/logger.js';
import { OutageLog } from '../shared/outage-log.js';
import { describeError, RpcFault, toRpcFault } from '../wire/call.js';
import { InvalidField } from '../wire/fields.js';
import type { OperationKind, OperationType } from './operations.js';
import { OPERATIONS } from './operations.js';

/** Name of each operation's field in the .proto file. */
const FIELD_NAMES = Object.fromEntries(Object.keys(OPERATIONS).map((kind) => [kind, snakeCase(kind)])) as Readonly<
  Record<OperationKind, string>
>;

/** One checked operation, ready to run. */
interface Step {
  readonly aborts: readonly AbortReason[];
  run(bundle: TransactionBundle): Promise<OperationResult>;
}

interface ParsedTransaction {
  readonly steps: readonly Step[];
  readonly readOnly: boolean;
}

/** Checks all operations before the first one runs, so that a malformed transaction changes nothing. */
export function parseTransaction(request: TransactRequest__Output | null): ParsedTransaction {
  const operations = request?.operations ?? [];
  if (operations.length === 0 || operations.length > MAX_OPERATIONS) {
    throw new InvalidField('operations', `must have 1 to ${MAX_OPERATIONS} operations`);
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

function toStep(kind: OperationKind, operation: Operation__Output, index: number): Step {
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

/** One transaction as its caller sees it, whichever rpc it came by. */
export interface TransactionCall {
  readonly requestId: string;
  /** When the caller no longer waits. */
  readonly deadline: Date;
  /** Whether the caller went away. */
  isCancelled(): boolean;
}

export type TransactionOutcome = { readonly response: TransactResponse } | { readonly fault: RpcFault };

/** Runs transactions on the author's backend. What unary Transact and TransactStream have in common is all here. */
export class Transactor {
  readonly #outage: OutageLog;

  constructor(
    private readonly backend: Backend,
    private readonly logger: Logger,
  ) {
    this.#outage = new OutageLog(logger, {
      lost: 'a transaction failed because the database is unavailable; counting further failures',
      stillLost: 'the database is still unavailable',
      back: 'the database is available again',
    });
  }

  /** Never rejects. */
  async run(request: TransactRequest__Output | null, call: TransactionCall): Promise<TransactionOutcome> {
    const progress = { index: 0 };
    try {
      const response = await this.#transact(parseTransaction(request), call, progress);
      this.#outage.succeeded();
      return { response };
    } catch (error) {
      const fault = toRpcFault(error);
      this.#log(fault, error, request, call, progress.index);
      return { fault };
    }
  }

  async #transact(
    { steps, readOnly }: ParsedTransaction,
    call: TransactionCall,
    progress: { index: number },
  ): Promise<TransactResponse> {
    try {
      const results = await this.backend.transaction(
        async (bundle) => {
          const done = [];
          for (const [index, step] of steps.entries()) {
            progress.index = index;
            checkStillWanted(call);
            done.push(await step.run(bundle));
          }
          // Last look before the commit: from here on it is the database's.
          checkStillWanted(call);
          return done;
        },
        { readOnly, deadline: call.deadline },
      );
      return { committed: { results } };
    } catch (error) {
      if (!(error instanceof Abort)) throw error;
      return { aborted: toAborted(error, steps[progress.index], progress.index) };
    }
  }

  #log(
    fault: RpcFault,
    error: unknown,
    request: TransactRequest__Output | null,
    { requestId }: TransactionCall,
    index: number,
  ): void {
    const fields = () => ({
      requestId,
      status: fault.code,
      operationIndex: index,
      operation: redact('gatehouse.host.v1.Operation', request?.operations[index] ?? {}),
      error: describeError(error, 'gatehouse.host.v1.TransactRequest', request ?? {}),
    });
    if (error instanceof Unavailable) this.#outage.failed(fields);
    else if (error instanceof DeadlineExceeded) this.logger.warn(fields(), 'a transaction was rejected');
    else this.logger.error(fields(), 'a transaction failed');
  }
}

function checkStillWanted(call: TransactionCall): void {
  if (call.isCancelled() || Date.now() >= call.deadline.getTime()) throw new DeadlineExceeded();
}

function toAborted(abort: Abort, step: Step | undefined, operationIndex: number): Aborted {
  if (!step?.aborts.includes(abort.reason)) {
    throw new Error(`a port threw Abort('${abort.reason}') from a method that cannot abort for that reason`, {
      cause: abort,
    });
  }
  return {
    operationIndex,
    reason: `ABORT_REASON_${abort.reason.toUpperCase() as Uppercase<AbortReason>}`,
    publicReason: abort.reason === 'mint_refused' ? abort.publicReason : '',
  };
}
