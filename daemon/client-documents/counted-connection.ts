import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * A TCP connection below TLS whose incoming bytes are counted. TLS has messages of its own, of which a server may send any
 * number (session tickets, key updates): above TLS they are invisible, and processing them takes the event loop.
 */
export class CountedConnection extends Duplex {
  #bytes = 0;
  #pieces = 0;

  /** @param exceeded called as soon as more bytes or more pieces have arrived; nothing is passed on from there */
  constructor(
    private readonly socket: Socket,
    limits: { readonly bytes: number; readonly pieces: number },
    exceeded: () => void,
  ) {
    super();
    socket.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      this.#pieces += 1;
      if (this.#bytes > limits.bytes || this.#pieces > limits.pieces) {
        socket.destroy();
        exceeded();
      } else if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    this.socket.write(chunk, written);
  }

  override _final(ended: () => void): void {
    this.socket.end(ended);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    this.socket.destroy();
    destroyed(error);
  }
}
