import type { Printer } from '../format/printer.js';
import type { Value } from '../values/value.js';
import type { Work } from './work.js';

/** One call of a template: its dot, its variables, and what it shares with all others of the same rendering. */
export interface Frame {
  dot: Value;
  /** Whether the dot is an element of what a loop ranges over, rather than a value of its own: see `isHeld`. */
  dotIsHeld: boolean;
  /** By slot; slot 0 is `$`. */
  readonly variables: Value[];
  readonly held: boolean[];
  /** Of this call and all around it, up to MAX_CALL_DEPTH. */
  readonly depth: number;
  readonly work: Work;
  readonly printer: Printer;
  readonly translate: (key: string) => string;
}

/** How a statement ended. */
export const NORMAL = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export type Completion = typeof NORMAL | typeof BREAK | typeof CONTINUE;

export type Statement = (frame: Frame) => Completion;
export type Expression = (frame: Frame) => Value;
