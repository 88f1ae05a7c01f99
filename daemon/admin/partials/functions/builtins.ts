import { byteLength, compareStrings, fromBytes, toBytes } from '../runtime/go-string.js';
import type { Charges } from '../runtime/limits.js';
import { TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { Byte, Complex, isList, isMap, isNil, isTrue, kindOf, typeName } from '../runtime/value.js';
import { html, js, printed, urlQuery } from './escaping.js';
import type { Printer } from './printer.js';
import { print, printLine } from './printer.js';
import { printf } from './printf.js';

/** A function rejects its arguments. Its caller adds the name of the function and the position. */
export class CallError extends TemplateExecutionError {}

/** True if the first value equals any of the others. Values of different types are an error, except for nil. */
function equal(first: Value, others: readonly Value[]): boolean {
  if (others.length === 0) throw new CallError('missing argument for comparison');
  return others.some((other) => equalsOne(first, other));
}

function equalsOne(left: Value, right: Value): boolean {
  if (isNil(left) || isNil(right)) return isNil(left) && isNil(right);
  const order = compareNumbers(left, right);
  if (order !== undefined) return order === 0;
  const kind = kindOf(left);
  if (kind !== kindOf(right)) throw incompatible(left, right);
  if (kind === 'list' || kind === 'map') throw new CallError(`values of type ${typeName(left)} cannot be compared`);
  if (left instanceof Complex && right instanceof Complex) {
    return left.real === right.real && left.imaginary === right.imaginary;
  }
  return left === right;
}

/** Compares two numbers or two strings. */
function lessThan(left: Value, right: Value): boolean {
  for (const value of [left, right]) {
    if (!isOrdered(value)) {
      throw new CallError(`values of type ${typeName(value)} have no order`);
    }
  }
  const order = compareNumbers(left, right);
  if (order !== undefined) return order < 0;
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right) < 0;
  throw incompatible(left, right);
}

function lessOrEqual(left: Value, right: Value): boolean {
  return lessThan(left, right) || equal(left, [right]);
}

function isOrdered(value: Value): boolean {
  return ['int', 'uint', 'float', 'string'].includes(kindOf(value));
}

/** Negative, zero or positive; undefined unless both are integers of any kind, or both are floats. */
function compareNumbers(left: Value, right: Value): number | undefined {
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : left > right ? 1 : 0;
  const [first, second] = [integer(left), integer(right)];
  if (first === undefined || second === undefined) return undefined;
  return first < second ? -1 : first > second ? 1 : 0;
}

function integer(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return value instanceof Byte ? BigInt(value.value) : undefined;
}

function incompatible(left: Value, right: Value): CallError {
  return new CallError(`${typeName(left)} and ${typeName(right)} cannot be compared`);
}

/** `index x 1 "a"` is x[1]["a"]. A missing member is nil; a missing element is an error. */
function indexInto(item: Value, indexes: readonly Value[]): Value {
  if (isNil(item)) throw new CallError('nil has no elements');
  return indexes.reduce(element, item);
}

function element(item: Value, index: Value): Value {
  if (isList(item)) return item[position(index, item.length - 1)];
  if (typeof item === 'string') {
    const at = position(index, byteLength(item) - 1);
    return new Byte(toBytes(item)[at] ?? 0);
  }
  if (isMap(item)) {
    if (typeof index !== 'string') throw new CallError(`a key is a string, not ${typeName(index)}`);
    // The member exists and contains nil: Go returns the zero value of the map's elements.
    return item.get(index) ?? null;
  }
  throw new CallError(`${typeName(item)} has no elements`);
}

/** Converts an index to a number from 0 to `last`. */
function position(index: Value, last: number): number {
  if (typeof index !== 'bigint' && !(index instanceof Byte)) {
    throw new CallError(`an index is an integer, not ${typeName(index)}`);
  }
  const at = Number(index instanceof Byte ? index.value : index);
  if (at < 0 || at > last) throw new CallError(`index out of range: ${at}`);
  return at;
}

/** The number of bytes of a string, elements of a list or members of a map. */
function length(item: Value): bigint {
  if (typeof item === 'string') return BigInt(byteLength(item));
  if (isList(item)) return BigInt(item.length);
  if (isMap(item)) return BigInt(item.size);
  throw new CallError(`${typeName(item)} has no length`);
}

