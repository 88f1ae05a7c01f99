import type { Socket } from 'node:net';

const LENGTH_BYTES = 4;

/**
 * Messages between two processes: JSON behind its length, one list for everything that is ready in the same turn of the event
 * loop.
 */
export class Pipe<Sent, Received> {
  #waiting: Sent[] = [];
  #received: Buffer = Buffer.alloc(0);

  constructor(
    private readonly socket: Socket,
    private readonly hear: (message: Received) => void,
  ) {
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  send(message: Sent): void {
    if (this.#waiting.push(message) === 1) setImmediate(() => this.#write());
  }

  #write(): void {
    const text = JSON.stringify(this.#waiting);
    this.#waiting = [];
    const length = Buffer.byteLength(text);
    const frame = Buffer.allocUnsafe(LENGTH_BYTES + length);
    frame.writeUInt32BE(length);
    frame.write(text, LENGTH_BYTES);
    this.socket.write(frame);
  }

  #read(chunk: Buffer): void {
    let rest = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    while (rest.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + rest.readUInt32BE();
      if (rest.length < end) break;
      for (const message of JSON.parse(rest.toString('utf8', LENGTH_BYTES, end)) as Received[]) this.hear(message);
      rest = rest.subarray(end);
    }
    this.#received = rest;
  }
}

/** A message of the process that serves HTTP, and the answer of the one that has the database. */
export interface Numbered<Body> {
  readonly id: number;
  readonly body: Body;
}
