import { isSpace, withoutTrailingSpace } from './characters.js';
import { LEFT_DELIMITER, RIGHT_DELIMITER, rightDelimiterAt, TRIM_MARKER, trimsBefore } from './delimiters.js';
import type { RightDelimiter } from './delimiters.js';
import { lexInAction } from './lex-action.js';
import type { Source } from './source.js';
import type { Token } from './token.js';

const COMMENT_START = '/*';
const COMMENT_END = '*/';

/**
 * Splits a template into texts and the tokens of its actions. Comments are dropped here, and the white space that trim
 * markers (`{{- ` and ` -}}`) ask to remove is never part of a text token.
 */
export function* lex(source: Source): Generator<Token, undefined> {
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
