import type { AttributeKind, Context, Delimiter, SpecialElement } from './context.js';
import { attributeKind, contentState, lowerCase, TEXT, VALUE_STATES } from './context.js';

/** The context after some text, and the length of the text that it consumed: all of it unless the state changed. */
export interface Step {
  readonly context: Context;
  readonly length: number;
}

/** Reads text that begins in a context. The text is not empty. */
export type Transition = (context: Context, text: string) => Step;

export function stay(context: Context, text: string): Step {
  return { context, length: text.length };
}

/** Malformed or dangerous template text. The caller adds the position. */
export class BadText extends Error {}

export function indexOfAny(text: string, characters: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (characters.includes(text.charAt(at))) return at;
  }
  return -1;
}

const HTML_SPACE = ' \t\n\f\r';

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && HTML_SPACE.includes(text.charAt(at))) at += 1;
  return at;
}

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

const NAME_END = ' \t\n\f\r=>';
/** HTML parsers accept these characters, but produce names that authors did not intend. */
const NEVER_IN_NAME = `'"<`;

/** Inside a tag, before an attribute's name or the tag's end. */
export const inTag: Transition = (context, text): Step => {
  const start = skipSpace(text, 0);
  if (start === text.length) return stay(context, text);
  if (text[start] === '>') {
    const { element } = context;
    return { context: { ...TEXT, state: contentState(element), element }, length: start + 1 };
  }
  const end = nameEnd(text, start);
  if (end === start)
    throw new BadText(`expected space, an attribute or the end of the tag, found ${shown(text, start)}`);
  const name = lowerCase(text.slice(start, end));
  const attribute = context.element === 'script' && name === 'type' ? 'script type' : kindOfAttribute(name);
  const state = end === text.length ? 'attribute name' : 'after name';
  return { context: { ...TEXT, state, element: context.element, attribute }, length: end };
};

/** Inside an attribute's name, which a template may assemble from parts. */
export const inAttributeName: Transition = (context, text): Step => {
  const end = nameEnd(text, 0);
  return { context: end === text.length ? context : { ...context, state: 'after name' }, length: end };
};

export const afterName: Transition = (context, text): Step => {
  const start = skipSpace(text, 0);
  if (start === text.length) return stay(context, text);
  return text[start] === '='
    ? { context: { ...context, state: 'before value' }, length: start + 1 }
    : { context: { ...context, state: 'tag' }, length: start };
};

export const beforeValue: Transition = (context, text): Step => {
  const start = skipSpace(text, 0);
  if (start === text.length) return stay(context, text);
  const quote = QUOTES[text.charAt(start)];
  const delimiter = quote ?? 'space or tag end';
  return {
    context: { ...context, state: VALUE_STATES[context.attribute], delimiter },
    length: quote ? start + 1 : start,
  };
};

const QUOTES: Readonly<Record<string, Delimiter>> = { '"': 'double quote', "'": 'single quote' };

function kindOfAttribute(name: string): AttributeKind {
  const kind = attributeKind(name);
  return kind === 'markup' || kind === 'unsafe' ? 'plain' : kind;
}

function nameEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (NAME_END.includes(character)) return at;
    if (NEVER_IN_NAME.includes(character)) throw new BadText(`${character} in an attribute's name: ${shown(text, 0)}`);
  }
  return text.length;
}

function shown(text: string, from: number): string {
  return JSON.stringify(text.slice(from, from + 32));
}

/** Inside a URL: everything after `?` or `#` is a component and escaped as one. */
export const inUrl: Transition = (context, text): Step => {
  if (/[?#]/.test(text)) return stay({ ...context, urlPart: 'query or fragment' }, text);
  // White space around a URL is not part of it.
  const begins = context.urlPart === 'none' && skipSpace(text, 0) < text.length;
  return stay(begins ? { ...context, urlPart: 'before query' } : context, text);
};
