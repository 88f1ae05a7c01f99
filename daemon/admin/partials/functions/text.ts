import { strayByte, toBytes } from '../runtime/go-string.js';

/** The flags, width and precision of one formatting directive (`%-8.3d`), with the names of Go's fmt package. */
export interface Directive {
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  width: number | undefined;
  precision: number | undefined;
  /** `%#v`: Go syntax. `sharp` is false in this case. */
  goSyntax: boolean;
}

export function plainDirective(): Directive {
  return {
    plus: false,
    minus: false,
    sharp: false,
    space: false,
    zero: false,
    width: undefined,
    precision: undefined,
    goSyntax: false,
  };
}

/** Pads a text to the directive's width, in characters. */
export function pad(text: string, { width, minus, zero }: Directive): string {
  if (width === undefined) return text;
  const missing = width - characterCount(text);
  if (missing <= 0) return text;
  return minus ? text + ' '.repeat(missing) : (zero ? '0' : ' ').repeat(missing) + text;
}

/**
 * Like `pad`, but with spaces even if the directive requests zeros, because the caller has handled those or they make no sense.
 */
export function padWithSpaces(text: string, directive: Directive): string {
  return pad(text, { ...directive, zero: false });
}

function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if (isPairAt(text, at)) count -= 1;
  return count;
}

/** True if a character of two code units begins here, that is, if this is its first half. Stray bytes are second halves. */
function isPairAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** True for letters, marks, numbers, punctuation, symbols and the ASCII space. All other characters appear as escapes. */
export function isPrintable(codePoint: number): boolean {
  if (codePoint < 0x7f) return codePoint >= 0x20;
  return PRINTABLE.test(String.fromCodePoint(codePoint));
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x0c, '\\f'],
  [0x0a, '\\n'],
  [0x0d, '\\r'],
  [0x09, '\\t'],
  [0x0b, '\\v'],
]);

/** A string literal of Go: `%q`. With `asciiOnly` (`%+q`), all non-ASCII characters are escapes. */
function quote(text: string, asciiOnly: boolean): string {
  let quoted = '"';
  for (const character of text) quoted += escaped(character.codePointAt(0) ?? 0, '"', asciiOnly);
  return `${quoted}"`;
}

/** A character literal of Go: `%q` of an integer. */
export function quoteCharacter(codePoint: number, asciiOnly: boolean): string {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return `'${escaped(isSurrogate ? 0xfffd : codePoint, "'", asciiOnly)}'`;
}

/** True if the text can be a one-line literal in back quotes. */
function canBackQuote(text: string): boolean {
  return !/[\0-\x08\x0a-\x1f\x7f`\ufeff]|\p{Surrogate}/u.test(text);
}

function escaped(code: number, quoteMark: string, asciiOnly: boolean): string {
  const byte = strayByte(code);
  if (byte !== undefined) return `\\x${hex(byte, 2)}`;
  const character = String.fromCodePoint(code);
  if (character === quoteMark || character === '\\') return `\\${character}`;
  if (isPrintable(code) && (code < 0x80 || !asciiOnly)) return character;
  const escape = ESCAPES.get(code);
  if (escape !== undefined) return escape;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** A string under a verb; undefined if the verb does not apply. */
export function formatText(text: string, verb: string, directive: Directive): string | undefined {
  switch (verb) {
    case 'v':
      return directive.goSyntax ? quoted(text, directive) : pad(truncated(text, directive), directive);
    case 's':
      return pad(truncated(text, directive), directive);
    case 'q':
      return quoted(text, directive);
    case 'x':
    case 'X':
      return hexadecimal(text, verb, directive);
    default:
      return undefined;
  }
}

/** Precision counts characters. */
function truncated(text: string, { precision }: Directive): string {
  if (precision === undefined || precision >= text.length) return text;
  let at = 0;
  for (let shown = 0; shown < precision && at < text.length; shown += 1) at += isPairAt(text, at) ? 2 : 1;
  return text.slice(0, at);
}

function quoted(text: string, directive: Directive): string {
  const shown = truncated(text, directive);
  if (directive.sharp && canBackQuote(shown)) return pad(`\`${shown}\``, directive);
  return pad(quote(shown, directive.plus), directive);
}

/** Two digits per byte. The precision counts bytes, and the space flag repeats the prefix. */
function hexadecimal(text: string, verb: 'x' | 'X', directive: Directive): string {
  const bytes = Buffer.from(toBytes(text)).subarray(0, directive.precision);
  if (bytes.length === 0) return pad('', directive);
  const prefix = directive.sharp ? `0${verb}` : '';
  const digits = verb === 'x' ? bytes.toString('hex') : bytes.toString('hex').toUpperCase();
  if (!directive.space) return pad(prefix + digits, directive);
  return pad(digits.replace(/..(?!$)/g, (pair) => `${pair} ${prefix}`).replace(/^/, prefix), directive);
}
