import type { ClientDuplexStream, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { outgoingMetadata } from '../contract/metadata.js';
import type { Rpc } from '../contract/rpc.js';
import { ContractViolation } from '../core/faults.js';
import { deserialize } from './call.js';
import type { Connection } from './connection.js';
import type { Reporter } from './reporter.js';

/**
 * Many requests and their answers over one long-lived stream, matched by id and answered in any order. The stream reopens by
 * itself; while it is not up, whoever has something to ask uses unary calls. What TransactStream and AdminStream share.
 */

const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2000;

/** One rpc of this kind: what its messages carry. */
export interface StreamProtocol<Request, Response extends object, Item, Answer> {
  readonly rpc: Rpc<Request, Response>;
  /** Items that became ready together, in messages that no host refuses for their length. */
  messages(items: readonly Item[]): readonly Request[];
  answers(response: Response): readonly Answer[];
  /** A message that cancels requests in flight; absent where the rpc has none. */
  cancellation?(ids: readonly number[]): Request;
  /** Set when the host announces the end of the stream: ids of what it has taken and still answers. */
  closing(response: Response): readonly number[] | undefined;
}

/** Who waits for the answer to one request. Exactly one of these is called, once. */
export interface Waiting<Answer> {
  answered(answer: Answer): void;
  timedOut(): void;
  /** The signal was aborted. The host is told, and may carry it out all the same. */
  cancelled?(): void;
  /** The stream broke or ends. `neverSent`: the host never took the request, and it may be sent another way. */
  lost(why: string, neverSent: boolean): void;
}

export interface AnsweredStreamOptions {
  readonly timeoutMs: number;
  /** Answers that may be overdue before the stream is given up. */
  readonly maxOverdue: number;
  readonly authorization: string | undefined;
  /** The stream broke, or the host ended it; the connection may be up all the same. */
  readonly onLost: () => void;
}

interface InFlight<Answer> {
  readonly waiting: Waiting<Answer>;
  readonly timer: NodeJS.Timeout;
  /** Takes no more notice of the signal. */
  readonly forget: () => void;
}

export class AnsweredStream<
  Request,
  Response extends object,
  Item extends { readonly id?: number },
  Answer extends { readonly id: number },
> {
  private stream: ClientDuplexStream<Request, Buffer> | undefined;
  /** The host has announced the end of the stream: it still answers, and takes nothing more. */
  private closing = false;
  private wanted = false;
  private reopening: NodeJS.Timeout | undefined;
  private backoffMs = FIRST_BACKOFF_MS;
  private lastId = 0;
  private outbox: Item[] = [];
  private toCancel: number[] = [];
  private readonly inFlight = new Map<number, InFlight<Answer>>();
  /** Timed out or cancelled, not answered: their late answers are expected, and tell nobody anything. */
  private readonly overdue = new Set<number>();

  constructor(
    private readonly protocol: StreamProtocol<Request, Response, Item, Answer>,
    private readonly connection: Connection,
    private readonly reporter: Reporter,
    private readonly options: AnsweredStreamOptions,
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
    return this.stream !== undefined && !this.closing;
  }

  /** Only while isUp(). */
  send(item: (id: number) => Item, waiting: Waiting<Answer>, signal?: AbortSignal): void {
    const id = this.nextId();
    const cancel = (): void => this.cancelled(id);
    signal?.addEventListener('abort', cancel);
    this.inFlight.set(id, {
      waiting,
      timer: setTimeout(() => this.timedOut(id), this.options.timeoutMs),
      forget: () => signal?.removeEventListener('abort', cancel),
    });
    // What becomes ready in the same turn of the event loop leaves in one message.
    if (this.outbox.length + this.toCancel.length === 0) setImmediate(() => this.flush());
    this.outbox.push(item(id));
  }

  close(): void {
    this.wanted = false;
    clearTimeout(this.reopening);
    this.stream?.end();
    this.lost(this.stream, 'the connection was closed');
  }

  private open(): void {
    if (!this.wanted || this.stream !== undefined || this.reopening !== undefined || !this.connection.isReady()) return;
    const { rpc } = this.protocol;
    const stream = this.connection.client.makeBidiStreamRequest(
      rpc.path,
      rpc.serialize,
      (bytes: Buffer) => bytes,
      outgoingMetadata(undefined, this.options.authorization),
    );
    this.stream = stream;
    stream.on('data', (bytes: Buffer) => this.received(stream, bytes));
    // The status says the same; without a listener the error would end the process.
    stream.on('error', () => undefined);
    // The status may overtake messages that were received before it and not read yet: "end" is after the last of them.
    let drained = false;
    stream.on('end', () => (drained = true));
    stream.on('status', (ended: StatusObject) => {
      if (drained || ended.code !== status.OK) this.ended(stream, ended);
      else stream.once('end', () => this.ended(stream, ended));
    });
  }

  private flush(): void {
    const items = this.outbox;
    this.outbox = [];
    if (this.stream === undefined || this.closing) {
      this.toCancel = [];
      for (const { id = 0 } of items) this.settle(id)?.lost('the stream is down', true);
      return;
    }
    for (const message of this.protocol.messages(items)) this.stream.write(message);
    if (this.toCancel.length === 0) return;
    const message = this.protocol.cancellation?.(this.toCancel);
    this.toCancel = [];
    if (message !== undefined) this.stream.write(message);
  }

  private cancelled(id: number): void {
    const waiting = this.settle(id);
    if (waiting === undefined) return;
    const position = this.outbox.findIndex((item) => item.id === id);
    if (position >= 0) this.outbox.splice(position, 1);
    else {
      if (this.outbox.length + this.toCancel.length === 0) setImmediate(() => this.flush());
      this.toCancel.push(id);
      this.expectLate(id);
    }
    waiting.cancelled?.();
  }

  private received(stream: ClientDuplexStream<Request, Buffer>, bytes: Buffer): void {
    // What a stream that was given up still delivers has nothing to do with what is in flight now.
    if (stream !== this.stream) return;
    const { rpc, answers, closing } = this.protocol;
    try {
      const response = deserialize(rpc, bytes);
      for (const answer of answers(response)) this.answer(answer);
      const taken = closing(response);
      if (taken !== undefined) this.announced(stream, new Set(taken));
      this.backoffMs = FIRST_BACKOFF_MS;
    } catch (error) {
      const isHosts = error instanceof ContractViolation;
      if (isHosts) this.reporter.violation(error, undefined);
      else this.reporter.defect(rpc.name, error);
      stream.cancel();
      this.lost(stream, isHosts ? 'the host sent what is no answer' : 'Gatehouse could not handle an answer');
    }
  }

  /**
   * Throws ContractViolation for an id that nothing waits for (unknown, or answered before). The stream is given up then:
   * a host that confuses one id may confuse others, and the next answer could be that of another user.
   */
  private answer(answer: Answer): void {
    const { id } = answer;
    if (this.overdue.delete(id)) return;
    const waiting = this.settle(id);
    if (waiting === undefined) throw new ContractViolation(this.protocol.rpc.name, `id ${id} is not in flight`);
    waiting.answered(answer);
  }

  /** What the host did not take it never runs, so that even a write may be sent another way, at once. */
  private announced(stream: ClientDuplexStream<Request, Buffer>, taken: ReadonlySet<number>): void {
    this.closing = true;
    stream.end();
    const unsent = new Set(this.outbox.map(({ id }) => id));
    for (const id of [...this.inFlight.keys()]) {
      if (!taken.has(id) && !unsent.has(id)) this.settle(id)?.lost('the host is shutting down', true);
    }
  }

  private timedOut(id: number): void {
    const waiting = this.settle(id);
    if (waiting === undefined) return;
    waiting.timedOut();
    this.expectLate(id);
  }

  /** A host that answers nothing any more must not make us remember its debts for ever. */
  private expectLate(id: number): void {
    this.overdue.add(id);
    if (this.overdue.size > this.options.maxOverdue) {
      this.stream?.cancel();
      this.lost(this.stream, 'too many answers are overdue');
    }
  }

  private ended(stream: ClientDuplexStream<Request, Buffer>, ended: StatusObject): void {
    if (ended.code === status.UNIMPLEMENTED) {
      this.wanted = false;
      this.reporter.statusFault(this.protocol.rpc.name, ended.code, ended.details, undefined);
    }
    this.lost(stream, `${status[ended.code]}: ${ended.details.slice(0, 500)}`);
  }

  /** The stream is gone: what it carried is of unknown outcome. Does nothing for a stream that is not the current one. */
  private lost(stream: ClientDuplexStream<Request, Buffer> | undefined, why: string): void {
    if (stream === undefined || stream !== this.stream) return;
    this.stream = undefined;
    this.closing = false;
    this.overdue.clear();
    this.toCancel = [];
    const unsent = new Set(this.outbox.map(({ id }) => id));
    for (const id of [...this.inFlight.keys()]) {
      if (!unsent.has(id)) this.settle(id)?.lost(why, false);
    }
    if (!this.wanted) return;
    this.options.onLost();
    this.reopening = setTimeout(() => {
      this.reopening = undefined;
      this.open();
    }, this.backoffMs);
    this.backoffMs = Math.min(this.backoffMs * 2, MAX_BACKOFF_MS);
  }

  private settle(id: number): Waiting<Answer> | undefined {
    const pending = this.inFlight.get(id);
    if (pending === undefined) return undefined;
    this.inFlight.delete(id);
    clearTimeout(pending.timer);
    pending.forget();
    return pending.waiting;
  }

  /** Ids are uint32 and unique among those in flight, overdue ones included. */
  private nextId(): number {
    do this.lastId = this.lastId === 0xffff_ffff ? 1 : this.lastId + 1;
    while (this.inFlight.has(this.lastId) || this.overdue.has(this.lastId));
    return this.lastId;
  }
}
