import { status } from '@grpc/grpc-js';
import { stallsOfProcess } from './stalls.js';

/** Requests of one stream that run at the same time. Beyond that the server stops reading, which holds the peer back. */
const MAX_IN_FLIGHT = 1024;

/** One rpc that carries many requests and answers: the contents of its messages, and how to run one request. */
export interface StreamServerProtocol<Request, Response, Item, Answer> {
  items(message: Request): readonly Item[];
  /** Ids of requests whose caller no longer waits. */
  cancelled?(message: Request): readonly number[];
  /** Packs answers that are ready together into messages below gRPC's default limit of 4 MB. */
  messages(answers: readonly Answer[]): readonly Response[];
  /** Announces the end of the stream: the server still answers `taken`, and runs nothing else. */
  closing(taken: readonly number[]): Response;
  /**
   * Never rejects.
   * @param waitedMs how long the item may have waited until this process read it: its peer has waited as long
   */
  run(item: Item, cancellation: Cancellation, waitedMs: number): Promise<Answer>;
  fault(id: number, code: status, message: string): Answer;
}

/**
 * Whether the peer has cancelled a request. The signal is created when it is first read: that costs more than most of what a
 * short request does, and no short request reads it.
 */
export class Cancellation {
  #controller: AbortController | undefined;
  #cancelled = false;

  get isCancelled(): boolean {
    return this.#cancelled;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#cancelled) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }
}

/** One stream from the server's side. grpc-js's ServerDuplexStream is one. */
export interface StreamCall<Request, Response> {
  /** The peer does not read the answers any longer. */
  readonly cancelled: boolean;
  readonly destroyed: boolean;
  on(event: 'data', listener: (message: Request) => void): unknown;
  /** `end`: the peer sends nothing more. `cancelled` or `error`: the stream is over. */
  on(event: 'drain' | 'end' | 'error' | 'cancelled', listener: () => void): unknown;
  /** False: wait for `drain`. */
  write(message: Response): boolean;
  end(): void;
  isPaused(): boolean;
  pause(): void;
  resume(): void;
}

/** A stream that the server can end from its side. */
export interface ServedStream {
  /**
   * Announces the end of the stream, answers the requests it has taken, then ends it. Requests that still arrive do not
   * run.
   */
  shutDown(): void;
}

/**
 * One stream of requests. Each runs independently and is answered when it is done; answers that are ready in the same
 * tick share one message. A request that was received in full runs even if the stream breaks in the meantime.
 */
export class AnswerStream<Request, Response, Item extends { readonly id: number }, Answer> implements ServedStream {
  readonly #inFlight = new Map<number, Cancellation>();
  #ready: Answer[] = [];
  #ending = false;
  #writable = true;

  readonly #call: StreamCall<Request, Response>;
  readonly #protocol: StreamServerProtocol<Request, Response, Item, Answer>;
  readonly #onClosed: () => void;

  constructor(
    call: StreamCall<NoInfer<Request>, NoInfer<Response>>,
    protocol: StreamServerProtocol<Request, Response, Item, Answer>,
    onClosed: () => void,
  ) {
    this.#call = call;
    this.#protocol = protocol;
    this.#onClosed = onClosed;
    // From the first stream on.
    stallsOfProcess();
    call.on('data', (message: Request) => {
      const { waitedMs } = stallsOfProcess();
      for (const item of protocol.items(message)) this.#take(item, waitedMs);
      protocol.cancelled?.(message).forEach((id) => this.#inFlight.get(id)?.cancel());
    });
    call.on('drain', () => {
      this.#writable = true;
      this.#holdBack();
    });
    call.on('end', () => {
      this.#ending = true;
      this.#endIfIdle();
    });
    // By contract, the peer treats the outcome of a lost stream as unknown; there is no one left to answer.
    call.on('error', () => {
      this.#close();
    });
    call.on('cancelled', () => {
      this.#close();
    });
  }

  shutDown(): void {
    if (this.#ending) return;
    // Send the ready answers first: an id that is neither answered nor listed counts as never processed.
    this.#flush();
    this.#ending = true;
    this.#write(this.#protocol.closing([...this.#inFlight.keys()]));
    // Discard requests that wait unread behind a full stream; otherwise the stream could not end.
    if (this.#call.isPaused()) this.#call.resume();
    this.#endIfIdle();
  }

  #take(item: Item, waitedMs: number): void {
    // Do not answer: by the announcement the peer knows that this request was not taken, and may resend it. An answer
    // could also come after the end of the call, and a write after the end destroys the stream before its status is sent.
    if (this.#ending) return;
    const { id } = item;
    if (this.#inFlight.has(id)) {
      this.#answer(this.#protocol.fault(id, status.INVALID_ARGUMENT, 'id: is in flight already'));
    } else {
      const cancellation = new Cancellation();
      this.#inFlight.set(id, cancellation);
      this.#holdBack();
      void this.#run(item, cancellation, waitedMs);
    }
  }

  async #run(item: Item, cancellation: Cancellation, waitedMs: number): Promise<void> {
    const answer = await this.#protocol.run(item, cancellation, waitedMs);
    this.#inFlight.delete(item.id);
    this.#answer(answer);
    this.#holdBack();
  }

  #answer(answer: Answer): void {
    this.#ready.push(answer);
    // Runs after all promise reactions of this tick: other answers that are ready by then share the message.
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
