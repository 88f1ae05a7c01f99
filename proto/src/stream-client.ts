import { status } from '@grpc/grpc-js';
import type { CancelSignal } from './cancel-signal.js';
import type { ClientStream, ClientStreamEvents, OpenClientStream } from './client-stream.js';
import type { Rpc } from './rpc.js';

/** One rpc that carries many requests and answers, and the contents of its messages, from the client's side. */
export interface StreamClientProtocol<Request, Response, Item, Answer> {
  readonly rpc: Rpc<Request, Response>;
  /** Packs items that became ready together into messages that no server rejects for their length. */
  messages(items: readonly Item[]): readonly Request[];
  answers(response: Response): readonly Answer[];
  /** A message that cancels requests in flight; absent if the rpc has no such message. */
  cancellation?(ids: readonly number[]): Request;
  /** Set when the server announces the end of the stream: ids of the requests that it has taken and will still answer. */
  closing?(response: Response): readonly number[] | undefined;
}

/** The status with which a stream ended. */
export type StreamStatus = Parameters<ClientStreamEvents['ended']>[0];

/** Callbacks for the answer to one request. Exactly one of them is called, once. */
export interface Waiting<Answer> {
  answered(answer: Answer): void;
  timedOut(): void;
  /** The signal was aborted. The client cancels the request, but the server may still carry it out. */
  cancelled?(): void;
  /**
   * The stream broke or ends. `neverSent`: the server never took the request, so the caller may send it another way.
   * `ended`: the status of the stream, if it has one.
   */
  lost(why: string, neverSent: boolean, ended?: StreamStatus): void;
}

export interface StreamClientOptions {
  /** How long each request waits for its answer. */
  readonly timeoutMs: number;
  /** Number of overdue answers above which the client abandons the stream. */
  readonly maxOverdue: number;
  /** Ids continue from here, as after an earlier stream. Default: 0. */
  readonly lastId?: number;
}

/** Events of the stream itself. */
export interface StreamClientEvents {
  /** A message arrived, and the client understood all of it. */
  received?(): void;
  /** An answer arrived with an id that nothing waits for: unknown, or already answered. Throw to abandon the stream. */
  unexpected(id: number): void;
  /**
   * Returns why the stream is abandoned, for an error of `deserialize`, of the protocol, of `unexpected` or of a waiting
   * callback.
   */
  failed(error: unknown): string;
  /**
   * The stream has ended, and all waiting callbacks have been called. Called once; without a status if this side closed
   * it.
   */
  over(ended: StreamStatus | undefined): void;
}

/**
 * A request in flight. It lets go of its content once it is settled: V8 keeps the discarded table of a Map, with its entries of that
 * moment, until the next collection of the old generation, and with it everything that each request of the stream has created.
 */
interface PendingCall<Answer> {
  waiting: Waiting<Answer> | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Stops listening to the signal. */
  forget: (() => void) | undefined;
}

/**
 * One stream of requests and their answers, matched by id and answered in any order. It opens immediately, and only once.
 */
export class StreamClient<
  Request,
  Response,
  Item extends { readonly id?: number },
  Answer extends { readonly id: number },
