import type { ServerDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

/** Requests of one stream that run at the same time; beyond that it is not read, and the peer is held back. */
const MAX_IN_FLIGHT = 1024;

/** One rpc that carries many requests and answers: what its messages hold, and how one request is carried out. */
export interface StreamServerProtocol<Request, Response, Item, Answer> {
  items(message: Request): readonly Item[];
  /** Ids of requests that nobody waits for any more. */
  cancelled?(message: Request): readonly number[];
  /** Answers that are ready together, in messages that stay below the 4 MB which gRPC takes by default. */
  messages(answers: readonly Answer[]): readonly Response[];
  /** Announces the end of the stream: `taken` are still answered, and nothing else is carried out. */
  closing(taken: readonly number[]): Response;
  /** Never rejects. `signal` is aborted when the peer cancels the request. */
  run(item: Item, signal: AbortSignal): Promise<Answer>;
  fault(id: number, code: status, message: string): Answer;
}

/** A stream that the server can end from its side. */
export interface ServedStream {
  /** Announces the end of the stream, answers what was taken, then ends it. What still arrives is not carried out. */
  shutDown(): void;
}

/**
 * One stream of requests. Each runs by itself and is answered when it is done; answers that are ready in the same tick
 * travel in one message. What was received whole is carried out even if the stream breaks meanwhile.
 */
export class AnswerStream<Request, Response, Item extends { readonly id: number }, Answer> implements ServedStream {
  readonly #inFlight = new Map<number, AbortController>();
  #ready: Answer[] = [];
  #ending = false;
  #writable = true;

  readonly #call: ServerDuplexStream<Request, Response>;
  readonly #protocol: StreamServerProtocol<Request, Response, Item, Answer>;
  readonly #onClosed: () => void;

  constructor(
    call: ServerDuplexStream<Request, Response>,
    protocol: StreamServerProtocol<Request, Response, Item, Answer>,
    onClosed: () => void,
  ) {
    this.#call = call;
    this.#protocol = protocol;
    this.#onClosed = onClosed;
    call.on('data', (message: Request) => {
      for (const item of protocol.items(message)) this.#take(item);
      for (const id of protocol.cancelled?.(message) ?? []) this.#inFlight.get(id)?.abort();
    });
    call.on('drain', () => {
      this.#writable = true;
      this.#holdBack();
    });
    call.on('end', () => {
      this.#ending = true;
      this.#endIfIdle();
    });
    // The outcome of a lost stream is unknown to the peer, by contract; there is no one left to answer.
    call.on('error', () => {
      this.#close();
    });
    call.on('cancelled', () => {
      this.#close();
    });
  }

  shutDown(): void {
    if (this.#ending) return;
    // Answers that are ready leave first: an id that is neither answered nor listed counts as never processed.
    this.#flush();
    this.#ending = true;
    this.#write(this.#protocol.closing([...this.#inFlight.keys()]));
    // Requests that wait unread behind a full stream are discarded, or the stream could not end.
    if (this.#call.isPaused()) this.#call.resume();
    this.#endIfIdle();
  }

  #take(item: Item): void {
    // Not answered: the announcement has told the peer that it was not taken, so that the peer may send it again. An answer
    // could also come after the end of the call, and a write after the end destroys the stream before its status is sent.
    if (this.#ending) return;
    const { id } = item;
    if (this.#inFlight.has(id)) {
      this.#answer(this.#protocol.fault(id, status.INVALID_ARGUMENT, 'id: is in flight already'));
    } else {
      const cancelled = new AbortController();
      this.#inFlight.set(id, cancelled);
      this.#holdBack();
      void this.#run(item, cancelled.signal);
    }
  }

  async #run(item: Item, signal: AbortSignal): Promise<void> {
    const answer = await this.#protocol.run(item, signal);
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
    for (const message of this.#protocol.messages(answers)) this.#write(message);
    this.#holdBack();
    this.#endIfIdle();
  }

  #write(message: Response): void {
    if (this.#call.cancelled || this.#call.destroyed) return;
    this.#writable = this.#call.write(message);
  }

  #holdBack(): void {
    if (this.#ending) return;
    const full = this.#inFlight.size >= MAX_IN_FLIGHT || !this.#writable;
    if (full === this.#call.isPaused()) return;
    if (full) this.#call.pause();
    else this.#call.resume();
  }

  #endIfIdle(): void {
    if (!this.#ending || this.#inFlight.size > 0 || this.#ready.length > 0) return;
    this.#call.end();
    this.#close();
  }

  #close(): void {
    this.#ending = true;
    this.#onClosed();
  }
}
