import { write, writeSync } from 'node:fs';
import { messageOf } from '../core/faults.js';

/** Room for lines that wait for a slow reader. Beyond it, lines are lost instead of filling the memory. One that is alone may be longer. */
const ROOM_BYTES = 1024 * 1024;
/**
 * Bytes of one write, unless a single line is longer. A pipe takes as many completely or not at all (PIPE_BUF of Linux), so the lines
 * of workers, which share one, do not get into each other.
 */
const BATCH_BYTES = 4096;
/** Pause after a write that the reader was too slow for. */
const PAUSE_MS = 100;
const EXIT_PAUSES = 10;
const LINE_BREAK = 0x0a;

/**
 * Writes the log to a descriptor without ever failing: a full disk, a closed terminal or a reader that is gone must not end, or
 * block, a daemon that serves. Lines that cannot be written are lost, and a line with their number follows as soon as one can be
 * written. (The default output of pino throws for a full disk, and then waits for room forever when the process exits.)
 */
export class LogOutput {
  /** Each entry is a whole line. */
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #underWay = false;
  /** The rest of a batch, while it pauses. */
  #paused: Buffer = Buffer.alloc(0);
  /** Lines that were lost and not yet reported. */
  #lost = 0;
  #reason = '';
  /** Whether the last byte written was in the middle of a line. */
  #isCut = false;
  /** The pipe has no reader, and will have none. */
  #isBroken = false;

  constructor(private readonly descriptor: number) {}

  readonly write = (line: string): void => {
    if (this.#isBroken) return;
    const bytes = Buffer.from(line);
    // A line that is longer than the room, such as all errors of many plugins before the process ends, is written if it is alone.
    if (this.#waitingBytes > 0 && this.#waitingBytes + bytes.length > ROOM_BYTES) {
      this.#lose(1, 'the reader of the log is too slow');
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#next();
  };

  /** Writes what waits, as far as that is possible within a second: for the exit of the process. */
  flush(): void {
    if (this.#isBroken) return;
    let report = this.#underWay || this.#lost === 0 ? '' : this.#lossLine();
    let bytes: Buffer = this.#paused;
    for (let pauses = 0; pauses < EXIT_PAUSES;) {
      if (bytes.length === 0) [bytes, report] = [this.#take(BATCH_BYTES, report), ''];
      if (bytes.length === 0) return;
      try {
        bytes = bytes.subarray(writeSync(this.descriptor, bytes));
      } catch (error) {
        // Any other error cannot be reported.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
        pauses += 1;
      }
    }
  }

  #next(): void {
    if (this.#underWay || this.#waiting.length === 0) return;
    this.#underWay = true;
    const reported = this.#lost;
    const report = reported === 0 ? '' : this.#lossLine();
    const bytes = this.#take(BATCH_BYTES, report);
    this.#send(bytes, (error, rest) => {
      this.#underWay = false;
      const ofReport = Math.max(0, Buffer.byteLength(report) - (bytes.length - rest.length));
      if (ofReport === 0) this.#lost -= reported;
      if (error !== undefined) this.#failed(error, rest.subarray(ofReport));
      this.#next();
    });
  }

  /** The first line, if it is not empty, and lines that wait, at most that many bytes together; but one line of any length. */
  #take(bytes: number, first: string): Buffer {
    const lines: Buffer[] = first === '' ? [] : [Buffer.from(first)];
    let taken = Buffer.byteLength(first);
    for (let line = this.#waiting[0]; line !== undefined; line = this.#waiting[0]) {
      if (lines.length > 0 && taken + line.length > bytes) break;
      this.#waiting.shift();
      this.#waitingBytes -= line.length;
      taken += line.length;
      lines.push(line);
    }
    return Buffer.concat(lines);
  }

  #send(bytes: Buffer, done: (error: NodeJS.ErrnoException | undefined, rest: Buffer) => void): void {
    write(this.descriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#paused = bytes;
        const retry = setTimeout(() => {
          this.#paused = Buffer.alloc(0);
          this.#send(bytes, done);
        }, PAUSE_MS);
        retry.unref();
        return;
      }
      if (error !== null) {
        done(error, bytes);
        return;
      }
      const rest = bytes.subarray(written);
      if (written > 0) this.#isCut = bytes[written - 1] !== LINE_BREAK;
      if (rest.length === 0) done(undefined, rest);
      else this.#send(rest, done);
    });
  }

  #failed(error: NodeJS.ErrnoException, unwritten: Buffer): void {
    const waiting = this.#waiting.splice(0);
    this.#waitingBytes = 0;
    if (error.code === 'EPIPE') {
      this.#isBroken = true;
      return;
    }
    // Not tried again before there is a new line: the next attempt would find the same full disk.
    this.#lose(unwritten.filter((byte) => byte === LINE_BREAK).length + waiting.length, messageOf(error));
  }

  #lose(lines: number, reason: string): void {
    this.#lost += lines;
    this.#reason = reason;
  }

  #lossLine(): string {
    const fields = { level: 'error', time: new Date().toISOString(), lost: this.#lost, reason: this.#reason };
    return `${this.#isCut ? '\n' : ''}${JSON.stringify({ ...fields, msg: 'lines of the log could not be written' })}\n`;
  }
}
