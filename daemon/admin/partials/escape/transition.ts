import { decodeHTML } from 'entities';
import {
  inBlockComment,
  inLineComment,
  inScript,
  inScriptLiteral,
  inScriptTemplate,
  inStyle,
  inStyleLiteral,
} from './code-transition.js';
import type { Context, State } from './context.js';
import { isComment, isScriptLiteral, isScriptType, TEXT } from './context.js';
import type { Step, Transition } from './html-transition.js';
import {
  afterName,
  BadText,
  beforeValue,
  endTagIndex,
  inAttributeName,
  inComment,
  indexOfAny,
  inTag,
  inText,
  inUrl,
  stay,
} from './html-transition.js';

/** The function that reads text in each state. */
const TRANSITIONS: Readonly<Record<State, Transition>> = {
  text: inText,
  rcdata: stay,
  comment: inComment,
  tag: inTag,
  'attribute name': inAttributeName,
  'after name': afterName,
  'before value': beforeValue,
  attribute: stay,
  url: inUrl,
  srcset: inUrl,
  script: inScript,
  'script "string"': inScriptLiteral,
  "script 'string'": inScriptLiteral,
  'script regexp': inScriptLiteral,
  'script template': inScriptTemplate,
  'script block comment': inBlockComment,
  'script line comment': inLineComment,
  'script <!-- comment': inLineComment,
  'script --> comment': inLineComment,
  style: inStyle,
  'style "string"': inStyleLiteral,
  "style 'string'": inStyleLiteral,
  'style url("")': inStyleLiteral,
  "style url('')": inStyleLiteral,
  'style url()': inStyleLiteral,
  'style block comment': inBlockComment,
  'style line comment': inLineComment,
};

const END_TAG = /<\/script$/i;

/**
 * Tracks `<script type="text/template">` and the like. Go treats their content as HTML, and so do the transitions. But because
 * it is inside a script element, Gatehouse rejects output there.
 */
function followOtherScript({ state, otherScript }: Context, step: Step, text: string): Step {
  if (otherScript === 'outside') return step;
  const isOver = otherScript === 'content' && state === 'text' && END_TAG.test(text.slice(0, step.length));
  const begins = otherScript === 'tag' && step.context.state === 'text';
  return { ...step, context: { ...step.context, otherScript: isOver ? 'outside' : begins ? 'content' : otherScript } };
}

const VALUE_ENDS = { 'double quote': '"', 'single quote': "'", 'space or tag end': ' \t\n\f\r>' };
const NEVER_UNQUOTED = `"'<=\``;

/** The context after the first part of a text: one step of the reader. */
export function afterText(context: Context, text: string): Step {
  const { delimiter } = context;
  const step = delimiter === 'none' ? outsideValue(context, text) : insideValue(context, delimiter, text);
  return followOtherScript(context, step, text);
}

function outsideValue(context: Context, text: string): Step {
  const end = contentEnd(context, text);
  // Re-reads the end tag as text, which finds the tag.
  if (end === 0) return { context: TEXT, length: 0 };
  return TRANSITIONS[context.state](context, text.slice(0, end));
}

function contentEnd(context: Context, text: string): number {
  const { element } = context;
  // A later step escapes an end tag inside a script's literal, and removes one in a comment with the comment.
  const hidden = element === 'script' && (isScriptLiteral(context) || isComment(context));
  const end = element === undefined || hidden ? -1 : endTagIndex(text, element);
  return end < 0 ? text.length : end;
}

function insideValue(context: Context, delimiter: keyof typeof VALUE_ENDS, text: string): Step {
  const end = indexOfAny(text, VALUE_ENDS[delimiter]);
  const value = end < 0 ? text : text.slice(0, end);
  if (delimiter === 'space or tag end') {
    const bad = indexOfAny(value, NEVER_UNQUOTED);
    if (bad >= 0)
      throw new BadText(`${value.charAt(bad)} in an unquoted attribute: ${JSON.stringify(value.slice(0, 32))}`);
  }
  if (end < 0) return { context: throughValue(context, decodeHTML(value)), length: text.length };

  // The value has ended, so its properties no longer apply.
  const isOther = context.attribute === 'script type' && context.state === 'attribute' && !isScriptType(value);
  const { element } = context;
  const after: Context = isOther ? { ...TEXT, state: 'tag', otherScript: 'tag' } : { ...TEXT, state: 'tag', element };
  return { context: after, length: delimiter === 'space or tag end' ? end : end + 1 };
}

/** Decodes character references first, because scripts, styles and URLs in attributes do not contain any. */
function throughValue(context: Context, value: string): Context {
  let here = context;
  for (let rest = value; rest !== '';) {
    const step = TRANSITIONS[here.state](here, rest);
    here = step.context;
    rest = rest.slice(step.length);
  }
  return here;
}
