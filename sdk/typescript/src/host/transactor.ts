import type { Aborted } from '@gatehouse/proto/generated/gatehouse/host/v1/Aborted';
import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import type { OperationResult } from '@gatehouse/proto/generated/gatehouse/host/v1/OperationResult';
import type { TransactRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import { redact } from '@gatehouse/proto/redact';
import { status } from '@grpc/grpc-js';
import type { Backend, TransactionBundle } from '../ports/backend.js';
import type { AbortReason } from '../ports/errors.js';
import { Abort, DeadlineExceeded, Unavailable } from '../ports/errors.js';
import { msUntil } from '../shared/deadline.js';
import type { Logger } from '../shared/logger.js';
import { OutageLog } from '../shared/outage-log.js';
import { describeError, RpcFault, toRpcFault } from '../wire/call.js';
import { messageCheck, present } from '../wire/fields.js';
import type { OperationKind, OperationType } from './operation.js';
import { OPERATIONS } from './operations.js';

const EMPTY: TransactRequest__Output = { operations: [] };

const checkRequest = messageCheck('gatehouse.host.v1.TransactRequest');

/** One validated operation, ready to run. */
interface Step {
  readonly aborts: readonly AbortReason[];
  run(bundle: TransactionBundle): Promise<OperationResult>;
}

interface ParsedTransaction {
  readonly steps: readonly Step[];
  readonly readOnly: boolean;
}

/** Validates all operations before the first one runs, so that a malformed transaction changes nothing. */
export function parseTransaction(request: TransactRequest__Output | null): ParsedTransaction {
  const transaction = request ?? EMPTY;
  // A later version of the contract may have the operation: answer that first, whatever else is wrong.
  const unknown = transaction.operations.findIndex(isUnknown);
  if (unknown >= 0) {
    throw new RpcFault(
      status.UNIMPLEMENTED,
      `operations[${unknown}] is unset, or an operation this host does not know`,
    );
  }
  checkRequest(transaction);
  let readOnly = true;
  const steps = transaction.operations.map((operation, index) => {
    const kind = present(operation.operation);
    readOnly &&= OPERATIONS[kind].readOnly;
    return toStep(kind, operation, index);
  });
  return { steps, readOnly };
}

function isUnknown({ operation }: Operation__Output): boolean {
  return operation === undefined;
}

function toStep(kind: OperationKind, operation: Operation__Output, index: number): Step {
  // Both have the same kind, which the type system cannot infer through a lookup.
  const type = OPERATIONS[kind] as OperationType<OperationKind>;
  const run = type.parse(present(operation[kind]), index);
  return { aborts: type.aborts, run: async (bundle) => ({ [kind]: await run(bundle) }) };
}

/** One transaction, from either rpc. */
export interface TransactionCall {
  readonly requestId: string;
  /** When the caller no longer waits. */
  readonly deadline: Date;
  /** Whether the caller has left. */
  isCancelled(): boolean;
}

export type TransactionOutcome = { readonly response: TransactResponse } | { readonly fault: RpcFault };

/** Runs transactions on the application's backend: the common part of unary Transact and TransactStream. */
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
          // Last check before the commit, which can no longer be stopped.
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
  if (call.isCancelled() || msUntil(call.deadline) <= 0) throw new DeadlineExceeded();
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
