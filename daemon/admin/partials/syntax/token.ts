import { TemplateSyntaxError } from '../runtime/limits.js';

/** The text of a template with its name: it turns an offset into a place that its author can find. */
export class Source {
  /** Where each line begins. Places are asked for by the thousand while a template is compiled. */
  readonly #lines: readonly number[];

  constructor(
    readonly name: string,
    readonly text: string,
  ) {
    this.#lines = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** `stats:3:7`: line and column, both from 1. */
  location(offset: number): string {
    let [first, last] = [0, this.#lines.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((this.#lines[middle] ?? 0) <= offset) first = middle;
      else last = middle - 1;
    }
    return `${this.name}:${first + 1}:${offset - (this.#lines[first] ?? 0) + 1}`;
  }

  fail(offset: number, message: string): never {
    throw new TemplateSyntaxError(message, this.location(offset));
  }
}

/** A piece of a template in a message, which must stay readable whatever the template. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 32 ? `${text.slice(0, 32)}…` : text);
}

export type TokenKind =
  | 'text'
  | 'left delimiter'
  | 'right delimiter'
  | 'space'
  | 'identifier'
  | 'keyword'
  | 'dot'
  | 'field'
  | 'variable'
  | 'bool'
  | 'number'
  | 'complex'
  | 'character'
  | 'string'
  | 'raw string'
  | 'assign'
  | 'declare'
  | 'pipe'
  | 'left paren'
  | 'right paren'
  | 'punctuation'
  | 'end of input';

export interface Token {
  readonly kind: TokenKind;
  /** As written, delimiters and quotes included. */
  readonly text: string;
  readonly at: number;
}

/** Words that are never function names. `true` and `false` are constants, every other word is a function. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'nil',
  'range',
  'template',
  'with',
]);

export function describe(token: Token): string {
  switch (token.kind) {
    case 'end of input':
      return 'the end of the template';
    case 'keyword':
      return `{{${token.text}}}`;
    case 'dot':
      return "'.'";
    default:
      return shown(token.text);
  }
}
