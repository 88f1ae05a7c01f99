/** Size of the buffer, also again after a longer message, so that one long answer does not hold memory. */
const USUAL_BYTES = 64 * 1024;
/** A text of up to so many UTF-16 units has at most 127 bytes, so that its length takes one byte. */
const SHORT_TEXT = 42;

/**
 * Writes one message at a time into a buffer that all messages share. A message inside another one is written in place,
 * after room for the usual length of one byte, so that nothing is measured before it is written.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export class WireWriter {
  #buffer = Buffer.allocUnsafeSlow(USUAL_BYTES);
  #at = 0;

  /** Forgets what a message that could not be written has left. */
  start(): void {
    this.#at = 0;
  }

  /** A copy of what was written since `start`. */
  finish(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#at);
    this.#buffer.copy(bytes, 0, 0, this.#at);
    if (this.#buffer.length > USUAL_BYTES) this.#buffer = Buffer.allocUnsafeSlow(USUAL_BYTES);
    return bytes;
  }

  /** Returns what `close` needs for the length of the part that begins here: a message, or a packed list. */
  open(tag: number): number {
    this.uint32(tag);
    this.#reserve(1);
    this.#at += 1;
    return this.#at;
  }

  close(start: number): void {
    const length = this.#at - start;
    if (length > 0x7f) {
      const more = varintBytes(length) - 1;
      this.#reserve(more);
      this.#buffer.copyWithin(start + more, start, this.#at);
    }
    this.#at = start - 1;
    this.uint32(length);
    this.#at += length;
  }

  uint32(value: number): void {
    this.#reserve(5);
    const buffer = this.#buffer;
    let rest = value;
    while (rest > 0x7f) {
      buffer[this.#at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[this.#at++] = rest;
  }

  /** A negative one has ten bytes, like an int64. */
  int32(value: number): void {
    if (value >= 0) this.uint32(value);
    else this.#bigint(BigInt(value));
  }

  /** @param value as a number, or as a text of digits */
  int64(value: unknown): void {
    const number = Math.trunc(Number(value));
    if (number >= 0 && number <= Number.MAX_SAFE_INTEGER) this.#safeInteger(number);
    else if (typeof value === 'number') this.#bigint(BigInt(number));
    else if (/^-?\d+$/.test(String(value))) this.#bigint(BigInt(String(value)));
    else throw new TypeError('an integer of 64 bits is expected');
  }

  bool(value: boolean): void {
    this.uint32(value ? 1 : 0);
  }

  double(value: number): void {
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
  }

  string(text: string): void {
    const units = text.length;
    if (units <= SHORT_TEXT) {
      this.#reserve(1 + 3 * units);
      const written = this.#buffer.write(text, this.#at + 1);
      this.#buffer[this.#at] = written;
      this.#at += 1 + written;
    } else {
      const length = Buffer.byteLength(text);
      this.uint32(length);
      this.#reserve(length);
      this.#at += this.#buffer.write(text, this.#at);
    }
  }

  bytes(value: Uint8Array): void {
    this.uint32(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  #safeInteger(value: number): void {
    this.#reserve(8);
    const buffer = this.#buffer;
    let rest = value;
    while (rest > 0x7f) {
      buffer[this.#at++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    buffer[this.#at++] = rest;
  }

  #bigint(value: bigint): void {
    this.#reserve(10);
    let rest = BigInt.asUintN(64, value);
    while (rest > 0x7fn) {
      this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#buffer[this.#at++] = Number(rest);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const longer = Buffer.allocUnsafeSlow(2 * (this.#at + bytes));
    this.#buffer.copy(longer, 0, 0, this.#at);
    this.#buffer = longer;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest >>>= 7) bytes += 1;
  return bytes;
}
