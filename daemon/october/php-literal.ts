/**
 * A parser of PHP literals: texts, numbers, true, false, null, class names and arrays of these. It reads the data in a plugin's
 * PHP files and runs none of their code: it skips any other expression, and says where it was.
 */
export type PhpValue = string | number | boolean | null | PhpArray;

export interface PhpArray {
  /** In file order. A list, not an object, so that a name such as `__proto__` has no meaning in JavaScript. */
  readonly entries: readonly PhpEntry[];
}

export interface PhpEntry {
  /** Undefined for an item without a key. */
  readonly key: string | undefined;
  readonly value: PhpValue;
  readonly line: number;
}

/** An expression that is not a literal. */
export interface SkippedCode {
  readonly line: number;
  /** Its beginning. */
  readonly code: string;
}

export interface PhpLiteral {
  /** Undefined if the expression is not a literal. */
  readonly value: PhpValue | undefined;
  /** Parts of the literal that are not literals themselves; the value lacks them. */
  readonly skipped: readonly SkippedCode[];
}

/** The source is not PHP as far as it was read: a text or an array without its end, or arrays nested too deep. */
export class PhpSyntaxError extends Error {
  override readonly name = 'PhpSyntaxError';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Deeper than any language file. The parser is recursive. */
const MAX_DEPTH = 32;

/** Reads the literal at an offset of the source. Throws PhpSyntaxError. */
export function readLiteral(source: string, offset: number): PhpLiteral {
  const parser = new Parser(source, offset);
  const value = parser.expression(0);
  return { value, skipped: parser.skipped };
}

/** Reads what a file returns: `<?php return [ … ];`. Undefined if it returns nothing at its top level. Throws PhpSyntaxError. */
export function readReturned(source: string): PhpLiteral | undefined {
  const start = /^\uFEFF?\s*<\?php\b/.exec(source);
  if (start === null) return undefined;
  const parser = new Parser(source, start[0].length);
  // Statements before it, such as `declare(strict_types=1);` and `use …;`.
  while (!parser.isAtEnd()) {
    if (parser.word('return')) return { value: parser.expression(0), skipped: parser.skipped };
    parser.statement();
  }
  return undefined;
}

/** A marker: what the parser found is not a literal. */
const NOT_LITERAL = undefined;

const SPACE = /(?:\s+|\/\/[^\n]*|#(?!\[)[^\n]*)*/y;
const NUMBER = /[+-]?(?:0[xXbBoO][\da-fA-F]+|(?:\d[\d_]*)?\.\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*(?:[eE][+-]?\d+)?)/y;
const NAME = /\\?[A-Za-z_][A-Za-z0-9_]*(?:\\[A-Za-z_][A-Za-z0-9_]*)*/y;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

class Parser {
  readonly skipped: SkippedCode[] = [];
  readonly #lines: Lines;
  #at: number;

  constructor(
    private readonly source: string,
    offset: number,
  ) {
    this.#lines = new Lines(source);
    this.#at = offset;
    this.#space();
  }

  isAtEnd(): boolean {
    return this.#at >= this.source.length;
  }

  /** Consumes a word in any case. */
  word(word: string): boolean {
    const found = this.#match(NAME, false);
    if (found?.toLowerCase() !== word) return false;
    this.#at += found.length;
    this.#space();
    return true;
  }

  /** Skips to behind the next semicolon, or behind a block. */
  statement(): void {
    while (!this.isAtEnd()) {
      const char = this.source[this.#at];
      this.#skipOne(0);
      if (char === ';' || char === '{') return;
    }
  }

  /** An expression up to `,`, `;`, `=>` or a closing bracket. Undefined, and skipped, if it is not a literal. */
  expression(depth: number): PhpValue | undefined {
    const start = this.#at;
    const parts: string[] = [];
    let only: PhpValue | undefined = NOT_LITERAL;
    for (;;) {
      const value = this.#operand(depth);
      const joins = this.source[this.#at] === '.';
      const isText = typeof value === 'string' || typeof value === 'number';
      if (value === NOT_LITERAL || !(this.#isAtBoundary() || joins) || ((joins || parts.length > 0) && !isText)) {
        this.#skip(start, depth);
        return NOT_LITERAL;
      }
      if (isText) parts.push(String(value));
      only = value;
      if (!joins) return parts.length > 1 ? parts.join('') : only;
      this.#at += 1;
      this.#space();
    }
  }

  #operand(depth: number): PhpValue | undefined {
    const char = this.source[this.#at];
    if (char === "'" || char === '"') return this.#string(char);
    if (char === '[') return this.#array(']', depth);
    const number = this.#match(NUMBER, true);
    if (number !== undefined) return numberOf(number.replaceAll('_', ''));
    const name = this.#match(NAME, true);
    switch (name?.toLowerCase()) {
      case undefined:
        return NOT_LITERAL;
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      case 'array':
        return this.source[this.#at] === '(' ? this.#array(')', depth) : NOT_LITERAL;
      default: {
        if (!/^::class\b/.test(this.source.slice(this.#at, this.#at + 8))) return NOT_LITERAL;
        this.#at += '::class'.length;
        this.#space();
        return name?.replace(/^\\/, '');
      }
    }
  }

  #array(end: string, depth: number): PhpArray {
    if (depth >= MAX_DEPTH) throw this.#error('arrays are nested too deep');
    const opened = this.#line();
    this.#at += 1;
    this.#space();
    const entries: PhpEntry[] = [];
    while (this.source[this.#at] !== end) {
      if (this.isAtEnd()) throw new PhpSyntaxError(opened, 'an array has no end');
      const line = this.#line();
      const before = this.#at;
      const first = this.expression(depth + 1);
      const isKey = this.source.startsWith('=>', this.#at);
      if (isKey) {
        this.#at += 2;
        this.#space();
      }
      const value = isKey ? this.expression(depth + 1) : first;
      const key = isKey && (typeof first === 'string' || typeof first === 'number') ? String(first) : undefined;
      if (value !== NOT_LITERAL && isKey === (key !== undefined)) entries.push({ key, value, line });
      if (this.source[this.#at] === ',') {
        this.#at += 1;
        this.#space();
      } else if (this.source[this.#at] !== end && this.#at === before) throw this.#error('an array has no end');
    }
    this.#at += 1;
    this.#space();
    return { entries };
  }

  /** Undefined for a text that contains variables. */
  #string(quote: string): string | undefined {
    const opened = this.#line();
    let text = '';
    let isLiteral = true;
    for (let at = this.#at + 1; at < this.source.length; at += 1) {
      const char = this.source[at] ?? '';
      if (char === quote) {
        this.#at = at + 1;
        this.#space();
        return isLiteral ? text : NOT_LITERAL;
      }
      if (char === '\\') {
        const escape = (quote === '"' ? DOUBLE : SINGLE).exec(this.source.slice(at, at + 12));
        text += escape === null ? char : unescaped(escape[0]);
        at += (escape?.[0].length ?? 1) - 1;
      } else {
        if (quote === '"' && /^(?:\$[A-Za-z_{]|\{\$)/.test(this.source.slice(at, at + 2))) isLiteral = false;
        text += char;
      }
    }
    throw new PhpSyntaxError(opened, 'a text has no end');
  }

  #skip(start: number, depth: number): void {
    const line = this.#line(start);
    while (!this.isAtEnd() && !this.#isAtBoundary()) this.#skipOne(depth);
    this.skipped.push({
      line,
      code:
        this.source
          .slice(start, Math.min(start + 60, this.#at))
          .split('\n', 1)[0]
          ?.trim() ?? '',
    });
  }

  /** Skips one token, or everything between two brackets. */
  #skipOne(depth: number): void {
    const char = this.source[this.#at] ?? '';
    const closing = CLOSING[char];
    if (char === "'" || char === '"') {
      this.#string(char);
      return;
    }
    if (this.source.startsWith('<<<', this.#at)) throw this.#error('a heredoc is not supported');
    this.#at += 1;
    this.#space();
    if (closing === undefined) return;
    if (depth >= MAX_DEPTH) throw this.#error('brackets are nested too deep');
    while (!this.isAtEnd() && this.source[this.#at] !== closing) this.#skipOne(depth + 1);
    this.#at += 1;
    this.#space();
  }

  #isAtBoundary(): boolean {
    const char = this.source[this.#at];
    return char === undefined || ',;])}'.includes(char) || this.source.startsWith('=>', this.#at);
  }

  #match(pattern: RegExp, consume: boolean): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined || found === '') return undefined;
    if (consume) {
      this.#at += found.length;
      this.#space();
    }
    return found;
  }

  /** Skips spaces and comments. */
  #space(): void {
    for (;;) {
      SPACE.lastIndex = this.#at;
      this.#at += SPACE.exec(this.source)?.[0].length ?? 0;
      if (!this.source.startsWith('/*', this.#at)) return;
      const end = this.source.indexOf('*/', this.#at + 2);
      if (end === -1) throw this.#error('a comment has no end');
      this.#at = end + 2;
    }
  }

  #line(at = this.#at): number {
    return this.#lines.at(at);
  }

  #error(message: string): PhpSyntaxError {
    return new PhpSyntaxError(this.#line(), message);
  }
}

/** Numbers of lines by offset, beginning with 1. */
class Lines {
  readonly #starts: number[] = [0];

  constructor(source: string) {
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Undefined for a number that JavaScript reads differently. */
function numberOf(text: string): number | undefined {
  if (/^[+-]?0\d/.test(text)) return NOT_LITERAL;
  const value = Number(text);
  return Number.isNaN(value) ? NOT_LITERAL : value;
}

/** The escapes of each kind of text; any other backslash is a character. */
const SINGLE = /^\\['\\]/;
const DOUBLE = /^\\(?:[nrtvef0\\$"]|u\{[\da-fA-F]{1,6}\}|x[\da-fA-F]{1,2}|[0-7]{1,3})/;

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  e: '\u001B',
  f: '\f',
};

function unescaped(escape: string): string {
  const [, unicode] = /^\\u\{(.+)\}$/.exec(escape) ?? [];
  if (unicode !== undefined) {
    const code = Number.parseInt(unicode, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
  }
  const rest = escape.slice(1);
  if (/^x/.test(rest)) return String.fromCharCode(Number.parseInt(rest.slice(1), 16));
  if (/^[0-7]/.test(rest)) return String.fromCharCode(Number.parseInt(rest, 8) & 0xff);
  return ESCAPED[rest] ?? rest;
}
