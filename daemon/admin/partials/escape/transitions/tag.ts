import { attributeKind } from '../attribute-kind.js';
import { contentState, TEXT, VALUE_STATES } from '../context.js';
import type { AttributeKind, Delimiter } from '../context.js';
import { lowerCase } from '../lower-case.js';
import { BadText, skipSpace, stay } from './transition.js';
import type { Step, Transition } from './transition.js';

const NAME_END = ' \t\n\f\r=>';
/** HTML parsers go on after these, with names that nobody meant. */
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

/** Inside an attribute's name, which a template may put together from parts. */
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
