/**
 * The frames of a stream socket (host.proto: StreamSocket): a byte of flags, four bytes with the length of the message, the
 * message. gRPC and Connect put their messages into the same envelope.
 */

const HEADER_BYTES = 5;

/** The message is StreamEnded. */
export const ENDED = 2;

export function frame(flags: number, message: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + message.length);
  bytes[0] = flags;
  bytes.writeUInt32BE(message.length, 1);
  message.copy(bytes, HEADER_BYTES);
  return bytes;
}

/** Finds the frames in the pieces in which they arrive. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #length = 0;
  /** Bytes of the next frame; of its header, until that is here. */
  #wanted = HEADER_BYTES;

  /** @param maxBytes of a message; may be raised between two messages */
  constructor(
    public maxBytes: number,
    private readonly take: (flags: number, message: Buffer) => void,
  ) {}

  /** Throws RangeError for a message of more than `maxBytes`. The messages are parts of the pieces, not copies. */
  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length < this.#wanted) return;
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    let at = 0;
    for (;;) {
      this.#wanted = this.#bytesOfFrame(bytes, at);
      if (bytes.length - at < this.#wanted) break;
      const message = bytes.subarray(at + HEADER_BYTES, at + this.#wanted);
      const flags = bytes[at] ?? 0;
      at += this.#wanted;
      this.take(flags, message);
    }
    const rest = bytes.subarray(at);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }

  #bytesOfFrame(bytes: Buffer, at: number): number {
    if (bytes.length - at < HEADER_BYTES) return HEADER_BYTES;
    const length = bytes.readUInt32BE(at + 1);
    if (length > this.maxBytes) throw new RangeError(`a message has ${length} bytes, more than ${this.maxBytes}`);
    return HEADER_BYTES + length;
  }
}
