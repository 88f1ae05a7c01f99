import type { StreamedOutcome__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedOutcome';
import type { StreamedTransaction } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedTransaction';
import type { TransactRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactRequest';
import type { TransactResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactResponse';
import type { TransactStreamRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamRequest';
import type { TransactStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TransactStreamResponse';
import { MAX_TRANSACTIONS_PER_MESSAGE } from '@gatehouse/proto/limits';
import { batches } from '@gatehouse/proto/message';
import { redact } from '@gatehouse/proto/redact';
import { rpcOf } from '@gatehouse/proto/rpc';
import { backendService } from '@gatehouse/proto/services';
import type { StreamClientProtocol } from '@gatehouse/proto/stream-client';
import { toDuration } from '@gatehouse/proto/time';
import { BackendMissing, ContractViolation, Unavailable } from '../core/faults.js';
import type { CallContext } from '../core/runtime.js';
import type { Backend, Operation, Outcome } from '../oauth/ports/backend.js';
import type { AnsweredStreamOptions } from './channel/answered-stream.js';
import { AnsweredStream } from './channel/answered-stream.js';
import type { Caller, CallLimit } from './channel/call.js';
import type { Connection } from './channel/connection.js';
import type { Reporter } from './channel/reporter.js';
import { HostUnreachable, outcomeOf } from './channel/reporter.js';
import { fromTransactResponse, isRead, toTransactRequest } from './operations.js';

/**
 * Transactions over one long-lived stream (BackendService.TransactStream). While the stream is down, the caller uses unary
 * calls; the stream reopens automatically. If a transaction's answer was lost with the stream, its outcome is unknown.
 */

const transactStreamRpc = rpcOf(backendService.TransactStream);

const TRANSACT_RESPONSE = 'gatehouse.host.v1.TransactResponse';

const PROTOCOL: StreamClientProtocol<
  TransactStreamRequest,
  TransactStreamResponse__Output,
  StreamedTransaction,
  StreamedOutcome__Output
> = {
  rpc: transactStreamRpc,
  messages: (items) => batches(items, MAX_TRANSACTIONS_PER_MESSAGE).map((transactions) => ({ transactions })),
  answers: ({ outcomes }) => outcomes,
  closing: ({ closing }) => closing?.taken,
};

export class TransactStream extends AnsweredStream<
  TransactStreamRequest,
  TransactStreamResponse__Output,
  StreamedTransaction,
  StreamedOutcome__Output
> {
  readonly #timeoutMs: number;

  constructor(
    connection: Connection,
    private readonly reports: Reporter,
    options: AnsweredStreamOptions,
  ) {
    super(PROTOCOL, connection, reports, options);
    this.#timeoutMs = options.timeoutMs;
  }

  /** Only while isUp(). Rejects with HostUnreachable if the stream broke before the answer. */
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
      timeout: toDuration(this.#timeoutMs),
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
            // First, so that the caller gets its answer even if reporting fails.
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- rejects with the error of decode, unchanged
            reject(error);
            finished('contract_violation');
            if (error instanceof ContractViolation) {
              this.reports.violation(error, call, () => response && redact(TRANSACT_RESPONSE, response));
            }
          }
        },
        timedOut: () => {
          finished('deadline_exceeded');
          const message = `${name}: DEADLINE_EXCEEDED: no response within ${this.#timeoutMs} ms`;
          reject(new Unavailable('host', message));
        },
        lost: (why, neverSent) => {
          finished('unavailable');
          reject(new HostUnreachable(`${name}: the stream ended before the response: ${why}`, neverSent));
        },
      });
    });
  }
}

/** The stream of one host, or those of several. */
export type TransactTransport = Pick<TransactStream, 'isUp' | 'transact'>;

const transactRpc = rpcOf(backendService.Transact);

export interface HostBackendDependencies {
  /** Whether the host offers CAPABILITY_BACKEND, as far as known. */
  readonly isAttached: () => boolean;
  readonly callLimit: CallLimit;
  readonly reports: Reporter;
}

/**
 * The host's transactions, over the stream while it is up and over unary calls otherwise. A write is sent at most once. A
 * read-only transaction is retried once, always over a unary call.
 */
export class HostBackend implements Backend {
  constructor(
    private readonly caller: Caller,
    private readonly stream: TransactTransport,
    private readonly dependencies: HostBackendDependencies,
  ) {}

  async transact<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>> {
    if (!this.dependencies.isAttached()) throw new BackendMissing();
    return this.dependencies.callLimit.run(() => this.#send(operations, call));
  }

  violation(problem: string, call: CallContext): ContractViolation {
    const violation = new ContractViolation(transactRpc.name, problem);
    this.dependencies.reports.violation(violation, call);
    return violation;
  }

  async #send<const T extends readonly Operation[]>(operations: T, call: CallContext): Promise<Outcome<T>> {
    const request = toTransactRequest(operations);
    const read = isRead(operations);
    const decode = (rpc: string, response: TransactResponse__Output): Outcome<T> =>
      fromTransactResponse(rpc, operations, response);
    const unary = (retry: boolean): Promise<Outcome<T>> =>
      this.caller.unary(transactRpc, request, (response) => decode(transactRpc.name, response), { call, read: retry });
    if (!this.stream.isUp()) return unary(read);
    try {
      return await this.stream.transact(request, decode, call);
    } catch (error) {
      if (!(error instanceof HostUnreachable)) throw error;
      if (error.neverSent) return unary(read);
      if (read) return unary(false);
      throw error;
    }
  }
}
