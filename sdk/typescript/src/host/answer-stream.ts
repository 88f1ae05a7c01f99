import type { ServerDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

/** Requests of one stream that run at the same time; beyond that it is not read, and the peer is held back. */
const MAX_IN_FLIGHT = 1024;

/** One rpc that carries many requests and answers: what its messages hold, and how one request is carried out. */
export interface StreamProtocol<Request, Response, Item, Answer> {
  items(message: Request): readonly Item[];
  /** Answers that are ready together, in messages that stay below the 4 MB which gRPC takes by default. */
  messages(answers: readonly Answer[]): readonly Response[];
  /** Never rejects. */
  run(item: Item): Promise<Answer>;
  fault(id: number, code: status, message: string): Answer;
}

/** A stream that the server can end from its side. */
export interface ServedStream {
  /** Ends the stream once everything that was taken is answered; what still arrives is answered UNAVAILABLE. */
  shutDown(): void;
}

/**
 * One stream of requests. Each runs by itself and is answered when it is done; answers that are ready in the same tick
 * travel in one message. What was received whole is carried out even if the stream breaks meanwhile.
 */
export class AnswerStream<Request, Response, Item extends { readonly id: number }, Answer> implements ServedStream {
  readonly #inFlight = new Set<number>();
  #ready: Answer[] = [];
  #ending = false;
  #writable = true;

  constructor(
    private readonly call: ServerDuplexStream<Request, Response>,
    private readonly protocol: StreamProtocol<Request, Response, Item, Answer>,
    private readonly onClosed: () => void,
  ) {
    call.on('data', (message: Request) => {
      for (const item of protocol.items(message)) this.#take(item);
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

  shutDown(): void {
    this.#ending = true;
    this.#endIfIdle();
  }

  #take(item: Item): void {
    const { id } = item;
    if (this.#ending) {
      this.#answer(this.protocol.fault(id, status.UNAVAILABLE, 'the host is shutting down'));
    } else if (this.#inFlight.has(id)) {
      this.#answer(this.protocol.fault(id, status.INVALID_ARGUMENT, 'id: is in flight already'));
    } else {
      this.#inFlight.add(id);
      this.#holdBack();
      void this.#run(item);
    }
  }

  async #run(item: Item): Promise<void> {
    const answer = await this.protocol.run(item);
    this.#inFlight.delete(item.id);
    this.#answer(answer);
    this.#holdBack();
  }

  #answer(answer: Answer): void {
    this.#ready.push(answer);
    // Runs after all promise reactions of this tick: whatever else is ready by then shares the message.
    if (this.#ready.length === 1) process.nextTick(() => this.#flush());
  }

  #flush(): void {
    const answers = this.#ready;
    this.#ready = [];
    for (const message of this.protocol.messages(answers)) {
      if (this.call.cancelled || this.call.destroyed) break;
      this.#writable = this.call.write(message);
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
