/** One change to the code. */
export interface Mutant {
  readonly id: string;
  /** Path from the root, e.g. `dist/daemon/http/headers.js`. */
  readonly file: string;
  readonly line: number;
  /** The kind of change, e.g. `EqualityOperator`. */
  readonly mutator: string;
  /** The code before and after, on one line. */
  readonly original: string;
  readonly replacement: string;
  /** For Lua, which has no switch: the whole file with the change applied. */
  readonly content?: string;
}
