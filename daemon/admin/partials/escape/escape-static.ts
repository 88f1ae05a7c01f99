import { afterText } from './after-text.js';
import { isComment, isScriptLiteral } from './context.js';
import type { Context, State } from './context.js';
import { COMMENT_START } from './transitions/text.js';

export interface EscapedText {
  readonly context: Context;
  readonly text: string;
}

const DOCTYPE = /^<!DOCTYPE/i;
const SPECIAL_IN_SCRIPT = /<(?=script|\/script|!--)/gi;
const COMMENT_MARK_LENGTHS: Readonly<Partial<Record<State, number>>> = {
  comment: COMMENT_START.length,
  'script <!-- comment': COMMENT_START.length,
  'script --> comment': 3,
};

/**
 * Text of a template as it is written out: without comments, with every `<` that begins no tag escaped, so that what
 * follows it at run time cannot make it one; and the context after it. Throws BadText.
 */
export function escapeStatic(start: Context, source: string): EscapedText {
  let context = start;
  let text = '';
  for (let at = 0; at < source.length;) {
    const step = afterText(context, source.slice(at));
    const part = source.slice(at, at + step.length);
    // An end tag right at the start ends what the text before was in, and dealt with.
    if (part !== '' || at > 0) text += written(context, step.context, part);
    at += step.length;
    context = step.context;
  }
  return { context, text };
}

function written(before: Context, after: Context, part: string): string {
  if (isDropped(before)) return commentSubstitute(before, part);
  const kept = isDropped(after) && after.state !== before.state ? part.slice(0, part.length - markLength(after)) : part;
  if (before.state === 'text' || before.state === 'rcdata') {
    return escapeLoneBrackets(kept, kept === part && after.state !== before.state);
  }
  return isScriptLiteral(before) ? part.replace(SPECIAL_IN_SCRIPT, '\\x3C') : kept;
}

/** Comments are not written out, except in attributes, where they may be something else after all. */
function isDropped(context: Context): boolean {
  return isComment(context) && context.delimiter === 'none';
}

/** Of what began the comment; two characters in all other languages. */
function markLength({ state }: Context): number {
  return COMMENT_MARK_LENGTHS[state] ?? 2;
}

/** A block comment separates tokens, and one with a line break in it ends a line. */
function commentSubstitute({ state }: Context, part: string): string {
  if (state === 'style block comment') return ' ';
  if (state !== 'script block comment') return '';
  return /[\n\r\u2028\u2029]/.test(part) ? '\n' : ' ';
}

/** Every `<` but that of the tag which the text ends in, and that of a doctype. */
function escapeLoneBrackets(text: string, endsInTag: boolean): string {
  const end = endsInTag ? text.lastIndexOf('<') : text.length;
  const head = text.slice(0, end < 0 ? text.length : end);
  const escaped = head.replace(/</g, (bracket, at: number) =>
    DOCTYPE.test(text.slice(at, at + 9)) ? bracket : '&lt;',
  );
  return escaped + text.slice(head.length);
}
