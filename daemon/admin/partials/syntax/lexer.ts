import type { Source, Token, TokenKind } from './token.js';
import { describe, KEYWORDS, shown } from './token.js';

/** What separates words inside an action, and what trim markers remove; other white space is an ordinary character. */
function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** Without a regular expression: `\s+$` takes quadratic time on a text of spaces that does not end in one. */
function withoutTrailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** Letters, decimal digits and the underscore, of any script: what names are made of. */
const NAME = /[\p{L}\p{Nd}_]*/uy;

const NAME_CHARACTER = /^[\p{L}\p{Nd}_]/u;

function startsName(text: string): boolean {
  return NAME_CHARACTER.test(text);
}

const LEFT_DELIMITER = '{{';
const RIGHT_DELIMITER = '}}';
const TRIM_MARKER = '-';

/** Where an action ends: from its trim marker, if it has one, to behind the delimiter. */
interface RightDelimiter {
  readonly from: number;
  readonly to: number;
  readonly trims: boolean;
}

/** The marker counts only after white space: `{{3-}}` is no number. */
function rightDelimiterAt(text: string, at: number): RightDelimiter | undefined {
  if (text.startsWith(RIGHT_DELIMITER, at)) return { from: at, to: at + RIGHT_DELIMITER.length, trims: false };
  if (!isSpace(text[at]) || !text.startsWith(TRIM_MARKER + RIGHT_DELIMITER, at + 1)) return undefined;
  return { from: at, to: at + 1 + TRIM_MARKER.length + RIGHT_DELIMITER.length, trims: true };
}

/** The marker counts only before white space: `{{-3}}` is a number. */
function trimsBefore(text: string, at: number): boolean {
  return text.startsWith(TRIM_MARKER, at) && isSpace(text[at + 1]);
}

/** Which digits a number has says nothing yet about whether it has a value: `1__2` is lexed, and refused later. */
const NUMBER =
  /[+-]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][+-]?[\d_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?)i?/y;

/** The offset behind a number; `complex` when it is two of them, as in `1+2i`, which must not contain a space. */
function numberEnd(source: Source, at: number): { at: number; complex: boolean } {
  const end = scan(source, at, at);
  const sign = source.text[end];
  if (sign !== '+' && sign !== '-') return { at: end, complex: false };
  const complexEnd = scan(source, at, end);
  if (source.text[complexEnd - 1] !== 'i') source.fail(at, `bad number: ${shown(source.text.slice(at, complexEnd))}`);
  return { at: complexEnd, complex: true };
}

function scan(source: Source, start: number, at: number): number {
  NUMBER.lastIndex = at;
  const end = at + (NUMBER.exec(source.text)?.[0].length ?? 0);
  const next = source.text.codePointAt(end);
  if (next !== undefined && startsName(String.fromCodePoint(next))) {
    source.fail(start, `bad number: ${shown(source.text.slice(start, end + 1))}`);
  }
  return end;
}

/** The offset behind the closing quote. Only raw strings may span lines; only they know no escapes. */
function quotedEnd(source: Source, at: number): number {
  const { text } = source;
  const quote = text[at];
  if (quote === '`') {
    const close = text.indexOf(quote, at + 1);
    return close < 0 ? source.fail(at, 'unterminated raw string') : close + 1;
  }
  for (let next = at + 1; next < text.length && text[next] !== '\n'; next += 1) {
    if (text[next] === quote) return next + 1;
    if (text[next] === '\\' && text[next + 1] !== '\n') next += 1;
  }
  return source.fail(at, quote === '"' ? 'unterminated string' : 'unterminated character constant');
}

const PUNCTUATION: Readonly<Record<string, TokenKind>> = { '=': 'assign', '|': 'pipe' };
const QUOTED: Readonly<Record<string, TokenKind>> = { '"': 'string', "'": 'character', '`': 'raw string' };

/** What may follow a name, a field or a variable, beside white space and the end of the action. */
const TERMINATORS = '.,|:)(';

/** Yields the tokens of one action and returns where it ends. `open` is where the action began, for messages. */
function* lexInAction(source: Source, open: number, from: number): Generator<Token, RightDelimiter> {
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

const COMMENT_START = '/*';
const COMMENT_END = '*/';

/**
 * Splits a template into texts and the tokens of its actions. Comments are dropped here, and the white space that trim
 * markers (`{{- ` and ` -}}`) ask to remove is never part of a text token.
 */
function* lex(source: Source): Generator<Token, undefined> {
  const { text } = source;
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf(LEFT_DELIMITER, at);
    if (open < 0) {
      yield { kind: 'text', text: text.slice(at), at };
      break;
    }
    const trims = trimsBefore(text, open + LEFT_DELIMITER.length);
    const before = trims ? withoutTrailingSpace(text.slice(at, open)) : text.slice(at, open);
    if (before !== '') yield { kind: 'text', text: before, at };

    const inside = open + LEFT_DELIMITER.length + (trims ? TRIM_MARKER.length + 1 : 0);
    let end: RightDelimiter;
    if (text.startsWith(COMMENT_START, inside)) {
      end = commentEnd(source, open, inside);
    } else {
      yield { kind: 'left delimiter', text: LEFT_DELIMITER, at: open };
      end = yield* lexInAction(source, open, inside);
      yield { kind: 'right delimiter', text: RIGHT_DELIMITER, at: end.from };
    }
    at = end.to + (end.trims ? spaceAt(text, end.to) : 0);
  }
  yield { kind: 'end of input', text: '', at: text.length };
  return undefined;
}

function spaceAt(text: string, at: number): number {
  let end = at;
  while (isSpace(text[end])) end += 1;
  return end - at;
}

function commentEnd(source: Source, open: number, at: number): RightDelimiter {
  const close = source.text.indexOf(COMMENT_END, at + COMMENT_START.length);
  if (close < 0) source.fail(open, 'unclosed comment');
  const end = rightDelimiterAt(source.text, close + COMMENT_END.length);
  return end ?? source.fail(close, 'a comment must be all of its action: expected }} after */');
}

/** The tokens of a template, with as much look-ahead as the grammar needs. */
export class TokenStream {
  readonly #tokens: Generator<Token, undefined>;
  readonly #ahead: Token[] = [];

  constructor(readonly source: Source) {
    this.#tokens = lex(source);
  }

  peek(): Token {
    const [known] = this.#ahead;
    if (known) return known;
    const token = this.#pull();
    this.#ahead.push(token);
    return token;
  }

  next(): Token {
    const token = this.peek();
    // The end is never taken, so that it can be asked for again and again.
    if (token.kind !== 'end of input') this.#ahead.shift();
    return token;
  }

  peekNonSpace(): Token {
    while (this.peek().kind === 'space') this.next();
    return this.peek();
  }

  nextNonSpace(): Token {
    this.peekNonSpace();
    return this.next();
  }

  /** Tokens that were taken and turned out to belong to what follows, in their order. */
  putBack(...tokens: Token[]): void {
    this.#ahead.unshift(...tokens);
  }

  isKeyword(word: string): boolean {
    const token = this.peekNonSpace();
    return token.kind === 'keyword' && token.text === word;
  }

  expect(kind: TokenKind, place: string): Token {
    const token = this.nextNonSpace();
    return token.kind === kind ? token : this.unexpected(token, place);
  }

  unexpected(token: Token, place: string): never {
    this.source.fail(token.at, `unexpected ${describe(token)} in ${place}`);
  }

  #pull(): Token {
    const { done, value } = this.#tokens.next();
    return done ? { kind: 'end of input', text: '', at: this.source.text.length } : value;
  }
}
