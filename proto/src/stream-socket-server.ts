import { status } from '@grpc/grpc-js';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { ENDED, frame, FrameReader } from './frames.js';
import { networkNamespace } from './network-namespace.js';
import type { StreamOpening__Output } from './generated/gatehouse/host/v1/StreamOpening.js';
import type { ServedRpc } from './rpc.js';
import type { StreamCall } from './stream-server.js';
import type { StreamSocket } from './stream-socket.js';
import {
  isProofOf,
  MAX_MESSAGE_BYTES,
  pathOf,
  proofOf,
  streamAccepted,
  streamEnded,
  streamOpening,
} from './stream-socket.js';

/**
 * How long a peer may take to say who it is, in how many bytes, and how many may do so at the same time. Any process of the
 * network namespace can connect, whatever user it belongs to.
 */
const OPENING_MS = 5000;
const MAX_OPENING_BYTES = 256;
const MAX_STRANGERS = 16;
/** How long a peer may take to close a connection whose stream has failed. */
const FAILED_MS = 1000;

/** As many characters as an address has after its NUL. */
const NAME_LENGTH = 107;

/** An rpc on the socket, and what receives each of its streams. */
export interface SocketRpc<Request, Response> {
  readonly method: ServedRpc<Request, Response>;
  readonly open: (call: StreamCall<Request, Response>) => void;
}

/** The streams of a host without gRPC (host.proto: StreamSocket). */
export class StreamSocketServer {
  readonly socket: StreamSocket = {
    name: `gatehouse-${randomBytes(49).toString('hex')}`.slice(0, NAME_LENGTH),
    key: randomBytes(32),
    network: networkNamespace(),
  };
  readonly #rpcs = new Map<string, SocketRpc<never, never>>();
  readonly #server: Server;
  /** Whose peers have proved that they know the key. */
  readonly #connections = new Set<Socket>();
  /** The others, oldest first. */
  readonly #strangers = new Set<Socket>();

