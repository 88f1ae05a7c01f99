/** Largest number of bytes whose seven bits each fit a safe integer. */
const SAFE_VARINT_BYTES = 7;
const LONGEST_VARINT = 10;

/**
 * Reads one message. Every method throws RangeError at the end of the part that is being read.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class WireReader {
  at = 0;
  /** The end of the message that is being read: of the outermost one, or of one inside it. */
  end: number;
  readonly #buffer: Buffer;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
    this.end = buffer.length;
  }

  /** Enters a message or a packed list. Returns what `close` needs. */
  open(): number {
    const outer = this.end;
    this.end = this.#part();
    return outer;
  }

  close(outer: number): void {
    this.end = outer;
  }

  /** The lower 32 bits of a varint. */
  uint32(): number {
    const buffer = this.#buffer;
    let value = 0;
    for (let shift = 0; shift < 7 * LONGEST_VARINT; shift += 7) {
      if (this.at >= this.end) throw outOfRange();
      const byte = buffer[this.at++] ?? 0;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new RangeError('a varint has more than 10 bytes');
  }

  int32(): number {
    return this.uint32() | 0;
  }

  /** As digits, since a number would round it. */
  int64(): string {
    return this.#safeInteger() ?? BigInt.asIntN(64, this.#varint()).toString();
  }

  uint64(): string {
    return this.#safeInteger() ?? BigInt.asUintN(64, this.#varint()).toString();
  }

  bool(): boolean {
    const start = this.at;
    return this.uint32() !== 0 || (this.at - start > 4 && this.#isAnySet(start));
  }

  double(): number {
    const start = this.at;
    this.#skipBytes(8);
    return this.#buffer.readDoubleLE(start);
  }

  string(): string {
    const end = this.#part();
    const text = this.#buffer.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }

  /** A part of the received buffer, not a copy. */
  bytes(): Buffer {
    const end = this.#part();
    const bytes = this.#buffer.subarray(this.at, end);
    this.at = end;
    return bytes;
  }

  /** A field that this version of the contract does not have, or of another type. */
  skip(tag: number, depth: number): void {
    switch (tag & 7) {
      case 0:
        this.uint32();
        return;
      case 1:
        this.#skipBytes(8);
        return;
      case 2:
        this.at = this.#part();
        return;
      case 3:
        expectDepth(depth);
        for (let inner = this.uint32(); (inner & 7) !== 4; inner = this.uint32()) this.skip(inner, depth + 1);
        return;
      case 5:
        this.#skipBytes(4);
        return;
      default:
        throw new RangeError(`there is no wire type ${tag & 7}`);
    }
  }

  /** The end of the part whose length comes next. */
  #part(): number {
    const length = this.uint32();
    if (length > this.end - this.at) throw outOfRange();
    return this.at + length;
  }

  #skipBytes(count: number): void {
    if (count > this.end - this.at) throw outOfRange();
    this.at += count;
  }

  /** Undefined, and nothing is read, if it may not be exact as a number. */
  #safeInteger(): string | undefined {
    const start = this.at;
    const last = Math.min(this.end, start + SAFE_VARINT_BYTES);
    let value = 0;
    for (let place = 1; this.at < last; place *= 0x80) {
      const byte = this.#buffer[this.at++] ?? 0;
      value += (byte & 0x7f) * place;
      if (byte < 0x80) return String(value);
    }
    this.at = start;
    return undefined;
  }

  #varint(): bigint {
    const start = this.at;
    this.uint32();
    let value = 0n;
    for (let index = this.at - 1; index >= start; index -= 1) {
      value = (value << 7n) | BigInt((this.#buffer[index] ?? 0) & 0x7f);
    }
    return value;
  }

  /** Whether a varint that ends here has a bit above the lowest 32. */
  #isAnySet(start: number): boolean {
    return this.#buffer.subarray(start, this.at).some((byte) => (byte & 0x7f) !== 0);
  }
}

/** Deeper messages are an attack on the stack. */
const MAX_DEPTH = 100;

export function expectDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError(`the message is nested deeper than ${MAX_DEPTH} levels`);
}

function outOfRange(): RangeError {
  return new RangeError('index out of range');
}
