import { CST, Lexer } from 'yaml';

/** An error of the YAML parser, for the author of the file: its place, and what to do. */
export interface SyntaxMistake {
  /** Offset in the text. */
  readonly at: number;
  readonly message: string;
}

/** The parser's error in words that say what to do. It keeps the parser's own message if that does. */
export function mistakeOf(
  {
    code,
    message,
    pos: [at],
  }: { readonly code: string; readonly message: string; readonly pos: readonly [number, number] },
  text: string,
): SyntaxMistake {
  if (message.startsWith('Missing closing ')) {
    // The parser names the end of the file, which says nothing about the place of the mistake.
    return { at: unclosedQuote(text) ?? at, message: 'the text in quotes that begins here has no end' };
  }
  const words = WORDS.get(code) ?? (/ at node end$/.test(message) ? BEHIND_A_VALUE : undefined);
  const remedy = REMEDIES.get(code);
  return { at, message: words ?? (remedy === undefined ? message : `${message}; ${remedy}`) };
}

const BEHIND_A_VALUE =
  'there is something behind the end of a value; put a text with quotes, brackets or braces in it in quotes as a whole';

/** In place of messages that do not say what to do. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['TAB_AS_INDENT', 'indented with a tab; use spaces'],
  ['MULTILINE_IMPLICIT_KEY', 'this line has no colon and space after its key; expected name: value'],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    'there is a second colon in the value of a key; put a text with a colon in quotes, and begin each key at the column of those beside it',
  ],
]);

/** Behind messages that say what is wrong. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['BAD_SCALAR_START', 'put the text in quotes'],
  ['BAD_DQ_ESCAPE', 'double the backslash, or use single quotes'],
]);

const QUOTED: readonly (string | null)[] = ['single-quoted-scalar', 'double-quoted-scalar'];
/** Tokens that stand for no characters of the text. */
const MARKS: readonly string[] = [CST.DOCUMENT, CST.FLOW_END, CST.SCALAR];

/** The offset of the first quote without an end. */
function unclosedQuote(text: string): number | undefined {
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    const isQuoted = QUOTED.includes(CST.tokenType(token));
    if (isQuoted && (token.length === 1 || !token.endsWith(token.charAt(0)))) return at;
    if (!MARKS.includes(token)) at += token.length;
  }
  return undefined;
}
