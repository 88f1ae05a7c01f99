import { toBytes } from '../values/go-string.js';
import { isPairAt, pad } from './directive.js';
import type { Directive } from './directive.js';
import { canBackQuote, quote } from './quote.js';

/** A string under a verb; undefined when the verb does not fit. */
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

/** Two digits a byte; precision counts bytes, and a space between them repeats the prefix. */
function hexadecimal(text: string, verb: 'x' | 'X', directive: Directive): string {
  const bytes = Buffer.from(toBytes(text)).subarray(0, directive.precision);
  if (bytes.length === 0) return pad('', directive);
  const prefix = directive.sharp ? `0${verb}` : '';
  const digits = verb === 'x' ? bytes.toString('hex') : bytes.toString('hex').toUpperCase();
  if (!directive.space) return pad(prefix + digits, directive);
  return pad(digits.replace(/..(?!$)/g, (pair) => `${pair} ${prefix}`).replace(/^/, prefix), directive);
}
