import { TemplateExecutionError } from '../errors.js';
import { BUILTINS, LOGIC_FUNCTIONS } from '../functions/builtins.js';
import type { BuiltinFunction } from '../functions/builtins.js';
import { CallError } from '../functions/call-error.js';
import { JOIN_ARGUMENTS } from '../escape/predefined-escapers.js';
import { print } from '../format/print.js';
import type { FunctionOperand, Operand } from '../syntax/ast.js';
import { isList, isTrue } from '../values/value.js';
import type { Value } from '../values/value.js';
import { failing } from './compilation.js';
import type { Compilation } from './compilation.js';
import type { Expression, Frame } from './frame.js';
import { isHeld } from './is-held.js';

const JOIN: BuiltinFunction = { least: 1, call: ({ printer }, values) => print(printer, values) };

/** A call with its arguments; `last` is the value of the command before it in the pipeline. */
export function compileCall(
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
      throw new CallError('an index is an integer, not a value held by something: put it in parentheses');
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

/** The first argument that decides; those behind it are not evaluated. The command before was so in any case. */
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
