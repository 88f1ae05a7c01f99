import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** One answer as it was on the wire. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A client that sends exactly the given bytes, and reads answers one by one. */
export class RawConnection {
  #chunks: Buffer[] = [];
  #size = 0;
  #ended = false;
  #wake: () => void = () => undefined;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#wake();
    });
    // A reset is one way to close; the tests look at the bytes before it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  static async open(port: number, host = '127.0.0.1'): Promise<RawConnection> {
    const socket = connect(port, host);
    socket.setNoDelay(true);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  /** Sends text byte for byte: one byte for each character (Latin-1). */
  send(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /**
   * Resolves once the server has read the sent bytes, and has written what it can of a ready answer. The server runs in
   * this process: the system passes it the bytes in the turn of the event loop after the write.
   */
  async allRead(): Promise<void> {
    if (this.socket.writableNeedDrain) await once(this.socket, 'drain');
    for (let turns = 0; turns < 10; turns++) await turn();
  }

  /** True if bytes arrived that were not yet read as an answer. */
  get hasReceived(): boolean {
    return this.#size > 0;
  }

  /**
   * The next final answer. `toHead`: it has no body, whatever its Content-Length. Rejects if the connection closes
   * first.
   */
  async response(toHead = false): Promise<RawResponse> {
    for (;;) {
      const response = await this.#next(toHead);
      if (response.status !== 100) return response;
    }
  }

  /** Status of the next answer, which may be an interim one (RFC 9110 §15.2). */
  async status(): Promise<number> {
    return (await this.#next(false)).status;
  }

  async #next(toHead: boolean): Promise<RawResponse> {
    for (;;) {
      const received = Buffer.concat(this.#chunks);
      const end = endOfResponse(received, toHead, this.#ended);
      if (end !== undefined && end <= received.length) {
        this.#chunks = [received.subarray(end)];
        this.#size = received.length - end;
        return parseResponse(received.subarray(0, end));
      }
      if (this.#ended) throw new Error(`closed before an answer; received ${JSON.stringify(received.toString())}`);
      await this.#more(end ?? received.length + 1);
    }
  }

  /** All answers until the server closes. */
  async responsesUntilClosed(toHead = false): Promise<RawResponse[]> {
    await this.closed();
    const responses: RawResponse[] = [];
    while (this.#size > 0) responses.push(await this.response(toHead));
    return responses;
  }

  /** All bytes until the server closed, one character for each byte. */
  async textUntilClosed(): Promise<string> {
    await this.closed();
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  async closed(): Promise<void> {
    while (!this.#ended) await this.#change();
  }

  /** Stops reading, so that the server's answer piles up on its side. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /**
   * Waits until this many bytes have arrived, or no more come. The reader of a large answer need not check each piece.
   */
  async #more(bytes: number): Promise<void> {
    while (!this.#ended && this.#size < bytes) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

const HEAD_END = '\r\n\r\n';

/** The length of the first answer in bytes; undefined until it is known. */
function endOfResponse(bytes: Buffer, toHead: boolean, ended: boolean): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const { status, headers } = parseResponse(bytes.subarray(0, headEnd + HEAD_END.length));
  const bodyStart = headEnd + HEAD_END.length;
  if (toHead || status === 100 || status === 204 || status === 304) return bodyStart;
  const length = headers.get('content-length');
  // uWebSockets.js ends its own error messages by closing.
  if (length === undefined) return ended ? bytes.length : undefined;
  return bodyStart + Number(length);
}

function parseResponse(bytes: Buffer): RawResponse {
  const headEnd = bytes.indexOf(HEAD_END);
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`not an answer: ${statusLine}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const earlier = headers.get(name);
    const value = line.slice(colon + 1).trim();
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status, headers, body: bytes.subarray(headEnd + HEAD_END.length) };
}
