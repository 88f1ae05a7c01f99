import type { Charges } from '../execute/work.js';
import { print, printLine } from '../format/print.js';
import type { Printer } from '../format/printer.js';
import { printf } from '../format/printf.js';
import { isTrue, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import { CallError } from './call-error.js';
import { equal, lessOrEqual, lessThan } from './compare.js';
import { html } from './html.js';
import { indexInto } from './index-into.js';
import { js } from './js.js';
import { length } from './length.js';
import { printed } from './printed.js';
import { slice } from './slice.js';
import { urlQuery } from './url-query.js';

/** What a function may use of the rendering that calls it. */
export interface CallContext {
  readonly printer: Printer;
  readonly work: Charges;
  readonly translate: (key: string) => string;
}

export interface BuiltinFunction {
  /** How many arguments it takes; no `most` for any number. */
  readonly least: number;
  readonly most?: number;
  /** Its arguments are integers of their own, not values held in a member, an element or a loop's variable. */
  readonly takesBareIndexes?: true;
  readonly call: (context: CallContext, values: readonly Value[]) => Value;
}

function binary(call: (left: Value, right: Value) => boolean): BuiltinFunction {
  return { least: 2, most: 2, call: (_, [left, right]) => call(left, right) };
}

/** The names that a template may call, `and` and `or` excepted: those do not evaluate all of their arguments. */
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
  ['print', { least: 0, call: ({ printer }, values) => print(printer, values) }],
  ['printf', { least: 1, call: ({ printer }, [format, ...values]) => printf(printer, text(format), values) }],
  ['println', { least: 0, call: ({ printer }, values) => printLine(printer, values) }],
  ['slice', { least: 1, takesBareIndexes: true, call: (_, [item, ...indexes]) => slice(item, indexes) }],
  ['trans', { least: 1, most: 1, call: ({ translate }, [key]) => translate(text(key)) }],
  ['urlquery', { least: 0, call: ({ printer, work }, values) => urlQuery(printed(printer, values), work) }],
]);

export const LOGIC_FUNCTIONS: ReadonlySet<string> = new Set(['and', 'or']);

/** Every name that the parser may take for a function. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([...BUILTINS.keys(), ...LOGIC_FUNCTIONS]);

function text(value: Value): string {
  return typeof value === 'string' ? value : fail(`expected string, found ${typeName(value)}`);
}

function fail(message: string): never {
  throw new CallError(message);
}
