import { outgoingMetadata } from '@gatehouse/proto/metadata';
import type { StreamClientProtocol, Waiting } from '@gatehouse/proto/stream-client';
import { StreamClient } from '@gatehouse/proto/stream-client';
import type { StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { CancelSignal } from '../../core/cancellation.js';
import { ContractViolation } from '../../core/faults.js';
import type { Pauses } from '../../core/timing.js';
import { growingPause } from '../../core/timing.js';
import { deserialize } from './call.js';
import type { Connection } from './connection.js';
import type { Reporter } from './reporter.js';

/**
 * A stream to the host that reopens automatically; while it is down, callers use unary calls. It reports protocol violations
 * of the host. Shared by TransactStream and AdminStream.
 */

const PAUSES: Pauses = { firstMs: 100, longestMs: 2000 };

export interface AnsweredStreamOptions {
  readonly timeoutMs: number;
  /** How many answers may be overdue before the stream is dropped. */
  readonly maxOverdue: number;
  readonly authorization: string | undefined;
  /** The stream broke or the host ended it. The connection may still be up. */
  readonly onLost: () => void;
}

export class AnsweredStream<
  Request,
  Response extends object,
  Item extends { readonly id?: number },
  Answer extends { readonly id: number },
> {
  readonly #protocol: StreamClientProtocol<Request, Response, Item, Answer>;
  readonly #connection: Connection;
  readonly #reporter: Reporter;
  readonly #options: AnsweredStreamOptions;
  #stream: StreamClient<Request, Response, Item, Answer> | undefined;
  #wanted = false;
  #reopening: NodeJS.Timeout | undefined;
  /** Streams lost since the last answer. */
  #losses = 0;
  #lastId = 0;

  constructor(
    protocol: StreamClientProtocol<Request, Response, Item, Answer>,
    connection: Connection,
    reporter: Reporter,
    options: AnsweredStreamOptions,
  ) {
    const { rpc } = protocol;
    this.#protocol = { ...protocol, rpc: { ...rpc, deserialize: (bytes) => deserialize(rpc, bytes) } };
    this.#connection = connection;
    this.#reporter = reporter;
    this.#options = options;
    connection.onReady((ready) => {
      if (ready) this.#open();
    });
  }

  /** Whether the host offers the stream. Called after each Describe. A transport without streams ignores it. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    if (wanted) this.#open();
    else this.#stream?.end();
  }

  isUp(): boolean {
    return this.#stream?.isUp() === true;
  }

  /** Only while isUp(). */
  send(item: (id: number) => Item, waiting: Waiting<Answer>, signal?: CancelSignal): void {
    this.#stream?.send(item, waiting, signal);
  }

  close(): void {
    this.#wanted = false;
    clearTimeout(this.#reopening);
    this.#stream?.close('the connection was closed');
  }

  #open(): void {
    const { streams } = this.#connection;
    if (!this.#wanted || this.#stream !== undefined || this.#reopening !== undefined) return;
    if (streams === undefined || !this.#connection.isReady()) return;
    const { name } = this.#protocol.rpc;
    const { timeoutMs, maxOverdue, authorization } = this.#options;
    this.#stream = new StreamClient(
      streams,
      this.#protocol,
      { metadata: outgoingMetadata(undefined, authorization), timeoutMs, maxOverdue, lastId: this.#lastId },
      {
        received: () => (this.#losses = 0),
        // A host that confuses one id may confuse others, and the next answer could belong to another user.
        unexpected: (id) => {
          throw new ContractViolation(name, `id ${id} is not in flight`);
        },
        failed: (error) => {
          if (error instanceof ContractViolation) {
            this.#reporter.violation(error, undefined);
            return 'the host sent an invalid response';
          }
          this.#reporter.defect(name, error);
          return 'Gatehouse failed to process a response';
        },
        over: (ended) => this.#lost(ended),
      },
    );
  }

  #lost(ended: StatusObject | undefined): void {
    this.#lastId = this.#stream?.lastId ?? 0;
    this.#stream = undefined;
    if (ended?.code === status.UNIMPLEMENTED) {
      this.#wanted = false;
      this.#reporter.statusFault(this.#protocol.rpc.name, ended.code, ended.details, undefined);
    }
    if (!this.#wanted) return;
    this.#options.onLost();
    this.#reopening = setTimeout(
      () => {
        this.#reopening = undefined;
        this.#open();
      },
      growingPause(this.#losses, PAUSES),
    );
    this.#losses += 1;
  }
}
