import type { BodyRoom, UnfinishedBody } from './body-room.js';
import type { BodyRefusal } from './server.js';

/**
 * The number of pieces that a body may come in, plus one more for every so many bytes of it. A piece costs as much as a
 * hundred bytes: chunks of one byte would make a body of 32 KiB as expensive as one of several megabytes. TCP segments have
 * at least 536 bytes.
 */
export const FREE_PIECES = 256;
export const BYTES_PER_FURTHER_PIECE = 512;

/**
 * Bytes of an unwanted body that are still read and discarded, so that the client can read the refusal: closing a connection
 * with unread bytes resets it and loses the answer. Enough for a form with pictures pasted into its text.
 */
export const DISCARD_BYTES = 16 * 1024 * 1024;

export type BodyOutcome =
  | AnswerableBody
  /** Too many pieces for so few bytes: the connection is closed without an answer. */
  | { readonly refused: 'too_many_pieces' };

export type AnswerableBody =
  | { readonly refused: undefined; readonly body: Buffer }
  /** `exhausted`: the body was read to its end, so the connection may stay open. */
  | { readonly refused: BodyRefusal; readonly exhausted: boolean };

/**
 * Collects one body, from either engine, within a limit of bytes and of time, and within the room that all bodies share. Memory
 * stays within twice the limit, however small the pieces are. Reports the outcome exactly once, unless cancelled first.
 */
export class BodyReader implements UnfinishedBody {
  #buffer: Buffer = EMPTY;
  #length = 0;
  #discarded = 0;
  #received = 0;
  #pieces = 0;
  #overLimit = false;
  #timer: NodeJS.Timeout | undefined;
  #settled = false;

  constructor(
    readonly maxBytes: number,
    timeoutMs: number,
    readonly done: (outcome: BodyOutcome) => void,
    readonly room: BodyRoom,
    /** The value of Content-Length; 0 if unknown. */
    readonly declaredLength = 0,
    /** Bytes that count as wanted although they are not kept: they determine how far an unwanted body is read. */
    readonly wantedBytes = maxBytes,
  ) {
    this.#timer = setTimeout(() => {
      this.giveUp();
    }, timeoutMs);
  }

  get held(): number {
    return this.#buffer.length;
  }

  /** The body has not arrived in its time, or others need the room. */
  giveUp(): void {
    this.#settle({ refused: this.#overLimit ? 'too_large' : 'too_slow', exhausted: false });
  }

  /** True if the declared length exceeds what we would accept or discard, so that reading the body is pointless. */
  static isHopeless(declaredLength: number, maxBytes: number): boolean {
    return declaredLength > maxBytes + DISCARD_BYTES;
  }

  /** Copies what it keeps: the caller may reuse its memory on return. */
  push(chunk: Uint8Array, last: boolean): void {
    if (this.#settled) return;
    this.#received += chunk.length;
    this.#pieces += 1;
    if (this.#pieces > FREE_PIECES + this.#received / BYTES_PER_FURTHER_PIECE) {
      this.#settle({ refused: 'too_many_pieces' });
      return;
    }
    if (!this.#overLimit && this.#length + chunk.length > this.maxBytes) {
      this.#overLimit = true;
      this.#discarded = this.#length;
      this.#free();
    }
    if (this.#overLimit) {
      this.#discarded += chunk.length;
      if (last) this.#settle({ refused: 'too_large', exhausted: true });
      else if (this.#discarded > this.wantedBytes + DISCARD_BYTES)
        this.#settle({ refused: 'too_large', exhausted: false });
      return;
    }
    // As almost every body arrives: it is never unfinished, so it needs no room.
    if (last && this.#length === 0) {
      this.#settle({ refused: undefined, body: Buffer.from(chunk) });
      return;
    }
    this.#append(chunk, last);
    if (last) this.#settle({ refused: undefined, body: this.#buffer.subarray(0, this.#length) });
  }

  cancel(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#free();
  }

  #free(): void {
    this.room.leave(this);
    this.#buffer = EMPTY;
  }

  #append(chunk: Uint8Array, last: boolean): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      // Trust the declared length once a quarter has arrived. Before that, a declaration alone must not allocate memory.
      const declared = 4 * needed >= this.declaredLength ? this.declaredLength : 0;
      const size = last ? needed : Math.min(this.maxBytes, Math.max(needed, declared, 2 * this.#buffer.length, 1024));
      this.room.grow(this, size - this.#buffer.length);
      const grown = Buffer.allocUnsafeSlow(size);
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  #settle(outcome: BodyOutcome): void {
    this.cancel();
    this.done(outcome);
  }
}

const EMPTY = Buffer.alloc(0);
