import { BadText, indexOfAny, stay } from './transition.js';
import type { Step, Transition } from './transition.js';
import type { Context } from '../context.js';

const END_TAG = '</script';

/** Inside a string or a regular expression of a script. */
export const inScriptLiteral: Transition = (context, text): Step => {
  const isRegexp = context.state === 'script regexp';
  const special = isRegexp ? '\\/[]' : context.state === "script 'string'" ? "\\'" : '\\"';
  let inCharset = false;
  for (let at = indexOfAny(text, special); at >= 0; at = indexOfAny(text, special, at + 1)) {
    switch (text[at]) {
      case '\\':
        at += 1;
        requireEscaped(text, at);
        break;
      case '[':
        inCharset = true;
        break;
      case ']':
        inCharset = false;
        break;
      default:
        // An end tag in a regular expression is made harmless later, so its slash ends nothing.
        if (isRegexp && isEndTag(text, at)) at += 1;
        else if (!inCharset) return { context: { ...context, state: 'script', slash: 'division' }, length: at + 1 };
    }
  }
  if (inCharset) throw new BadText(`unfinished charset of a regular expression: ${shown(text)}`);
  return stay(context, text);
};

/** Inside a template literal, up to its end or to the next `${`. */
export const inScriptTemplate: Transition = (context, text): Step => {
  for (let at = indexOfAny(text, '`\\$'); at >= 0; at = indexOfAny(text, '`\\$', at + 1)) {
    if (text[at] === '\\') {
      at += 1;
      requireEscaped(text, at);
    } else if (text[at] === '`') {
      return { context: { ...context, state: 'script' }, length: at + 1 };
    } else if (text[at + 1] === '{') {
      const inside: Context = { ...context, state: 'script', braces: [...context.braces, 0] };
      return { context: inside, length: at + 2 };
    }
  }
  return stay(context, text);
};

function isEndTag(text: string, slash: number): boolean {
  return slash > 0 && text.slice(slash - 1, slash - 1 + END_TAG.length).toLowerCase() === END_TAG;
}

/** An escape whose second half would come from somewhere else could become any other. */
function requireEscaped(text: string, at: number): void {
  if (at >= text.length) throw new BadText(`unfinished escape in a script: ${shown(text)}`);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(-32));
}
