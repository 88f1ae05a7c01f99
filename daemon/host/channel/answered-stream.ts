import type { OpenClientStream } from '@gatehouse/proto/client-stream';
import { grpcStreams } from '@gatehouse/proto/client-stream';
import { outgoingMetadata } from '@gatehouse/proto/metadata';
import type { StreamClientProtocol, StreamStatus, Waiting } from '@gatehouse/proto/stream-client';
import { StreamClient } from '@gatehouse/proto/stream-client';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import { connectStreamSocket } from '@gatehouse/proto/stream-socket-client';
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
 *
 * It goes over the stream socket that the host's last description offers, if that accepts it, and over gRPC otherwise.
 */

const PAUSES: Pauses = { firstMs: 100, longestMs: 2000 };
/** A socket on this machine answers in less than a millisecond, unless the machine is busy. */
const SOCKET_MS = 5000;

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
  #socket: StreamSocket | undefined;
  /** Waits for the socket to accept a stream. */
  #isConnecting = false;
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
      else this.#disconnected();
    });
  }

  /**
   * Whether the host offers the stream, and where else than over gRPC. Called after each Describe. A transport without streams
   * ignores it.
   */
  want(wanted: boolean, socket?: StreamSocket): void {
    this.#wanted = wanted;
    this.#socket = socket;
    if (wanted) this.#open();
    else this.#stream?.end();
  }

  /**
   * The host that comes back may be another one, as behind a load balancer: it describes itself before a stream opens. A socket
   * would still lead to the one before, which only answers what it has.
   */
  #disconnected(): void {
    this.#wanted = false;
    this.#socket = undefined;
    this.#stream?.end();
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
    if (!this.#wanted || this.#stream !== undefined || this.#reopening !== undefined || this.#isConnecting) return;
    const { streams } = this.#connection;
    if (streams === undefined || !this.#connection.isReady()) return;
    const socket = this.#socket;
    if (socket === undefined) {
      this.#begin(grpcStreams(streams, outgoingMetadata(undefined, this.#options.authorization)));
      return;
    }
    this.#isConnecting = true;
    connectStreamSocket(socket, this.#protocol.rpc.path, SOCKET_MS)
      .then(
        (open) => this.#begin(open),
        (error: unknown) => this.#reporter.socketUnusable(error),
      )
      .finally(() => {
        this.#isConnecting = false;
        if (this.#socket === socket) this.#socket = undefined;
        if (this.#wanted) this.#open();
        else this.#stream?.end();
      });
  }

  #begin(open: OpenClientStream): void {
    const { name } = this.#protocol.rpc;
    const { timeoutMs, maxOverdue } = this.#options;
    this.#stream = new StreamClient(
      open,
      this.#protocol,
      { timeoutMs, maxOverdue, lastId: this.#lastId },
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

  #lost(ended: StreamStatus | undefined): void {
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
