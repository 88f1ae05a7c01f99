import type { State } from '../context.js';
import { stay } from './transition.js';
import type { Step, Transition } from './transition.js';

const BLOCK_END = '*/';

export const inBlockComment: Transition = (context, text): Step => {
  const end = text.indexOf(BLOCK_END);
  return end < 0 ? stay(context, text) : { context: { ...context, state: around(context.state) }, length: end + 2 };
};

/** The end of the line is not part of the comment. */
export const inLineComment: Transition = (context, text): Step => {
  const end = text.search(around(context.state) === 'script' ? /[\n\r\u2028\u2029]/ : /[\n\f\r]/);
  return end < 0 ? stay(context, text) : { context: { ...context, state: around(context.state) }, length: end };
};

function around(state: State): State {
  return state.startsWith('script') ? 'script' : 'style';
}
