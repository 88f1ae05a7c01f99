import type { Context } from '../context.js';

/** The context after some text, and how much of the text it took to get there: all of it unless the state changed. */
export interface Step {
  readonly context: Context;
  readonly length: number;
}

/** Reads text from a context on. The text is not empty. */
export type Transition = (context: Context, text: string) => Step;

export function stay(context: Context, text: string): Step {
  return { context, length: text.length };
}

/** Template text that is not HTML as anybody would want it; the caller knows where. */
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
