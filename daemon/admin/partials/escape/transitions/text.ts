import { TEXT } from '../context.js';
import type { SpecialElement } from '../context.js';
import { stay } from './transition.js';
import type { Step, Transition } from './transition.js';

export const COMMENT_START = '<!--';
const COMMENT_END = '-->';
/** `x-y` and `x:y` are names; `x-` is the name `x`. */
const TAG_NAME = /[A-Za-z](?:[A-Za-z0-9]|[:-](?=[A-Za-z0-9]))*/y;
const SPECIAL_ELEMENTS: ReadonlySet<string> = new Set<SpecialElement>(['script', 'style', 'textarea', 'title']);

/** Ordinary text, up to the next tag or comment. */
export const inText: Transition = (context, text): Step => {
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', open + 1)) {
    if (text.startsWith(COMMENT_START, open)) {
      return { context: { ...TEXT, state: 'comment' }, length: open + COMMENT_START.length };
    }
    const isEndTag = text[open + 1] === '/';
    TAG_NAME.lastIndex = open + (isEndTag ? 2 : 1);
    const name = TAG_NAME.exec(text)?.[0];
    if (name !== undefined) {
      const element = isEndTag ? undefined : specialElement(name);
      return { context: { ...TEXT, state: 'tag', element }, length: TAG_NAME.lastIndex };
    }
  }
  return stay(context, text);
};

export const inComment: Transition = (context, text): Step => {
  const end = text.indexOf(COMMENT_END);
  return end < 0 ? stay(context, text) : { context: TEXT, length: end + COMMENT_END.length };
};

function specialElement(name: string): SpecialElement | undefined {
  const lower = name.toLowerCase();
  return SPECIAL_ELEMENTS.has(lower) ? (lower as SpecialElement) : undefined;
}

/** The end tag of the element whose raw text this is; -1 when it is not in the text. */
export function endTagIndex(text: string, element: SpecialElement): number {
  return text.search(END_TAGS[element]);
}

const END_TAGS: Readonly<Record<SpecialElement, RegExp>> = {
  script: /<\/script[> \t\n\f/]/i,
  style: /<\/style[> \t\n\f/]/i,
  textarea: /<\/textarea[> \t\n\f/]/i,
  title: /<\/title[> \t\n\f/]/i,
};
