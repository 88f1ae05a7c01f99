import { shown } from './source.js';

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
