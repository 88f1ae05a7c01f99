import { isSpace, NAME, startsName } from './characters.js';
import { rightDelimiterAt } from './delimiters.js';
import type { RightDelimiter } from './delimiters.js';
import { numberEnd } from './lex-number.js';
import { quotedEnd } from './lex-quoted.js';
import { shown } from './source.js';
import type { Source } from './source.js';
import { KEYWORDS } from './token.js';
import type { Token, TokenKind } from './token.js';

const PUNCTUATION: Readonly<Record<string, TokenKind>> = { '=': 'assign', '|': 'pipe' };
const QUOTED: Readonly<Record<string, TokenKind>> = { '"': 'string', "'": 'character', '`': 'raw string' };

/** What may follow a name, a field or a variable, beside white space and the end of the action. */
const TERMINATORS = '.,|:)(';

/** Yields the tokens of one action and returns where it ends. `open` is where the action began, for messages. */
export function* lexInAction(source: Source, open: number, from: number): Generator<Token, RightDelimiter> {
  const { text } = source;
  let at = from;
  let parens = 0;
  for (;;) {
    const end = rightDelimiterAt(text, at);
    if (end) {
      if (parens > 0) source.fail(at, 'unclosed left paren');
      return end;
    }
    if (at >= text.length) source.fail(open, 'unclosed action');
    const token = nextToken(source, at);
    if (token.kind === 'left paren') parens += 1;
    if (token.kind === 'right paren') parens -= 1;
    if (parens < 0) source.fail(at, 'unexpected right paren');
    yield token;
    at += token.text.length;
  }
}

function nextToken(source: Source, at: number): Token {
  const { text } = source;
  const token = (kind: TokenKind, end: number): Token => ({ kind, text: text.slice(at, end), at });
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const punctuation = PUNCTUATION[character];
  if (punctuation) return token(punctuation, at + 1);
  const quoted = QUOTED[character];
  if (quoted) return token(quoted, quotedEnd(source, at));

  if (isSpace(character)) return token('space', spaceEnd(text, at));
  if (character === '(') return token('left paren', at + 1);
  if (character === ')') return token('right paren', at + 1);
  if (character === ':') {
    if (text[at + 1] !== '=') source.fail(at, 'expected :=');
    return token('declare', at + 2);
  }
  if (character === '$') return named(source, 'variable', at);
  if (character === '.' && !isDigit(text[at + 1])) return named(source, 'field', at);
  if (isDigit(character) || character === '.' || character === '+' || character === '-') {
    const end = numberEnd(source, at);
    return token(end.complex ? 'complex' : 'number', end.at);
  }
  if (startsName(character)) return word(source, at);
  if (character > ' ' && character < '\x7f') return token('punctuation', at + 1);
  return source.fail(at, `unrecognized character in action: ${JSON.stringify(character)}`);
}

/** The last space may belong to a trim marker, as in `{{3 -}}`. */
function spaceEnd(text: string, at: number): number {
  let end = at;
  while (isSpace(text[end])) end += 1;
  return rightDelimiterAt(text, end - 1) && end - at > 1 ? end - 1 : end;
}

function named(source: Source, kind: 'variable' | 'field', at: number): Token {
  const end = nameEnd(source, at + 1);
  const text = source.text.slice(at, end);
  return { kind: text === '.' ? 'dot' : kind, text, at };
}

function word(source: Source, at: number): Token {
  const text = source.text.slice(at, nameEnd(source, at));
  if (KEYWORDS.has(text)) return { kind: 'keyword', text, at };
  return { kind: text === 'true' || text === 'false' ? 'bool' : 'identifier', text, at };
}

function nameEnd(source: Source, at: number): number {
  const { text } = source;
  NAME.lastIndex = at;
  const end = at + (NAME.exec(text)?.[0].length ?? 0);
  const next = text[end];
  const ends = next === undefined || isSpace(next) || TERMINATORS.includes(next) || rightDelimiterAt(text, end);
  return ends ? end : source.fail(end, `bad character ${JSON.stringify(next)} after ${shown(text.slice(at, end))}`);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
