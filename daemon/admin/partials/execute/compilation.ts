import { TemplateExecutionError } from '../errors.js';
import type { Operand, Pipeline } from '../syntax/ast.js';
import type { Source } from '../syntax/source.js';
import type { Expression } from './frame.js';
import type { Scope } from './scope.js';

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
