import { JOIN_ARGUMENTS } from '../escape/escape-action.js';
import type { BuiltinFunction } from '../functions/builtins.js';
import { BUILTINS, CallError, LOGIC_FUNCTIONS } from '../functions/builtins.js';
import { print } from '../functions/printer.js';
import { TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { isList, isMap, isTrue, typeName } from '../runtime/value.js';
import type { Command, FunctionOperand, Operand, Pipeline } from '../syntax/ast.js';
import type { Compilation, Expression, Frame } from './frame.js';
import { failing } from './frame.js';

/** A member of a map; nothing for a missing member, and for any member of nothing. It uses only the map's own entries. */
function field(receiver: Value, name: string, location: string): Value {
  if (isMap(receiver)) return receiver.get(name);
  if (receiver === undefined) return undefined;
  const what = receiver === null ? 'nil has no members' : `a value of type ${typeName(receiver)} has no members`;
  throw new TemplateExecutionError(`${location}: .${name}: ${what}`);
}

/**
 * True if the value is the content of a member, an element or a loop variable rather than a value of its own. Go sees such
 * content as an interface, which `slice` does not accept as an index.
 */
function isHeld({ scope }: Compilation, operand: Operand): (frame: Frame) => boolean {
  switch (operand.kind) {
    case 'field':
    case 'chain':
      return () => true;
    case 'dot':
      return (frame) => frame.dotIsHeld;
    case 'variable': {
      const slot = scope.find(operand.name) ?? 0;
      return operand.path.length > 0 ? () => true : (frame) => frame.held[slot] ?? false;
    }
    default:
      return () => false;
  }
}

const JOIN: BuiltinFunction = { least: 1, call: ({ printer }, values) => print(printer, values) };

/** A call with its arguments; `last` is the value of the previous command in the pipeline. */
function compileCall(
  compilation: Compilation,
  operand: FunctionOperand,
  operands: readonly Operand[],
  last: Expression | undefined,
): Expression {
  const given = operands.map(compilation.operand);
  const all = last ? [...given, last] : given;
  const { name } = operand;
  if (LOGIC_FUNCTIONS.has(name)) {
    return all.length === 0
      ? failing(compilation, operand, `${name} needs an argument`)
      : logic(name === 'or', given, last);
  }
  const builtin = name === JOIN_ARGUMENTS ? JOIN : BUILTINS.get(name);
  if (!builtin) throw new Error(`the parser let an unknown function through: ${name}`);
  const { least, most = Infinity } = builtin;
  if (all.length < least || all.length > most) {
    return failing(compilation, operand, `wrong number of arguments for ${name}: ${all.length}`);
  }
  const location = `${compilation.source.location(operand.at)}: ${name}`;
  return call(builtin, argumentList(compilation, builtin, operands, all), location);
}

type ArgumentList = (frame: Frame) => Value[];

function argumentList(
  compilation: Compilation,
  builtin: BuiltinFunction,
  operands: readonly Operand[],
  all: readonly Expression[],
): ArgumentList {
  const evaluate: ArgumentList = (frame) => all.map((argument) => argument(frame));
  if (!builtin.takesBareIndexes) return evaluate;
  const held = operands.slice(1).map((operand) => isHeld(compilation, operand));
  return (frame) => {
    if (held.some((test) => test(frame))) {
      throw new CallError('an index must be an integer, not a nested value; put it in parentheses');
    }
    return evaluate(frame);
  };
}

function call(builtin: BuiltinFunction, values: ArgumentList, location: string): Expression {
  return (frame) => {
    const { work } = frame;
    work.step();
    try {
      const list = values(frame);
      work.each(list.length);
      for (const value of list) if (typeof value === 'string') work.spend(value.length);
      const result = builtin.call(frame, list);
      if (typeof result === 'string' || isList(result)) work.spend(result.length);
      return result;
    } catch (error) {
      if (error instanceof CallError) throw new TemplateExecutionError(`${location}: ${error.message}`);
      throw error;
    }
  };
}

/** Returns the first argument that decides, without evaluating those after it. The previous command has run anyway. */
function logic(deciding: boolean, given: readonly Expression[], last: Expression | undefined): Expression {
  return (frame) => {
    frame.work.each(1 + given.length);
    const before = last?.(frame);
    let value: Value;
    for (const argument of given) {
      value = argument(frame);
      if (isTrue(value) === deciding) return value;
    }
    return last ? before : value;
  };
}

/** An operand as an argument, or as the first operand of a command without arguments. */
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
      return value === 'overflows int' ? failing(compilation, operand, 'the number overflows an int') : () => value;
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

/** A pipeline with its assignments. The result of a nil member is no value. */
export function compilePipeline(compilation: Compilation, pipeline: Pipeline): Expression {
  const value = compileCommands(compilation, pipeline);
  // Compiles the value first: in `$x := $x`, it refers to the outer variable.
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
  return failing(compilation, first, 'this is not a function and takes no arguments');
}

type MemberOperand = Extract<Operand, { kind: 'field' | 'variable' | 'chain' }>;

/** A member is not a function, but Go reports that only if the receiver could have members. */
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
    throw new TemplateExecutionError(`${location}: .${name} is not a function and takes no arguments`);
  };
}
