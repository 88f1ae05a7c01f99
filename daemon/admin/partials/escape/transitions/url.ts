import { skipSpace, stay } from './transition.js';
import type { Step, Transition } from './transition.js';

/** Inside a URL: everything after `?` or `#` is a component, and is escaped as one. */
export const inUrl: Transition = (context, text): Step => {
  if (/[?#]/.test(text)) return stay({ ...context, urlPart: 'query or fragment' }, text);
  // White space around a URL is not part of it.
  const begins = context.urlPart === 'none' && skipSpace(text, 0) < text.length;
  return stay(begins ? { ...context, urlPart: 'before query' } : context, text);
};
