import type { Context, StyleState } from '../context.js';
import { BadText, indexOfAny, skipSpace, stay } from './transition.js';
import type { Step, Transition } from './transition.js';
import { inUrl } from './url.js';

const URL_FUNCTION = /(?:^|[^\w\x80-\u{10ffff}-])url[\t\n\f\r ]*$/iu;
const COMMENTS: Readonly<Record<string, StyleState>> = { '/': 'style line comment', '*': 'style block comment' };
const ENDS: Readonly<Partial<Record<StyleState, string>>> = {
  'style "string"': '\\"',
  'style url("")': '\\"',
  "style 'string'": "\\'",
  "style url('')": "\\'",
  'style url()': '\\\t\n\f\r )',
};

/** CSS, up to the next string, URL or comment. */
export const inStyle: Transition = (context, text): Step => {
  const to = (state: StyleState, length: number): Step => ({ context: { ...context, state }, length });
  for (let at = indexOfAny(text, `("'/`); at >= 0; at = indexOfAny(text, `("'/`, at + 1)) {
    const character = text[at];
    if (character === '"') return to('style "string"', at + 1);
    if (character === "'") return to("style 'string'", at + 1);
    if (character === '/') {
      const comment = COMMENTS[text.charAt(at + 1)];
      if (comment) return to(comment, at + 2);
    } else if (URL_FUNCTION.test(text.slice(Math.max(0, at - 64), at))) {
      const start = skipSpace(text, at + 1);
      if (text[start] === '"') return to('style url("")', start + 1);
      if (text[start] === "'") return to("style url('')", start + 1);
      return to('style url()', start);
    }
  }
  return stay(context, text);
};

/** Inside a string or URL of CSS. */
export const inStyleLiteral: Transition = (context, text): Step => {
  const ends = ENDS[context.state as StyleState] ?? '';
  let here: Context = context;
  let from = 0;
  for (let at = indexOfAny(text, ends); at >= 0; at = indexOfAny(text, ends, from)) {
    if (text[at] !== '\\') return { context: { ...here, state: 'style' }, length: at + 1 };
    if (at + 1 === text.length) throw new BadText('unfinished escape in a style');
    here = inUrl(here, text.slice(0, at + 2)).context;
    from = at + 2;
  }
  return from === text.length ? stay(here, text) : stay(inUrl(here, text.slice(from)).context, text);
};
