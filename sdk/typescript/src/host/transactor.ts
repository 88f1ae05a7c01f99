import { Abort } from '../ports/abort.js';
import type { Backend } from '../ports/backend.js';
import type { Logger } from '../ports/logger.js';
import { DeadlineExceeded, Unavailable } from '../ports/unavailable.js';
import type { WireTransactRequest, WireTransactResponse } from '../wire/messages.js';
import { describeError, redact } from '../wire/redact.js';
import { OutageLog } from '../logging/outage-log.js';
import type { ParsedTransaction, Step } from './parse-transaction.js';
import { parseTransaction } from './parse-transaction.js';
import type { RpcFault } from './rpc-fault.js';
import { toRpcFault } from './rpc-fault.js';

/** One transaction as its caller sees it, whichever rpc it came by. */
export interface TransactionCall {
  readonly requestId: string;
  /** When the caller no longer waits. */
  readonly deadline: Date;
  /** Whether the caller went away. */
  isCancelled(): boolean;
}

export type TransactionOutcome = { readonly response: WireTransactResponse } | { readonly fault: RpcFault };

/** Runs transactions on the author's backend. What unary Transact and TransactStream have in common is all here. */
export class Transactor {
  readonly #outage: OutageLog;

  constructor(
    private readonly backend: Backend,
    private readonly logger: Logger,
  ) {
    this.#outage = new OutageLog(logger, {
      lost: 'a transaction was not carried out: the database is away; others are counted',
      stillLost: 'the database is still away',
      back: 'the database is back',
    });
  }

  /** Never rejects. */
  async run(request: WireTransactRequest | null, call: TransactionCall): Promise<TransactionOutcome> {
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
  ): Promise<WireTransactResponse> {
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
    request: WireTransactRequest | null,
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
    else if (error instanceof DeadlineExceeded) this.logger.warn(fields(), 'a transaction was not carried out');
    else this.logger.error(fields(), 'a transaction failed');
  }
}

function checkStillWanted(call: TransactionCall): void {
  if (call.isCancelled() || Date.now() >= call.deadline.getTime()) throw new DeadlineExceeded();
}

function toAborted(
  abort: Abort,
  step: Step | undefined,
  operationIndex: number,
): NonNullable<WireTransactResponse['aborted']> {
  if (!step?.aborts.includes(abort.reason)) {
    throw new Error(`a port threw Abort('${abort.reason}') from a method that cannot abort for that reason`, {
      cause: abort,
    });
  }
  return {
    operationIndex,
    reason: `ABORT_REASON_${abort.reason.toUpperCase()}`,
    publicReason: abort.reason === 'mint_refused' ? abort.publicReason : '',
  };
}
