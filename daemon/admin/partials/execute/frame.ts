import type { Language } from '../functions/builtins.js';
import type { Printer } from '../functions/printer.js';
import type { Work } from '../runtime/limits.js';
import { TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import type { Operand, Pipeline } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';

/** One call of a template: its dot, its variables, and the state that all calls of one rendering share. */
export interface Frame {
  dot: Value;
  /** True if the dot is an element of a loop's range rather than a value of its own: see `isHeld`. */
  dotIsHeld: boolean;
  /** By slot; slot 0 is `$`. */
  readonly variables: Value[];
  readonly held: boolean[];
  /** The depth of this call and of all calls around it, up to MAX_CALL_DEPTH. */
  readonly depth: number;
  readonly work: Work;
  readonly printer: Printer;
  readonly language: Language;
}

/** The way in which a statement ended. */
export const NORMAL = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export type Completion = typeof NORMAL | typeof BREAK | typeof CONTINUE;

export type Statement = (frame: Frame) => Completion;
export type Expression = (frame: Frame) => Value;

/** The parts of a frame that a template call shares with its caller. */
export type Caller = Pick<Frame, 'depth' | 'work' | 'printer' | 'language'>;

/** A compiled template: closures that can run any number of times. */
export interface TemplateBody {
  /** The depth that a call adds: see MAX_CALL_DEPTH. */
  readonly height: number;
  run(caller: Caller, dot: Value): void;
}

/** The visible variables during compilation. They become slots of the frame, so rendering never looks up names. */
export class Scope {
  readonly #names: string[] = ['$'];
  readonly #slots: number[] = [0];
  #used = 1;

  /** The number of slots that a frame of the template needs. */
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

  /** The slot of the innermost variable of this name; undefined if it has no value yet, as in `{{$x = 1}}`. */
  find(name: string): number | undefined {
    return this.#slots[this.#names.lastIndexOf(name)];
  }

  /** Compiles a block; its variables go out of scope afterwards. */
  inner<T>(compile: () => T): T {
    const inSight = this.#names.length;
    const result = compile();
    this.#names.length = inSight;
    this.#slots.length = inSight;
    return result;
  }
}

/** The state of the compiler, and the compilers for nested parts. */
export interface Compilation {
  readonly source: Source;
  readonly scope: Scope;
  readonly operand: (operand: Operand) => Expression;
  readonly pipeline: (pipeline: Pipeline) => Expression;
  /** Takes the mistakes that `failing` meets. */
  readonly mistakes: Mistake[];
}

/** Something that fails or prints nothing, whatever the data. */
export interface Mistake {
  readonly what: string;
  /** "plugins/…/_stats.htm:3:7" */
  readonly location: string;
}

/** An expression that fails on every evaluation, because Go reports some mistakes only then. */
export function failing({ source, mistakes }: Compilation, { at }: Operand, message: string): Expression {
  const location = source.location(at);
  mistakes.push({ what: message, location });
  return () => {
    throw new TemplateExecutionError(`${location}: ${message}`);
  };
}
