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
export const MAX_WORK = 500_000;

/** Characters that are copied or searched in the time of one step. */
export const CHARACTERS_PER_UNIT = 16;

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
