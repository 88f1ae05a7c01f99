import { joined } from '../values/go-string.js';
import type { Value } from '../values/value.js';
import { plainDirective } from './directive.js';
import type { Printer } from './printer.js';

/** The values one after the other, with a space between two of which neither is a string. */
export function print(printer: Printer, values: readonly Value[]): string {
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  let text = '';
  values.forEach((value, index) => {
    if (index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string') text += ' ';
    text += printer.print(value, 'v', plainDirective());
  });
  return joined(text);
}

/** The values with a space between each two, and a line feed at the end. */
export function printLine(printer: Printer, values: readonly Value[]): string {
  return joined(`${values.map((value) => printer.print(value, 'v', plainDirective())).join(' ')}\n`);
}
