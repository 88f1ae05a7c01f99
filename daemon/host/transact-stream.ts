import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { StreamedOutcome__Output } from '../contract/generated/gatehouse/host/v1/StreamedOutcome.js';
import type { StreamedTransaction } from '../contract/generated/gatehouse/host/v1/StreamedTransaction.js';
import type { TransactRequest } from '../contract/generated/gatehouse/host/v1/TransactRequest.js';
import type { TransactResponse__Output } from '../contract/generated/gatehouse/host/v1/TransactResponse.js';
import { backendService } from '../contract/load.js';
import { outgoingMetadata } from '../contract/metadata.js';
import { rpcOf } from '../contract/rpc.js';
import { redact } from '../contract/secret-fields.js';
import { toDuration } from '../contract/time.js';
import type { CallContext } from '../core/call-context.js';
import { ContractViolation, Unavailable } from '../core/faults.js';
import { deserialize } from './call.js';
import type { Connection } from './connection.js';
import type { Reporter } from './reporter.js';
import { HostUnreachable, outcomeOf } from './reporter.js';

/**
 * Transactions over one long-lived stream (BackendService.TransactStream). While the stream is not up the caller uses
 * unary calls; the stream reopens by itself. A transaction whose answer was lost with the stream is of unknown outcome.
 */

export const transactStreamRpc = rpcOf(backendService.TransactStream);

const TRANSACT_RESPONSE = 'gatehouse.host.v1.TransactResponse';

/** A message stays far below the 4 MB that gRPC servers take by default, whatever the transactions carry. */
const MAX_PER_MESSAGE = 64;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2000;

type Stream = ClientDuplexStream<{ transactions: StreamedTransaction[] }, Buffer>;

interface InFlight {
  readonly call: CallContext;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  /** Checks the answer; may throw ContractViolation. */
  readonly answered: (response: TransactResponse__Output) => void;
  readonly failed: (error: Error) => void;
}

export interface TransactStreamOptions {
  readonly timeoutMs: number;
  /** Answers that may be overdue before the stream is given up. */
  readonly maxOverdue: number;
  readonly authorization: string | undefined;
  /** The stream broke, or the host ended it; the connection may be up all the same. */
  readonly onLost: () => void;
}

export class TransactStream {
  private stream: Stream | undefined;
  private wanted = false;
  private reopening: NodeJS.Timeout | undefined;
  private backoffMs = FIRST_BACKOFF_MS;
  private lastId = 0;
  private outbox: StreamedTransaction[] = [];
  private readonly inFlight = new Map<number, InFlight>();
  /** Timed out, not answered: their late answers are expected, and tell nobody anything. */
  private readonly overdue = new Set<number>();

  constructor(
    private readonly connection: Connection,
    private readonly reporter: Reporter,
    private readonly options: TransactStreamOptions,
  ) {
    connection.onReady((ready) => {
      if (ready) this.open();
    });
  }

  /** Whether the host offers the stream. Called after each Describe. */
  want(wanted: boolean): void {
    this.wanted = wanted;
    if (wanted) this.open();
    else this.stream?.end();
  }

  isUp(): boolean {
    return this.stream !== undefined;
  }

