/**
 * The errors of partials. A `TemplateSyntaxError` does not depend on data, so it occurs at compilation and stops startup. The
 * others depend on the view model and turn one request into the generic 500.
 */

/** The template is unusable, whatever the data: invalid syntax, an unknown name, or output where no escaping is correct. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';

  constructor(
    message: string,
    /** The position for the template's author: `stats:3`. */
    readonly location: string,
  ) {
    super(`${location}: ${message}`);
  }
}

/** The template cannot work with this data. The caller must not show the output so far. */
export class TemplateExecutionError extends Error {
  override readonly name: string = 'TemplateExecutionError';
}

/** The rendering exceeded a limit in this file: the size, nodes or depth of the output, or the work. */
export class PartialLimitExceeded extends TemplateExecutionError {
  override readonly name = 'PartialLimitExceeded';
}

/** Bytes (UTF-8) of rendered template output; also the input limit of the HTML filter. */
export const MAX_OUTPUT_BYTES = 64 * 1024;

/** Element and text nodes of a filtered partial together. */
export const MAX_NODES = 2000;

/** Nested elements in a filtered partial. */
export const MAX_DEPTH = 32;

/**
 * Units of work per rendering: no rendering may block the thread for more than a quarter of a second. A node, a function call,
 * an argument and a list item cost one each. A text costs one, and one more per CHARACTERS_PER_UNIT each time it is copied or
 * searched; if it is processed character by character (escapes, directives, invalid UTF-8), each costs one. A partial that
 * fills its 64 KiB from thousands of rows needs a few tens of thousands.
 */
const MAX_WORK = 500_000;

/** Characters that can be copied or searched in the time of one step. */
const CHARACTERS_PER_UNIT = 16;

/** Nested lists and maps, in a view model and in printed values. */
export const MAX_VALUE_DEPTH = 250;

/**
 * Nesting while a template is escaped or run: control structures, commands and parentheses, across all templates that call each
 * other. This limit must end a recursion before the JavaScript stack overflows.
 */
export const MAX_CALL_DEPTH = 500;

/** Nested control structures and parentheses, and commands of a pipeline, in the source of a template. */
export const MAX_SOURCE_NESTING = 250;

/** Nodes visited while determining the escaping of one source. Each level of nested loops doubles the visits. */
export const MAX_ESCAPING_WORK = 200_000;

/** Functions that process texts or lists charge their cost first, so that they never build a result beyond the limit. */
export interface Charges {
  /** Charges for a text or list of this length before it is copied or searched as a whole. */
  spend(length: number): void;
  /** Charges for this number of characters or items before they are processed individually. */
  each(count: number): void;
}

/** The output of one rendering, and its cost so far. Exceeding a limit ends the rendering; Work never truncates output. */
export class Work implements Charges {
  output = '';
  #left = MAX_WORK;

  /** The units used so far. */
  get used(): number {
    return MAX_WORK - this.#left;
  }

  /** Call this before each step. */
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

  /** Call this before an escaper processes a text, because an escaper can only make it longer. */
  fits(text: string): void {
    if (text.length > MAX_OUTPUT_BYTES) tooLong();
  }

  write(text: string): void {
    this.output += text;
    // A character has at least as many UTF-8 bytes as UTF-16 units, so this never fails too early. The exact check follows at
    // the end.
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
