import { status } from '@grpc/grpc-js';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { ClientStream, ClientStreamEvents, OpenClientStream } from './client-stream.js';
import { ENDED, frame, FrameReader } from './frames.js';
import { networkNamespace } from './network-namespace.js';
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

type Ended = Parameters<ClientStreamEvents['ended']>[0];

/** Another process has the name of the host, or relays to it. */
export class Impostor extends Error {}

const BROKEN: Ended = { code: status.UNAVAILABLE, details: 'the connection broke' };

/**
 * Connects to the socket and opens a stream of that rpc. Resolves when the host has accepted it, with what opens the one stream
 * of this connection. Rejects if it does not, or not in time: then the host has seen no request. Rejects with Impostor if the
 * peer does not know the key.
 */
export function connectStreamSocket(socket: StreamSocket, path: string, timeoutMs: number): Promise<OpenClientStream> {
  if (socket.network !== networkNamespace()) {
    return Promise.reject(new Error(`the host's stream socket ${socket.name} is in another network namespace`));
  }
  return new Promise((resolve, reject) => {
    const stream = new SocketStream(socket, path, {
      accepted() {
        clearTimeout(timer);
        resolve((_path, events) => stream.begin(events));
      },
      refused({ code, details }) {
        clearTimeout(timer);
        const problem = `the host's stream socket ${socket.name} is not usable: ${status[code]}: ${details}`;
        reject(code === status.UNAUTHENTICATED ? new Impostor(problem) : new Error(problem));
      },
    });
    const timer = setTimeout(() => stream.cancel(), timeoutMs);
  });
}

interface Opening {
  accepted(): void;
  refused(ended: Ended): void;
}

class SocketStream implements ClientStream {
  readonly #connection: Socket;
  readonly #reader: FrameReader;
  /** Until the host has accepted the stream. */
  #opening: Opening | undefined;
  #events: ClientStreamEvents | undefined;
  #ended: Ended | undefined;

  constructor(socket: StreamSocket, path: string, opening: Opening) {
    this.#opening = opening;
    this.#reader = new FrameReader(MAX_MESSAGE_BYTES, (flags, message) => this.#take(socket, flags, message));
    this.#connection = connect({ path: pathOf(socket), allowHalfOpen: true });
    this.#connection.on('data', (piece) => this.#received(piece));
    this.#connection.on('end', () => this.#connection.end());
    this.#connection.on('error', ({ message }) => (this.#ended ??= { ...BROKEN, details: message }));
    this.#connection.on('close', () => this.#closed());
    this.#send(streamOpening.encode({ path, proof: proofOf(socket, 'daemon') }));
  }

  begin(events: ClientStreamEvents): ClientStream {
    this.#events = events;
    // The host may have gone since it accepted the stream.
    if (this.#connection.closed) queueMicrotask(() => events.ended(this.#ended ?? BROKEN));
    return this;
  }

  write(message: Buffer): void {
    this.#send(message);
  }

  end(): void {
    this.#connection.end();
  }

  cancel(): void {
    this.#ended ??= { code: status.CANCELLED, details: 'cancelled' };
    this.#connection.destroy();
  }

  #send(message: Buffer): void {
    this.#connection.write(frame(0, message));
  }

  #received(piece: Buffer): void {
    try {
      this.#reader.push(piece);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#ended ??= { code: status.RESOURCE_EXHAUSTED, details: error.message };
      this.#connection.destroy();
    }
  }

  #take(socket: StreamSocket, flags: number, message: Buffer): void {
    if (this.#ended !== undefined) return;
    if (flags === ENDED) {
      const { code, message: details } = streamEnded.decode(message);
      this.#ended = { code, details };
    } else if (this.#opening !== undefined) {
      if (!isProofOf(socket, 'host', streamAccepted.decode(message).proof)) {
        this.#ended = { code: status.UNAUTHENTICATED, details: 'the peer is not the host' };
        this.#connection.destroy();
        return;
      }
      this.#opening.accepted();
      this.#opening = undefined;
    } else this.#events?.received(message);
  }

  #closed(): void {
    const ended = this.#ended ?? BROKEN;
    this.#opening?.refused(ended);
    this.#events?.ended(ended);
  }
}
