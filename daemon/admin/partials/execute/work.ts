import { PartialLimitExceeded } from '../errors.js';
import { CHARACTERS_PER_UNIT, MAX_OUTPUT_BYTES, MAX_WORK } from '../limits.js';

/** Whoever works on texts or lists says so first, so that nothing is made that the cap does not allow. */
export interface Charges {
  /** For a text or list of this length that is about to be copied or searched as a whole. */
  spend(length: number): void;
  /** For so many characters or items that are about to be worked on one by one. */
  each(count: number): void;
}

/** The output of one rendering, and what it has cost so far. Reaching a cap ends the rendering: nothing is cut off. */
export class Work implements Charges {
  output = '';
  private left = MAX_WORK;

  /** Units that are used up. */
  get used(): number {
    return MAX_WORK - this.left;
  }

  /** To be called for each step, before it is taken. */
  step(): void {
    this.left -= 1;
    if (this.left < 0) this.exhausted();
  }

  spend(length: number): void {
    this.left -= 1 + Math.floor(length / CHARACTERS_PER_UNIT);
    if (this.left < 0) this.exhausted();
  }

  each(count: number): void {
    this.left -= count;
    if (this.left < 0) this.exhausted();
  }

  /** To be called with a text that an escaper can only make longer, before it does. */
  fits(text: string): void {
    if (text.length > MAX_OUTPUT_BYTES) tooLong();
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
