import type { Source } from './source.js';

/** The offset behind the closing quote. Only raw strings may span lines; only they know no escapes. */
export function quotedEnd(source: Source, at: number): number {
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
