import type { StreamedOutcome__Output } from '../contract/generated/gatehouse/host/v1/StreamedOutcome.js';
import type { StreamedTransaction } from '../contract/generated/gatehouse/host/v1/StreamedTransaction.js';
import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import type { TransactStreamRequest } from '../contract/generated/gatehouse/host/v1/TransactStreamRequest.js';
import type { TransactStreamResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactStreamResponse.js';
import { backendService } from '../contract/load.js';
import { rpcOf } from '../contract/rpc.js';
import { redact } from '../contract/secret-fields.js';
import { toDuration } from '../contract/time.js';
import type { CallContext } from '../core/call-context.js';
import { ContractViolation, Unavailable } from '../core/faults.js';
import { AnsweredStream, type AnsweredStreamOptions, type StreamProtocol } from './answered-stream.js';
import type { Connection } from './connection.js';
import type { Reporter } from './reporter.js';
import { HostUnreachable, outcomeOf } from './reporter.js';

/**
 * Transactions over one long-lived stream (BackendService.TransactStream). While the stream is not up the caller uses
 * unary calls; the stream reopens by itself. A transaction whose answer was lost with the stream is of unknown outcome.
 */

const transactStreamRpc = rpcOf(backendService.TransactStream);

const TRANSACT_RESPONSE = 'gatehouse.host.v1.TransactResponse';

/** A message stays far below the 4 MB that gRPC servers take by default, whatever the transactions carry. */
const MAX_PER_MESSAGE = 64;

const PROTOCOL: StreamProtocol<
  TransactStreamRequest,
  TransactStreamResponse__Output,
  StreamedTransaction,
  StreamedOutcome__Output
> = {
  rpc: transactStreamRpc,
  messages: (transactions) =>
    Array.from({ length: Math.ceil(transactions.length / MAX_PER_MESSAGE) }, (_, index) => ({
      transactions: transactions.slice(index * MAX_PER_MESSAGE, (index + 1) * MAX_PER_MESSAGE),
    })),
  answers: ({ outcomes }) => outcomes,
  closing: ({ closing }) => closing?.taken,
};

export class TransactStream extends AnsweredStream<
  TransactStreamRequest,
  TransactStreamResponse__Output,
  StreamedTransaction,
  StreamedOutcome__Output
> {
  private readonly timeoutMs: number;

  constructor(
    connection: Connection,
    private readonly reports: Reporter,
    options: AnsweredStreamOptions,
  ) {
    super(PROTOCOL, connection, reports, options);
    this.timeoutMs = options.timeoutMs;
  }

  /** Only while isUp(). Rejects with HostUnreachable when the stream broke before the answer. */
  transact<T>(
    request: TransactRequest,
    decode: (rpc: string, response: TransactResponse__Output) => T,
    call: CallContext,
  ): Promise<T> {
    const { name } = transactStreamRpc;
    const startedAt = performance.now();
    const finished = (outcome: Parameters<Reporter['finished']>[1]) => this.reports.finished(name, outcome, startedAt);
    const item = (id: number): StreamedTransaction => ({
      id,
      request,
      timeout: toDuration(this.timeoutMs),
      requestId: call.requestId,
      traceparent: call.traceparent ?? '',
      tracestate: call.tracestate ?? '',
    });
    return new Promise<T>((resolve, reject) => {
      this.send(item, {
        answered: ({ response, fault }) => {
          if (fault) {
            finished(outcomeOf(fault.code));
            reject(this.reports.statusFault(name, fault.code, fault.message, call));
            return;
          }
          try {
            if (!response) throw new ContractViolation(name, 'outcomes.outcome is neither response nor fault');
            resolve(decode(name, response));
            finished('ok');
          } catch (error) {
            // First of all: whatever fails while it is reported, the caller has its answer.
            // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the very error of decode
            reject(error);
            finished('contract_violation');
            if (error instanceof ContractViolation) {
              this.reports.violation(error, call, () => response && redact(TRANSACT_RESPONSE, response));
            }
          }
        },
        timedOut: () => {
          finished('deadline_exceeded');
          const message = `${name}: DEADLINE_EXCEEDED: no answer within ${this.timeoutMs} ms`;
          reject(new Unavailable('host', message));
        },
        lost: (why, neverSent) => {
          finished('unavailable');
          reject(new HostUnreachable(`${name}: the stream broke before the answer: ${why}`, neverSent));
        },
      });
    });
  }
}
