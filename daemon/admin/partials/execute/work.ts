import { PartialLimitExceeded } from '../errors.js';
import { MAX_OUTPUT_BYTES, MAX_WORK } from '../limits.js';

const CHARACTERS_PER_UNIT = 64;

/** The output of one rendering, and what it has cost so far. Reaching a cap ends the rendering: nothing is cut off. */
export class Work {
  output = '';
  private left = MAX_WORK;

  /** To be called for each step, before it is taken. */
  step(): void {
    this.left -= 1;
    if (this.left < 0) this.exhausted();
  }

  /** To be called for a text or list of this length that is about to be made or looked through. */
  spend(length: number): void {
    this.left -= Math.ceil(length / CHARACTERS_PER_UNIT);
    if (this.left < 0) this.exhausted();
  }

  write(text: string): void {
    this.output += text;
    // No character takes fewer bytes than UTF-16 units, so this is never too early; the exact check follows at the end.
    if (this.output.length > MAX_OUTPUT_BYTES) tooLong();
  }

  finished(): string {
    if (Buffer.byteLength(this.output) > MAX_OUTPUT_BYTES) tooLong();
    return this.output;
  }

  private exhausted(): never {
    throw new PartialLimitExceeded(`rendering takes more than ${MAX_WORK} units of work`);
  }
}

function tooLong(): never {
  throw new PartialLimitExceeded(`the output is longer than ${MAX_OUTPUT_BYTES} bytes`);
}
