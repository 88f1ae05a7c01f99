import { joined } from '../runtime/go-string.js';
import type { Charges } from '../runtime/limits.js';
import { MAX_VALUE_DEPTH, TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { Byte, Complex, isList, isMap, isNil, sortedEntries, typeName } from '../runtime/value.js';
import { formatFloat, formatInteger } from './numbers.js';
import type { Directive } from './text.js';
import { formatText, pad, plainDirective } from './text.js';

const NIL = '<nil>';

/** Prints values under a verb, the way of Go's fmt package. */
export class Printer {
  constructor(readonly charges: Charges) {}

  /** A value on its own: the operand of a directive, or an argument of `print`. */
  print(value: Value, verb: string, directive: Directive): string {
    this.charges.spend((directive.width ?? 0) + (directive.precision ?? 0));
    if (isNil(value)) return verb === 'v' || verb === 'T' ? pad(NIL, directive) : `%!${verb}(${NIL})`;
    if (verb === 'T') return formatText(typeName(value), 's', directive) ?? '';
    return this.#printInner(value, verb, directive, 0);
  }

  /** `%!d(string=x)`: a verb that the value does not have. */
  #badVerb(value: Value, verb: string, directive: Directive): string {
    return `%!${verb}(${typeName(value)}=${this.print(value, 'v', directive)})`;
  }

  #printInner(value: Value, verb: string, directive: Directive, depth: number): string {
    if (depth > MAX_VALUE_DEPTH) throw new TemplateExecutionError(`a value nests deeper than ${MAX_VALUE_DEPTH}`);
    if (isNil(value)) return directive.goSyntax ? 'interface {}(nil)' : NIL;
    const text = this.#printKind(value, verb, directive, depth);
    if (text === undefined) return this.#badVerb(value, verb, directive);
    this.charges.spend(text.length);
    return text;
  }

  #printKind(value: Value, verb: string, directive: Directive, depth: number): string | undefined {
    switch (typeof value) {
      case 'string':
        // Quoting and spacing work on each character.
        if (verb !== 'v' && verb !== 's' && verb !== 'T')
          this.charges.each(Math.min(value.length, shownLength(directive)));
        else if (directive.goSyntax) this.charges.each(value.length);
        else this.charges.spend(value.length);
        return formatText(value, verb, directive);
      case 'bigint':
        return formatInteger(value, verb, directive);
      case 'number':
        // Exact digits are as many as the binary exponent is large.
        this.charges.spend(Math.abs(Math.log2(Math.abs(value) || 1)));
        return formatFloat(value, verb, directive);
      case 'boolean':
        return verb === 't' || verb === 'v' ? pad(String(value), directive) : undefined;
      default:
    }
    if (isList(value)) return this.#printList(value, verb, directive, depth);
    if (isMap(value)) return this.#printMap(value, verb, directive, depth);
    if (value instanceof Byte) return this.#printByte(value, verb, directive);
    return value instanceof Complex ? this.#printComplex(value, verb, directive) : undefined;
  }

  #printList(list: readonly Value[], verb: string, directive: Directive, depth: number): string | undefined {
    if (verb === 'p') return undefined;
    const items = list.map((item) => this.#printInner(item, verb, directive, depth + 1));
    return directive.goSyntax ? `${typeName(list)}{${items.join(', ')}}` : `[${items.join(' ')}]`;
  }

  #printMap(map: ReadonlyMap<string, Value>, verb: string, directive: Directive, depth: number) {
    if (verb === 'p') return undefined;
    this.charges.each(map.size);
    const members = sortedEntries(map).map(([key, value]) => {
      return `${this.#printInner(key, verb, directive, depth + 1)}:${this.#printInner(value, verb, directive, depth + 1)}`;
    });
    return directive.goSyntax ? `${typeName(map)}{${members.join(', ')}}` : `map[${members.join(' ')}]`;
  }

  #printByte({ value }: Byte, verb: string, directive: Directive): string | undefined {
    const asHex: Directive = { ...directive, goSyntax: false, sharp: true };
    return directive.goSyntax && verb === 'v'
      ? formatInteger(BigInt(value), 'x', asHex)
      : formatInteger(BigInt(value), verb, directive);
  }

  /** Both parts under the same directive; the second one always shows its sign. */
  #printComplex({ real, imaginary }: Complex, verb: string, directive: Directive): string | undefined {
    const first = formatFloat(real, verb, directive);
    const second = formatFloat(imaginary, verb, { ...directive, plus: true });
    return first === undefined || second === undefined ? undefined : `(${first}${second}i)`;
  }
}

/** Characters of a text that a directive lets through. */
function shownLength({ precision }: Directive): number {
  return precision ?? Infinity;
}

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