  /** Only while isUp(). Rejects with HostUnreachable when the stream broke before the answer. */
  transact<T>(
    request: TransactRequest,
    decode: (rpc: string, response: TransactResponse__Output) => T,
    call: CallContext,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.nextId();
      this.inFlight.set(id, {
        call,
        startedAt: performance.now(),
        timer: setTimeout(() => this.timedOut(id), this.options.timeoutMs),
        answered: (response) => resolve(decode(transactStreamRpc.name, response)),
        failed: reject,
      });
      // What becomes ready in the same turn of the event loop leaves in one message.
      if (this.outbox.length === 0) setImmediate(() => this.flush());
      this.outbox.push({
        id,
        request,
        timeout: toDuration(this.options.timeoutMs),
        requestId: call.requestId,
        traceparent: call.traceparent ?? '',
        tracestate: call.tracestate ?? '',
      });
    });
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.reopening);
    this.stream?.end();
    this.lost(this.stream, 'the connection was closed');
  }

  private open(): void {
    if (!this.wanted || this.stream !== undefined || this.reopening !== undefined || !this.connection.isReady()) return;
    const stream: Stream = this.connection.client.makeBidiStreamRequest(
      transactStreamRpc.path,
      transactStreamRpc.serialize,
      (bytes: Buffer) => bytes,
      outgoingMetadata(undefined, this.options.authorization),
    );
    this.stream = stream;
    stream.on('data', (bytes: Buffer) => this.received(stream, bytes));
    // The status says the same; without a listener the error would end the process.
    stream.on('error', () => undefined);
    stream.on('status', (ended: StatusObject) => this.ended(stream, ended));
  }

  private flush(): void {
    const transactions = this.outbox;
    this.outbox = [];
    if (this.stream === undefined) {
      for (const { id } of transactions) {
        this.settle(id ?? 0, 'unavailable')?.failed(new HostUnreachable('the stream is down', true));
      }
      return;
    }
    for (let from = 0; from < transactions.length; from += MAX_PER_MESSAGE) {
      this.stream.write({ transactions: transactions.slice(from, from + MAX_PER_MESSAGE) });
    }
  }

  private received(stream: Stream, bytes: Buffer): void {
    try {
      for (const outcome of deserialize(transactStreamRpc, bytes).outcomes) this.answer(outcome);
      this.backoffMs = FIRST_BACKOFF_MS;
    } catch (error) {
      if (error instanceof ContractViolation) this.reporter.violation(error, undefined);
      stream.cancel();
      this.lost(stream, 'the host sent bytes that are no answer');
    }
  }

  private answer(outcome: StreamedOutcome__Output): void {
    const { id, response, fault } = outcome;
    if (this.overdue.delete(id)) return;
    const { name } = transactStreamRpc;
    const pending = this.inFlight.get(id);
    if (pending === undefined) {
      this.reporter.violation(new ContractViolation(name, `outcomes.id ${id} is not in flight`), undefined);
    } else if (response) {
      try {
        pending.answered(response);
        this.settle(id, 'ok');
      } catch (error) {
        this.settle(id, 'contract_violation');
        if (error instanceof ContractViolation) {
          this.reporter.violation(error, pending.call, redact(TRANSACT_RESPONSE, response));
        }
        pending.failed(error as Error);
      }
    } else if (fault) {
      this.settle(id, outcomeOf(fault.code));
      pending.failed(this.reporter.statusFault(name, fault.code, fault.message, pending.call));
    } else {
      this.settle(id, 'contract_violation');
      const violation = new ContractViolation(name, 'outcomes.outcome is neither response nor fault');
      this.reporter.violation(violation, pending.call);
      pending.failed(violation);
    }
  }

  private timedOut(id: number): void {
    const pending = this.settle(id, 'deadline_exceeded');
    if (pending === undefined) return;
    this.overdue.add(id);
    const message = `${transactStreamRpc.name}: DEADLINE_EXCEEDED: no answer within ${this.options.timeoutMs} ms`;
    pending.failed(new Unavailable('host', message));
    // A host that answers nothing any more must not make us remember its debts for ever.
    if (this.overdue.size > this.options.maxOverdue) {
      this.stream?.cancel();
      this.lost(this.stream, 'too many answers are overdue');
    }
  }

  private ended(stream: Stream, ended: StatusObject): void {
    if (ended.code === status.UNIMPLEMENTED) {
      this.wanted = false;
      this.reporter.statusFault(transactStreamRpc.name, ended.code, ended.details, undefined);
    }
    this.lost(stream, `${status[ended.code]}: ${ended.details.slice(0, 500)}`);
  }

  /** The stream is gone: what it carried is of unknown outcome. Does nothing for a stream that is not the current one. */
  private lost(stream: Stream | undefined, why: string): void {
    if (stream === undefined || stream !== this.stream) return;
    this.stream = undefined;
    this.overdue.clear();
    const unsent = new Set(this.outbox.map(({ id }) => id));
    for (const id of [...this.inFlight.keys()]) {
      if (unsent.has(id)) continue;
      const message = `${transactStreamRpc.name}: the stream broke before the answer: ${why}`;
      this.settle(id, 'unavailable')?.failed(new HostUnreachable(message));
    }
    if (!this.wanted) return;
    this.options.onLost();
    this.reopening = setTimeout(() => {
      this.reopening = undefined;
      this.open();
    }, this.backoffMs);
    this.backoffMs = Math.min(this.backoffMs * 2, MAX_BACKOFF_MS);
  }

  private settle(id: number, outcome: Parameters<Reporter['finished']>[1]): InFlight | undefined {
    const pending = this.inFlight.get(id);
    if (pending === undefined) return undefined;
    this.inFlight.delete(id);
    clearTimeout(pending.timer);
    this.reporter.finished(transactStreamRpc.name, outcome, pending.startedAt);
    return pending;
  }

  /** Ids are uint32 and unique among those in flight, overdue ones included. */
  private nextId(): number {
    do this.lastId = this.lastId === 0xffff_ffff ? 1 : this.lastId + 1;
    while (this.inFlight.has(this.lastId) || this.overdue.has(this.lastId));
    return this.lastId;
  }
}
