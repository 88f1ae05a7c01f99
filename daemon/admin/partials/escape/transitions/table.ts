import type { State } from '../context.js';
import { inBlockComment, inLineComment } from './code-comment.js';
import { inScriptLiteral, inScriptTemplate } from './script-literal.js';
import { inScript } from './script.js';
import { inStyle, inStyleLiteral } from './style.js';
import { afterName, beforeValue, inAttributeName, inTag } from './tag.js';
import { inComment, inText } from './text.js';
import { stay } from './transition.js';
import type { Transition } from './transition.js';
import { inUrl } from './url.js';

/** How each state reads text. */
export const TRANSITIONS: Readonly<Record<State, Transition>> = {
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
