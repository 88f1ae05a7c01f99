import type { Printer } from '../functions/printer.js';
import type { Work } from '../runtime/limits.js';
import { TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import type { Operand, Pipeline } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';

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

/** What one template's call has in common with its caller's. */
export type Caller = Pick<Frame, 'depth' | 'work' | 'printer' | 'translate'>;

/** A compiled template: closures, ready to be run any number of times. */
export interface TemplateBody {
  /** What a call of it adds to the depth: see MAX_CALL_DEPTH. */
  readonly height: number;
  run(caller: Caller, dot: Value): void;
}

/** The variables in sight while a template is compiled. They become slots of the frame: nothing is looked up by name later. */
export class Scope {
  readonly #names: string[] = ['$'];
  readonly #slots: number[] = [0];
  #used = 1;

  /** How many slots a frame of the template needs. */
  get slotCount(): number {
    return this.#used;
  }

  declare(name: string): number {
    const slot = this.#used;
    this.#used += 1;
    this.#names.push(name);
    this.#slots.push(slot);
    return slot;
  }

  /** The slot of the innermost variable of this name; undefined when it has no value yet, as in `{{$x = 1}}`. */
  find(name: string): number | undefined {
    return this.#slots[this.#names.lastIndexOf(name)];
  }

  /** Compiles something whose variables are gone after it. */
  inner<T>(compile: () => T): T {
    const inSight = this.#names.length;
    const result = compile();
    this.#names.length = inSight;
    this.#slots.length = inSight;
    return result;
  }
}

/** Where a compiler is, and the compilers of what can be inside of anything. */
export interface Compilation {
  readonly source: Source;
  readonly scope: Scope;
  readonly operand: (operand: Operand) => Expression;
  readonly pipeline: (pipeline: Pipeline) => Expression;
}

/** An expression that fails whenever it is evaluated: some mistakes are Go's to find only then. */
export function failing({ source }: Compilation, { at }: Operand, message: string): Expression {
  const location = source.location(at);
  return () => {
    throw new TemplateExecutionError(`${location}: ${message}`);
  };
}
