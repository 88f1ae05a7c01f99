/**
 * What can be wrong with a partial. A `TemplateSyntaxError` does not depend on any data, so it is found when the template
 * is compiled and stops startup; the others depend on the view model and turn one request into the generic 500 body.
 */

/** The template cannot be used, whatever the data: syntax, an unknown name, or output where no escaping is right. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';

  constructor(
    message: string,
    /** Where the template's author has to look: `stats:3`. */
    readonly location: string,
  ) {
    super(`${location}: ${message}`);
  }
}

/** The template met data that it cannot work with. What was written so far must not be shown. */
export class TemplateExecutionError extends Error {
  override readonly name: string = 'TemplateExecutionError';
}

/** A cap of `limits.ts` was reached: the output, its nodes, its depth, or the work that rendering took. */
export class PartialLimitExceeded extends TemplateExecutionError {
  override readonly name = 'PartialLimitExceeded';
}

/** Bytes (UTF-8) of rendered template output; also the most that the HTML filter accepts. */
export const MAX_OUTPUT_BYTES = 64 * 1024;

/** Element and text nodes of a filtered partial together. */
export const MAX_NODES = 2000;

/** Elements inside each other in a filtered partial. */
export const MAX_DEPTH = 32;

/**
 * Units of work that one rendering may take: none may hold the one thread longer than a quarter of a second. A node, a
 * function call, an argument, a list item costs one. A text costs one, and one more per CHARACTERS_PER_UNIT each time it is
 * copied or searched; where each character is worked on by itself (an escape, a directive, a byte that is no UTF-8), each
 * costs one. A partial that fills its 64 KiB from thousands of rows needs a few ten thousand.
 */
const MAX_WORK = 500_000;

/** Characters that are copied or searched in the time of one step. */
const CHARACTERS_PER_UNIT = 16;

/** Lists and maps inside each other, in a view model and in what is printed. */
export const MAX_VALUE_DEPTH = 250;

/**
 * Things inside each other while a template is escaped or run: control structures, commands and parentheses, through all
 * the templates that call each other. The JavaScript stack must never be what ends a recursion.
 */
export const MAX_CALL_DEPTH = 500;

/** Control structures and parentheses inside each other, and commands of a pipeline, in the source of a template. */
export const MAX_SOURCE_NESTING = 250;

/** Nodes looked at while finding out the escaping of one source: loops inside loops are looked at twice each. */
export const MAX_ESCAPING_WORK = 200_000;

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
  #left = MAX_WORK;

  /** Units that are used up. */
  get used(): number {
    return MAX_WORK - this.#left;
  }

  /** To be called for each step, before it is taken. */
  step(): void {
    this.#left -= 1;
    if (this.#left < 0) this.#exhausted();
  }

  spend(length: number): void {
    this.#left -= 1 + Math.floor(length / CHARACTERS_PER_UNIT);
    if (this.#left < 0) this.#exhausted();
  }

  each(count: number): void {
    this.#left -= count;
    if (this.#left < 0) this.#exhausted();
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

  #exhausted(): never {
    throw new PartialLimitExceeded(`rendering takes more than ${MAX_WORK} units of work`);
  }
}

function tooLong(): never {
  throw new PartialLimitExceeded(`the output is longer than ${MAX_OUTPUT_BYTES} bytes`);
}
