import type { Operand } from '../syntax/ast.js';
import { failing } from './compilation.js';
import type { Compilation } from './compilation.js';
import { compileCall } from './compile-call.js';
import { field } from './fields.js';
import type { Expression } from './frame.js';

/** An operand as an argument, or as the first of a command without arguments. */
export function compileOperand(compilation: Compilation, operand: Operand): Expression {
  switch (operand.kind) {
    case 'dot':
      return (frame) => frame.dot;
    case 'nil':
      return () => undefined;
    case 'bool':
    case 'string': {
      const { value } = operand;
      return () => value;
    }
    case 'number': {
      const { value } = operand;
      return value === 'overflows int' ? failing(compilation, operand, 'the number overflows int') : () => value;
    }
    case 'field':
      return compilePath(compilation, operand, operand.path, (frame) => frame.dot);
    case 'variable':
      return compilePath(compilation, operand, operand.path, compileVariable(compilation, operand, operand.name));
    case 'function':
      return compileCall(compilation, operand, [], undefined);
    case 'chain':
      return compilePath(compilation, operand, operand.path, compilation.operand(operand.base));
    case 'pipeline':
      return compilation.pipeline(operand.pipeline);
  }
}

function compileVariable(compilation: Compilation, operand: Operand, name: string): Expression {
  const slot = compilation.scope.find(name);
  if (slot === undefined) return failing(compilation, operand, `${name} has no value yet`);
  return (frame) => frame.variables[slot];
}

function compilePath({ source }: Compilation, { at }: Operand, path: readonly string[], base: Expression): Expression {
  const [first, second, ...more] = path;
  if (first === undefined) return base;
  const location = source.location(at);
  if (second === undefined) return (frame) => field(base(frame), first, location);
  if (more.length === 0) return (frame) => field(field(base(frame), first, location), second, location);
  return (frame) => {
    frame.work.each(path.length);
    return path.reduce((receiver, name) => field(receiver, name, location), base(frame));
  };
}
