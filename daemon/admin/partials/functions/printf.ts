import { joined } from '../runtime/go-string.js';
import type { Value } from '../runtime/value.js';
import { Byte, isNil, typeName } from '../runtime/value.js';
import type { Printer } from './printer.js';
import type { Directive } from './text.js';
import { plainDirective } from './text.js';

/** Widths and precisions beyond it are not taken seriously. */
const MAX_NUMBER = 1_000_000;
const DIGITS = /\d+/y;

/** The values as a format asks for it; what is wrong with the format or the values shows in the text, as in Go. */
export function printf(printer: Printer, format: string, values: readonly Value[]): string {
  return joined(new Formatter(printer, format, values).run());
}

class Formatter {
  #at = 0;
  #argument = 0;
  /** Some directive named its argument (`%[2]d`): then nobody can say which arguments are left over. */
  #reordered = false;
  #goodIndex = true;
  #text = '';
  readonly #lastClose: number;

  constructor(
    private readonly printer: Printer,
    private readonly format: string,
    private readonly values: readonly Value[],
  ) {
    this.#lastClose = format.lastIndexOf(']');
  }

  run(): string {
    while (this.#at < this.format.length) {
      const next = this.format.indexOf('%', this.#at);
      const end = next < 0 ? this.format.length : next;
      this.#text += this.format.slice(this.#at, end);
      this.#at = end + 1;
      if (next >= 0) this.#directive();
    }
    if (!this.#reordered && this.#argument < this.values.length) this.#leftOver();
    return this.#text;
  }

  #directive(): void {
    this.printer.charges.each(1);
    const directive = plainDirective();
    this.#goodIndex = true;
    this.#flags(directive);
    let afterIndex = this.#index();
    afterIndex = this.#width(directive, afterIndex);
    afterIndex = this.#precision(directive, afterIndex);
    if (!afterIndex) this.#index();
    this.#verb(directive);
  }

  #flags(directive: Directive): void {
    for (; this.#at < this.format.length; this.#at += 1) {
      switch (this.format[this.#at]) {
        case '#':
          directive.sharp = true;
          break;
        case '0':
          directive.zero = true;
          break;
        case '+':
          directive.plus = true;
          break;
        case '-':
          directive.minus = true;
          break;
        case ' ':
          directive.space = true;
          break;
        default:
          return;
      }
    }
  }

  #width(directive: Directive, afterIndex: boolean): boolean {
    if (this.format[this.#at] !== '*') {
      directive.width = this.#number();
      if (afterIndex && directive.width !== undefined) this.#goodIndex = false;
      return afterIndex;
    }
    this.#at += 1;
    const width = this.#integerArgument();
    if (width === undefined) this.#text += '%!(BADWIDTH)';
    else {
      directive.width = Math.abs(width);
      if (width < 0) directive.minus = true;
    }
    return false;
  }

  #precision(directive: Directive, afterIndex: boolean): boolean {
    if (this.format[this.#at] !== '.') return afterIndex;
    this.#at += 1;
    if (afterIndex) this.#goodIndex = false;
    const indexed = this.#index();
    if (this.format[this.#at] !== '*') {
      directive.precision = this.#number() ?? 0;
      return indexed;
    }
    this.#at += 1;
    const precision = this.#integerArgument();
    if (precision === undefined || precision < 0) this.#text += '%!(BADPREC)';
    else directive.precision = precision;
    return false;
  }

  #verb(directive: Directive): void {
    const code = this.format.codePointAt(this.#at);
    if (code === undefined) {
      this.#text += '%!(NOVERB)';
      return;
    }
    const verb = String.fromCodePoint(code);
    this.#at += verb.length;
    if (verb === '%') this.#text += '%';
    else if (!this.#goodIndex) this.#text += `%!${verb}(BADINDEX)`;
    else if (this.#argument >= this.values.length) this.#text += `%!${verb}(MISSING)`;
    else {
      if (verb === 'v') {
        directive.goSyntax = directive.sharp;
        directive.sharp = false;
        // `%+v` names the fields of structs; it has nothing to do with signs.
        directive.plus = false;
      }
      this.#text += this.printer.print(this.values[this.#argument], verb, directive);
      this.#argument += 1;
    }
  }

  #leftOver(): void {
    const shown = this.values.slice(this.#argument).map((value) => {
      return isNil(value) ? '<nil>' : `${typeName(value)}=${this.printer.print(value, 'v', plainDirective())}`;
    });
    this.#text += `%!(EXTRA ${shown.join(', ')})`;
  }

  /** `[2]`: the next argument is the second one. True when there was one, well-formed even if out of range. */
  #index(): boolean {
    if (this.format[this.#at] !== '[') return false;
    this.#reordered = true;
    // Where none is left, the rest is not searched again for each of many.
    const close = this.#lastClose > this.#at ? this.format.indexOf(']', this.#at + 1) : -1;
    if (close < 0 || this.format.length - this.#at < 3) {
      this.#at += 1;
      this.#goodIndex = false;
      return false;
    }
    const written = this.format.slice(this.#at + 1, close);
    this.#at = close + 1;
    const index = /^\d+$/.test(written) && !isTooLong(written) ? Number(written) - 1 : undefined;
    if (index !== undefined && index >= 0 && index < this.values.length) this.#argument = index;
    else this.#goodIndex = false;
    return index !== undefined;
  }

  #number(): number | undefined {
    DIGITS.lastIndex = this.#at;
    const digits = DIGITS.exec(this.format)?.[0];
    if (digits === undefined) return undefined;
    // A crazily long number ends the format: what follows it cannot be meant.
    const tooLong = isTooLong(digits);
    this.#at = tooLong ? this.format.length : this.#at + digits.length;
    return tooLong ? undefined : Number(digits);
  }

  /** `*`: the width or precision is an argument; undefined when that is no integer, or not a sensible one. */
  #integerArgument(): number | undefined {
    const value = this.values[this.#argument];
    if (this.#argument < this.values.length) this.#argument += 1;
    const number = typeof value === 'bigint' ? Number(value) : value instanceof Byte ? value.value : undefined;
    return number === undefined || Math.abs(number) > MAX_NUMBER ? undefined : number;
  }
}

function isTooLong(digits: string): boolean {
  return Math.floor(Number(digits) / 10) > MAX_NUMBER;
}
