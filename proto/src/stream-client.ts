import type { Client, ClientDuplexStream, Metadata, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { Rpc } from './rpc.js';

/** One rpc that carries many requests and answers: what its messages hold, as its client sees them. */
export interface StreamClientProtocol<Request, Response, Item, Answer> {
  readonly rpc: Rpc<Request, Response>;
  /** Items that became ready together, in messages that no server refuses for their length. */
  messages(items: readonly Item[]): readonly Request[];
  answers(response: Response): readonly Answer[];
  /** A message that cancels requests in flight; absent where the rpc has none. */
  cancellation?(ids: readonly number[]): Request;
  /** Set when the server announces the end of the stream: ids of what it has taken and still answers. */
  closing?(response: Response): readonly number[] | undefined;
}

/** Who waits for the answer to one request. Exactly one of these is called, once. */
export interface Waiting<Answer> {
  answered(answer: Answer): void;
  timedOut(): void;
  /** The signal was aborted. The server is told, and may carry it out all the same. */
  cancelled?(): void;
  /**
   * The stream broke or ends. `neverSent`: the server never took the request, and it may be sent another way. `ended`: the
   * status of the stream, where it has one.
   */
  lost(why: string, neverSent: boolean, ended?: StatusObject): void;
}

export interface StreamClientOptions {
  readonly metadata: Metadata;
  /** How long each request waits for its answer. */
  readonly timeoutMs: number;
  /** Answers that may be overdue before the stream is given up. */
  readonly maxOverdue: number;
  /** Ids go on from here, as after an earlier stream. Default: 0. */
  readonly lastId?: number;
}

/** What becomes of the stream itself. */
export interface StreamClientEvents {
  /** A message came, and all of it was understood. */
  received?(): void;
  /** An answer under an id that nothing waits for: unknown, or answered before. To throw gives the stream up. */
  unexpected(id: number): void;
  /** Why the stream is given up: an error of `deserialize`, of the protocol, of `unexpected` or of who waited. */
  failed(error: unknown): string;
  /** The stream is gone, and everybody who waited has been told. Called once; without a status when this side closed it. */
  over(ended: StatusObject | undefined): void;
}

interface PendingCall<Answer> {
  readonly waiting: Waiting<Answer>;
  readonly timer: NodeJS.Timeout;
  /** Takes no more notice of the signal. */
  readonly forget: () => void;
}

/** One stream of requests and their answers, matched by id and answered in any order. It opens at once, and only once. */
export class StreamClient<
  Request,
  Response,
  Item extends { readonly id?: number },
  Answer extends { readonly id: number },
> {
  readonly #protocol: StreamClientProtocol<Request, Response, Item, Answer>;
  readonly #options: StreamClientOptions;
  readonly #events: StreamClientEvents;
  readonly #stream: ClientDuplexStream<Request, Buffer>;
  /** One side has announced the end of the stream: the server still answers, and takes nothing more. */
  #closing = false;
  #over = false;
  #lastId: number;
  #outbox: Item[] = [];
  #toCancel: number[] = [];
  readonly #inFlight = new Map<number, PendingCall<Answer>>();
  /** Timed out or cancelled, not answered: their late answers are expected, and tell nobody anything. */
  readonly #overdue = new Set<number>();

  constructor(
    client: Client,
    protocol: StreamClientProtocol<Request, Response, Item, Answer>,
    options: StreamClientOptions,
    events: StreamClientEvents,
  ) {
    this.#protocol = protocol;
    this.#options = options;
    this.#events = events;
    this.#lastId = options.lastId ?? 0;
    const { path, serialize } = protocol.rpc;
    // Bytes are decoded in #received: an error of the decoder would otherwise end the stream without its reason.
    const stream = client.makeBidiStreamRequest(path, serialize, (bytes: Buffer) => bytes, options.metadata);
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => this.#received(bytes));
    // The status says the same; without a listener the error would end the process.
    stream.on('error', () => undefined);
    // The status may overtake messages that were received before it and not read yet: "end" is after the last of them.
    let drained = false;
    stream.on('end', () => (drained = true));
    stream.on('status', (ended: StatusObject) => {
      if (drained || ended.code !== status.OK) this.#ended(ended);
      else stream.once('end', () => this.#ended(ended));
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

  /** Only while isUp(). What becomes ready in the same turn of the event loop leaves in one message. */
  send(item: (id: number) => Item, waiting: Waiting<Answer>, signal?: AbortSignal): void {
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

  /** Sends what is ready at once. */
  flush(): void {
    const [items, toCancel] = [this.#outbox, this.#toCancel];
    this.#outbox = [];
    this.#toCancel = [];
    if (!this.isUp()) {
      for (const { id = 0 } of items) this.#settle(id)?.lost('the stream is down', true);
      return;
    }
    for (const message of this.#protocol.messages(items)) this.#stream.write(message);
    const cancellation = toCancel.length === 0 ? undefined : this.#protocol.cancellation?.(toCancel);
    if (cancellation !== undefined) this.#stream.write(cancellation);
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

  /** Like close, and the server is told to stop working on what it has. */
  cancel(why: string): void {
    this.#stream.cancel();
    this.#lose(why);
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
    // What a stream that was given up still delivers concerns nobody.
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

  /** What the server did not take it never runs, so that even a write may be sent another way, at once. */
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

  /** A server that answers nothing any more must not make us remember its debts for ever. */
  #expectLate(id: number): void {
    this.#overdue.add(id);
    if (this.#overdue.size > this.#options.maxOverdue) this.cancel('too many answers are overdue');
  }

  #ended(ended: StatusObject): void {
    this.#lose(`${status[ended.code]}: ${ended.details.slice(0, 500)}`, ended);
  }

  /** The stream is gone: what it carried is of unknown outcome. */
  #lose(why: string, ended?: StatusObject): void {
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
    clearTimeout(pending.timer);
    pending.forget();
    return pending.waiting;
  }

  /** Ids are uint32 and unique among those in flight, overdue ones included. */
  #nextId(): number {
    do this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1;
    while (this.#inFlight.has(this.#lastId) || this.#overdue.has(this.#lastId));
    return this.#lastId;
  }
}