  constructor() {
    this.#server = createServer({ allowHalfOpen: true }, (connection) => {
      this.#strangers.add(connection);
      const [oldest] = this.#strangers;
      if (this.#strangers.size > MAX_STRANGERS) oldest?.destroy();
      connection.on('close', () => {
        this.#strangers.delete(connection);
        this.#connections.delete(connection);
      });
      serve(connection, this.socket, this.#rpcs, () => {
        this.#strangers.delete(connection);
        this.#connections.add(connection);
      });
    });
    // One that comes while it listens concerns a single connection, which then does not arrive.
    this.#server.on('error', () => undefined);
  }

  add<Request, Response>(rpc: SocketRpc<Request, Response>): void {
    this.#rpcs.set(rpc.method.path, rpc as unknown as SocketRpc<never, never>);
  }

  /** Rejects where such sockets do not exist, since they are Linux's, or where this process may not use them. */
  async listen(): Promise<void> {
    if (this.socket.network === '') throw new Error('the network namespace of this process is not known');
    const listening = once(this.#server, 'listening');
    // Not shared with other workers of a cluster, each of which has a socket of its own.
    this.#server.listen({ path: pathOf(this.socket), exclusive: true });
    await listening;
  }

  /** Accepts no more streams. Resolves when those in progress have ended. */
  close(): Promise<void> {
    for (const connection of this.#strangers) connection.destroy();
    return new Promise((resolve) => void this.#server.close(() => resolve()));
  }

  /** Breaks all streams. */
  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }
}

/** The first frame opens a stream; all others belong to it. */
function serve(
  connection: Socket,
  socket: StreamSocket,
  rpcs: ReadonlyMap<string, SocketRpc<never, never>>,
  known: () => void,
): void {
  let call: SocketCall | undefined;
  const reader = new FrameReader(MAX_OPENING_BYTES, (_flags, message) => {
    if (connection.writableEnded || connection.destroyed) return;
    if (call === undefined) call = open(message);
    else call.received(message);
  });
  const open = (message: Buffer): SocketCall | undefined => {
    clearTimeout(timer);
    const opening = readOpening(message);
    if (opening === undefined || !isProofOf(socket, 'daemon', opening.proof)) {
      connection.destroy();
      return undefined;
    }
    known();
    reader.maxBytes = MAX_MESSAGE_BYTES;
    const rpc = rpcs.get(opening.path);
    if (rpc === undefined) {
      abandon(connection, status.UNIMPLEMENTED, `the stream socket has no rpc ${opening.path}`);
      return undefined;
    }
    connection.write(frame(0, streamAccepted.encode({ proof: proofOf(socket, 'host') })));
    const opened = new SocketCall(connection, rpc.method);
    rpc.open(opened as unknown as StreamCall<never, never>);
    return opened;
  };
  const timer = setTimeout(() => connection.destroy(), OPENING_MS);
  connection.on('data', (piece) => {
    try {
      reader.push(piece);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (call === undefined) connection.destroy();
      else call.fail(status.RESOURCE_EXHAUSTED, error.message);
    }
  });
  connection.on('end', () => {
    if (call === undefined) connection.end();
  });
  connection.on('error', () => undefined);
  connection.on('close', () => clearTimeout(timer));
}

function readOpening(message: Buffer): StreamOpening__Output | undefined {
  try {
    return streamOpening.decode(message);
  } catch {
    return undefined;
  }
}

function end(connection: Socket, code: number, message: string): void {
  if (connection.writableEnded) return;
  connection.end(frame(ENDED, streamEnded.encode({ code, message })));
}

/** Discards what still arrives, since a paused connection would not notice that its peer is gone. */
function abandon(connection: Socket, code: number, message: string): void {
  end(connection, code, message);
  connection.removeAllListeners('data');
  connection.resume();
  const timer = setTimeout(() => connection.destroy(), FAILED_MS);
  connection.on('close', () => clearTimeout(timer));
}

/**
 * One stream, with the members of grpc-js's that AnswerStream uses. A client that ends its half and one that is gone look the
 * same until the server writes: what has arrived runs in either case.
 */
export class SocketCall extends EventEmitter implements StreamCall<object, object> {
  cancelled = false;
  readonly #connection: Socket;
  readonly #method: ServedRpc<object, object>;
  #paused = false;
  /** Arrived with the message that filled the stream. */
  #held: Buffer[] = [];
  /** The peer sends nothing after what is held. */
  #isLast = false;

  constructor(connection: Socket, method: ServedRpc<never, never>) {
    super();
    this.#connection = connection;
    this.#method = method as unknown as ServedRpc<object, object>;
    connection.on('drain', () => this.emit('drain'));
    connection.on('end', () => {
      // A socket that is paused and has read everything ends all the same.
      if (this.#paused) this.#isLast = true;
      else this.emit('end');
    });
    connection.on('close', () => {
      if (connection.writableEnded) return;
      this.cancelled = true;
      this.emit('cancelled');
    });
  }

  get destroyed(): boolean {
    return this.#connection.writableEnded || this.#connection.destroyed;
  }

  received(message: Buffer): void {
    if (this.#paused) this.#held.push(message);
    else this.#pass(message);
  }

  #pass(message: Buffer): void {
    let request: object;
    try {
      request = this.#method.requestDeserialize(message);
    } catch (error) {
      this.fail(status.INTERNAL, `a message cannot be read: ${String(error)}`);
      return;
    }
    this.emit('data', request);
  }

  write(response: object): boolean {
    let message: Buffer;
    try {
      message = this.#method.responseSerialize(response);
    } catch (error) {
      this.fail(status.INTERNAL, `an answer cannot be written: ${String(error)}`);
      return false;
    }
    return this.#connection.write(frame(0, message));
  }

  end(): void {
    end(this.#connection, status.OK, '');
  }

  fail(code: status, message: string): void {
    abandon(this.#connection, code, message);
    this.#held = [];
    this.cancelled = true;
    this.emit('cancelled');
  }

  isPaused(): boolean {
    return this.#paused;
  }

  pause(): void {
    this.#paused = true;
    this.#connection.pause();
  }

  resume(): void {
    this.#paused = false;
    const held = this.#held;
    this.#held = [];
    // One of them may fill the stream again.
    for (const message of held) this.received(message);
    if (this.isPaused()) return;
    if (this.#isLast) this.emit('end');
    else this.#connection.resume();
  }
}