> {
  readonly #protocol: StreamClientProtocol<Request, Response, Item, Answer>;
  readonly #options: StreamClientOptions;
  readonly #events: StreamClientEvents;
  readonly #stream: ClientStream;
  /** One side has announced the end of the stream: the server still answers, but takes no more requests. */
  #closing = false;
  #over = false;
  #lastId: number;
  #outbox: Item[] = [];
  #toCancel: number[] = [];
  readonly #inFlight = new Map<number, PendingCall<Answer>>();
  /** Timed out or cancelled, and not yet answered. Their late answers are expected and ignored. */
  readonly #overdue = new Set<number>();

  constructor(
    open: OpenClientStream,
    protocol: StreamClientProtocol<Request, Response, Item, Answer>,
    options: StreamClientOptions,
    events: StreamClientEvents,
  ) {
    this.#protocol = protocol;
    this.#options = options;
    this.#events = events;
    this.#lastId = options.lastId ?? 0;
    this.#stream = open(protocol.rpc.path, {
      received: (message) => this.#received(message),
      ended: (ended) => this.#ended(ended),
    });
  }

  /** Whether requests can be sent. */
  isUp(): boolean {
    return !this.#over && !this.#closing;
  }

  /** For the `lastId` of the stream that follows this one. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Call only while isUp(). Requests that become ready in the same turn of the event loop share one message. */
  send(item: (id: number) => Item, waiting: Waiting<Answer>, signal?: CancelSignal): void {
    const id = this.#nextId();
    const cancel = (): void => this.#cancelled(id);
    signal?.addEventListener('abort', cancel);
    this.#inFlight.set(id, {
      waiting,
      timer: setTimeout(() => this.#timedOut(id), this.#options.timeoutMs),
      forget: () => signal?.removeEventListener('abort', cancel),
    });
    this.#flushLater();
    this.#outbox.push(item(id));
  }

  /** Immediately sends the requests that are ready. */
  flush(): void {
    const [items, toCancel] = [this.#outbox, this.#toCancel];
    this.#outbox = [];
    this.#toCancel = [];
    if (!this.isUp()) {
      for (const { id = 0 } of items) this.#settle(id)?.lost('the stream is down', true);
      return;
    }
    for (const message of this.#protocol.messages(items)) this.#write(message);
    const cancellation = toCancel.length === 0 ? undefined : this.#protocol.cancellation?.(toCancel);
    if (cancellation !== undefined) this.#write(cancellation);
  }

  /** Announces that no more requests come. The server still answers, then ends the stream. */
  end(): void {
    this.#closing = true;
    this.#stream.end();
  }

  /** Ends the stream without waiting for answers. */
  close(why: string): void {
    this.#stream.end();
    this.#lose(why);
  }

  /** Like close, but also cancels the requests that the server is working on. */
  cancel(why: string): void {
    this.#stream.cancel();
    this.#lose(why);
  }

  #write(message: Request): void {
    let bytes: Buffer;
    try {
      bytes = this.#protocol.rpc.serialize(message);
    } catch (error) {
      this.cancel(`a request cannot be written: ${String(error)}`);
      return;
    }
    this.#stream.write(bytes);
  }

  #flushLater(): void {
    if (this.#outbox.length + this.#toCancel.length === 0) setImmediate(() => this.flush());
  }

  #cancelled(id: number): void {
    const waiting = this.#settle(id);
    if (waiting === undefined) return;
    const position = this.#outbox.findIndex((item) => item.id === id);
    if (position >= 0) this.#outbox.splice(position, 1);
    else {
      this.#flushLater();
      this.#toCancel.push(id);
      this.#expectLate(id);
    }
    waiting.cancelled?.();
  }

  #received(bytes: Buffer): void {
    // An abandoned stream may still deliver messages, which nothing waits for.
    if (this.#over) return;
    try {
      const response = this.#protocol.rpc.deserialize(bytes);
      for (const answer of this.#protocol.answers(response)) this.#answer(answer);
      const taken = this.#protocol.closing?.(response);
      if (taken !== undefined) this.#announced(new Set(taken));
      this.#events.received?.();
    } catch (error) {
      this.cancel(this.#events.failed(error));
    }
  }

  #answer(answer: Answer): void {
    const { id } = answer;
    if (this.#overdue.delete(id)) return;
    const waiting = this.#settle(id);
    if (waiting === undefined) this.#events.unexpected(id);
    else waiting.answered(answer);
  }

  /** The server never runs a request that it did not take, so even a write may immediately be sent another way. */
  #announced(taken: ReadonlySet<number>): void {
    this.end();
    const unsent = this.#unsent();
    for (const id of [...this.#inFlight.keys()]) {
      if (!taken.has(id) && !unsent.has(id)) this.#settle(id)?.lost('the host is shutting down', true);
    }
  }

  #timedOut(id: number): void {
    const waiting = this.#settle(id);
    if (waiting === undefined) return;
    waiting.timedOut();
    this.#expectLate(id);
  }

  /** If a server stops answering, the list of overdue ids must not grow without bound. */
  #expectLate(id: number): void {
    this.#overdue.add(id);
    if (this.#overdue.size > this.#options.maxOverdue) this.cancel('too many answers are overdue');
  }

  #ended(ended: StreamStatus): void {
    this.#lose(`${status[ended.code]}: ${ended.details.slice(0, 500)}`, ended);
  }

  /** The stream has ended: the outcome of the requests that it carried is unknown. */
  #lose(why: string, ended?: StreamStatus): void {
    if (this.#over) return;
    this.#over = true;
    const unsent = this.#unsent();
    for (const id of [...this.#inFlight.keys()]) {
      if (!unsent.has(id)) this.#settle(id)?.lost(why, false, ended);
    }
    this.flush();
    this.#events.over(ended);
  }

  #unsent(): ReadonlySet<number | undefined> {
    return new Set(this.#outbox.map(({ id }) => id));
  }

  #settle(id: number): Waiting<Answer> | undefined {
    const pending = this.#inFlight.get(id);
    if (pending === undefined) return undefined;
    this.#inFlight.delete(id);
    const { waiting, timer, forget } = pending;
    pending.waiting = pending.timer = pending.forget = undefined;
    clearTimeout(timer);
    forget?.();
    return waiting;
  }

  /** Ids are uint32, and unique among those in flight and overdue. */
  #nextId(): number {
    do this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1;
    while (this.#inFlight.has(this.#lastId) || this.#overdue.has(this.#lastId));
    return this.#lastId;
  }
}
