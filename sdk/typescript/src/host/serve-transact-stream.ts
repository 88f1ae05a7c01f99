import type { ServerDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type {
  WireStreamedOutcome,
  WireStreamedTransaction,
  WireStreamRequest,
  WireStreamResponse,
} from '../wire/messages.js';
import { fromWireDuration } from '../wire/time.js';
import { requestIdFrom } from './call-metadata.js';
import type { TransactionOutcome, Transactor } from './transactor.js';

export type TransactStreamCall = ServerDuplexStream<WireStreamRequest, WireStreamResponse>;

/** Transactions of one stream that run at the same time; beyond that the stream is not read, and the peer is held back. */
const MAX_IN_FLIGHT = 1024;
const LONGEST_WAIT_MS = 60_000;
/** A message stays far below the 4 MB that gRPC takes by default, whatever the answers carry: a client has at most 40 kB. */
const MAX_PER_MESSAGE = 64;

/**
 * One stream of transactions. Each runs by itself and is answered when it is done; answers that are ready in the same
 * tick travel in one message. What was received whole is carried out even if the stream breaks meanwhile.
 */
export class TransactStream {
  readonly #inFlight = new Set<number>();
  #ready: WireStreamedOutcome[] = [];
  #ending = false;
  #writable = true;

  constructor(
    private readonly call: TransactStreamCall,
    private readonly transactor: Transactor,
    private readonly onClosed: () => void,
  ) {
    call.on('data', (message: WireStreamRequest) => {
      for (const transaction of message.transactions) this.#take(transaction);
    });
    call.on('drain', () => {
      this.#writable = true;
      this.#holdBack();
    });
    call.on('end', () => {
      this.shutDown();
    });
    // The outcome of a lost stream is unknown to the peer, by contract; there is nobody left to tell.
    call.on('error', () => {
      this.#close();
    });
    call.on('cancelled', () => {
      this.#close();
    });
  }

  /** Ends the stream once everything that was taken is answered; what still arrives is answered UNAVAILABLE. */
  shutDown(): void {
    this.#ending = true;
    this.#endIfIdle();
  }

  #take(transaction: WireStreamedTransaction): void {
    const { id } = transaction;
    if (this.#ending) {
      this.#answer({ id, fault: { code: status.UNAVAILABLE, message: 'the host is shutting down' } });
    } else if (this.#inFlight.has(id)) {
      this.#answer({ id, fault: { code: status.INVALID_ARGUMENT, message: 'id: is in flight already' } });
    } else {
      this.#inFlight.add(id);
      this.#holdBack();
      void this.#run(transaction);
    }
  }

  async #run({ id, request, timeout, requestId }: WireStreamedTransaction): Promise<void> {
    const patience = timeout === null ? LONGEST_WAIT_MS : Math.min(fromWireDuration(timeout), LONGEST_WAIT_MS);
    const outcome = await this.transactor.run(request, {
      requestId: requestIdFrom(requestId),
      deadline: new Date(Date.now() + patience),
      isCancelled: () => false,
    });
    this.#inFlight.delete(id);
    this.#answer(toStreamedOutcome(id, outcome));
    this.#holdBack();
  }

  #answer(outcome: WireStreamedOutcome): void {
    this.#ready.push(outcome);
    // Runs after all promise reactions of this tick: whatever else is ready by then shares the message.
    if (this.#ready.length === 1) process.nextTick(() => this.#flush());
  }

  #flush(): void {
    const outcomes = this.#ready;
    this.#ready = [];
    for (let from = 0; from < outcomes.length; from += MAX_PER_MESSAGE) {
      if (this.call.cancelled || this.call.destroyed) break;
      this.#writable = this.call.write({ outcomes: outcomes.slice(from, from + MAX_PER_MESSAGE) });
    }
    this.#holdBack();
    this.#endIfIdle();
  }

  #holdBack(): void {
    const full = this.#inFlight.size >= MAX_IN_FLIGHT || !this.#writable;
    if (full === this.call.isPaused()) return;
    if (full) this.call.pause();
    else this.call.resume();
  }

  #endIfIdle(): void {
    if (!this.#ending || this.#inFlight.size > 0 || this.#ready.length > 0) return;
    this.call.end();
    this.#close();
  }

  #close(): void {
    this.#ending = true;
    this.onClosed();
  }
}

function toStreamedOutcome(id: number, outcome: TransactionOutcome): WireStreamedOutcome {
  if ('response' in outcome) return { id, response: outcome.response };
  return { id, fault: { code: outcome.fault.code, message: outcome.fault.message } };
}
