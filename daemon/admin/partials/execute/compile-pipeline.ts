import { TemplateExecutionError } from '../errors.js';
import type { Command, Operand, Pipeline } from '../syntax/ast.js';
import type { Value } from '../values/value.js';
import { compileCall } from './compile-call.js';
import { failing } from './compilation.js';
import type { Compilation } from './compilation.js';
import { compileOperand } from './compile-operand.js';
import type { Expression, Frame } from './frame.js';

/** A pipeline with its assignments. What a nil member holds comes out of it as no value at all. */
export function compilePipeline(compilation: Compilation, pipeline: Pipeline): Expression {
  const value = compileCommands(compilation, pipeline);
  // The value is compiled first: in `$x := $x` it is about the variable outside.
  const stores = pipeline.variables.map((name) => compileStore(compilation, pipeline, name));
  const [store, ...more] = stores;
  if (!store) return value;
  return (frame) => {
    const result = value(frame);
    store(frame, result);
    for (const another of more) another(frame, result);
    return result;
  };
}

type Store = (frame: Frame, value: Value) => void;

function compileStore({ source, scope }: Compilation, { assigns, at }: Pipeline, name: string): Store {
  const slot = assigns ? scope.find(name) : scope.declare(name);
  const location = source.location(at);
  return (frame, value) => {
    if (slot === undefined) throw new TemplateExecutionError(`${location}: ${name} does not exist: declare it with :=`);
    frame.variables[slot] = value;
    frame.held[slot] = false;
  };
}

function compileCommands(compilation: Compilation, { commands }: Pipeline): Expression {
  let value: Expression | undefined;
  for (const command of commands) {
    const next = compileCommand(compilation, command, value);
    value = (frame) => next(frame) ?? undefined;
  }
  return value ?? (() => undefined);
}

function compileCommand(compilation: Compilation, { operands }: Command, last: Expression | undefined): Expression {
  const [first, ...given] = operands;
  if (first.kind === 'function') return compileCall(compilation, first, given, last);
  if (given.length === 0 && !last) {
    return first.kind === 'nil'
      ? failing(compilation, first, 'nil is not a command')
      : compileOperand(compilation, first);
  }
  if (first.kind === 'field' || first.kind === 'chain' || (first.kind === 'variable' && first.path.length > 0)) {
    return memberWithArguments(compilation, first, last);
  }
  return failing(compilation, first, 'this is no function and takes no arguments');
}

type MemberOperand = Extract<Operand, { kind: 'field' | 'variable' | 'chain' }>;

/** A member is no function either, but Go notices only when there is something that it could be a member of. */
function memberWithArguments(
  compilation: Compilation,
  operand: MemberOperand,
  last: Expression | undefined,
): Expression {
  const receiver = compileOperand(compilation, { ...operand, path: operand.path.slice(0, -1) });
  const name = operand.path.at(-1) ?? '';
  const location = compilation.source.location(operand.at);
  return (frame) => {
    last?.(frame);
    if (receiver(frame) === undefined) return undefined;
    throw new TemplateExecutionError(`${location}: .${name} is no function and takes no arguments`);
  };
}