/** `slice x 1 2` is x[1:2]. The third index of a list, its capacity, has no effect here. */
function slice(item: Value, indexes: readonly Value[]): Value {
  if (isNil(item)) throw new CallError('nil cannot be sliced');
  if (typeof item !== 'string' && !isList(item)) throw new CallError(`${typeName(item)} cannot be sliced`);
  const most = isList(item) ? 3 : 2;
  if (indexes.length > most) throw new CallError(`${indexes.length} indexes are too many to slice with`);

  const length = typeof item === 'string' ? byteLength(item) : item.length;
  const positions = indexes.map((index) => position(index, length));
  const [from = 0, to = length, capacity = length] = positions;
  if (from > to || to > capacity) throw new CallError(`slice indexes out of order: ${positions.join(', ')}`);
  return typeof item === 'string' ? fromBytes(toBytes(item).subarray(from, to)) : item.slice(from, to);
}

/** The longest text that `number` formats: more than any column of a database has digits. */
const MAX_NUMBER_LENGTH = 100;

/** Units of work for one formatted number, which takes longer than a step. */
const NUMBER_WORK = 8;

/** Writes a number as lists show it. A text that is no number stays as it is, as in lists, and nothing stays nothing. */
function formatted({ language, work }: CallContext, value: Value): string {
  if (isNil(value)) return '';
  const number = value instanceof Byte ? BigInt(value.value) : value;
  if (typeof number !== 'bigint' && typeof number !== 'number' && typeof number !== 'string') {
    return fail(`expected a number, found ${typeName(value)}`);
  }
  const exact = typeof number === 'number' ? number : String(number);
  if (typeof exact === 'string' && exact.length > MAX_NUMBER_LENGTH) return exact;
  work.each(NUMBER_WORK);
  return language.formatNumber(exact) ?? String(exact);
}

/** The language of a rendering. */
export interface Language {
  /** The phrase of `trans "<key>"`. */
  readonly translate: (key: string) => string;
  /**
   * The text of `number`: a number as lists show it.
   * @param value a float, or an integer or a decimal as an exact text; returns undefined for a text that is no number
   */
  readonly formatNumber: (value: number | string) => string | undefined;
}

/** The parts of the current rendering that a function may use. */
export interface CallContext {
  readonly printer: Printer;
  readonly work: Charges;
  readonly language: Language;
}

export interface BuiltinFunction {
  /** The minimum number of arguments; without `most`, there is no maximum. */
  readonly least: number;
  readonly most?: number;
  /** Its arguments must be integers of their own, not the content of a member, an element or a loop variable. */
  readonly takesBareIndexes?: true;
  readonly call: (context: CallContext, values: readonly Value[]) => Value;
}

function binary(call: (left: Value, right: Value) => boolean): BuiltinFunction {
  return { least: 2, most: 2, call: (_, [left, right]) => call(left, right) };
}

/** The names that a template may call, except for `and` and `or`, which do not evaluate all of their arguments. */
export const BUILTINS: ReadonlyMap<string, BuiltinFunction> = new Map<string, BuiltinFunction>([
  ['call', { least: 1, call: (_, [callee]) => fail(`${typeName(callee)} is not a function`) }],
  ['eq', { least: 1, call: (_, [first, ...others]) => equal(first, others) }],
  ['ne', binary((left, right) => !equal(left, [right]))],
  ['lt', binary(lessThan)],
  ['le', binary(lessOrEqual)],
  ['gt', binary((left, right) => !lessOrEqual(left, right))],
  ['ge', binary((left, right) => !lessThan(left, right))],
  ['html', { least: 0, call: ({ printer, work }, values) => html(printed(printer, values), work) }],
  ['index', { least: 1, call: (_, [item, ...indexes]) => indexInto(item, indexes) }],
  ['js', { least: 0, call: ({ printer, work }, values) => js(printed(printer, values), work) }],
  ['len', { least: 1, most: 1, call: (_, [item]) => length(item) }],
  ['not', { least: 1, most: 1, call: (_, [value]) => !isTrue(value) }],
  ['number', { least: 1, most: 1, call: (context, [value]) => formatted(context, value) }],
  ['print', { least: 0, call: ({ printer }, values) => print(printer, values) }],
  ['printf', { least: 1, call: ({ printer }, [format, ...values]) => printf(printer, text(format), values) }],
  ['println', { least: 0, call: ({ printer }, values) => printLine(printer, values) }],
  ['slice', { least: 1, takesBareIndexes: true, call: (_, [item, ...indexes]) => slice(item, indexes) }],
  ['trans', { least: 1, most: 1, call: ({ language }, [key]) => language.translate(text(key)) }],
  ['urlquery', { least: 0, call: ({ printer, work }, values) => urlQuery(printed(printer, values), work) }],
]);

export const LOGIC_FUNCTIONS: ReadonlySet<string> = new Set(['and', 'or']);

/** Every name that the parser accepts as a function. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([...BUILTINS.keys(), ...LOGIC_FUNCTIONS]);

function text(value: Value): string {
  return typeof value === 'string' ? value : fail(`expected string, found ${typeName(value)}`);
}

function fail(message: string): never {
  throw new CallError(message);
}
