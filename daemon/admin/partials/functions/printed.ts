import { print } from '../format/print.js';
import type { Printer } from '../format/printer.js';
import { isNil } from '../values/value.js';
import type { Value } from '../values/value.js';

const NO_VALUE = '<no value>';

/** The arguments of `html`, `js` and `urlquery` as one text. Nil shows, so that it is noticed. */
export function printed(printer: Printer, values: readonly Value[]): string {
  return print(
    printer,
    values.map((value) => (isNil(value) ? NO_VALUE : value)),
  );
}
