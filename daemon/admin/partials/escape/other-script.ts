import type { Context } from './context.js';
import type { Step } from './transitions/transition.js';

const END_TAG = /<\/script$/i;

/**
 * Keeps track of `<script type="text/template">` and its like. Go reads their content as the HTML that it may be, so the
 * transitions do; but it is inside a script element all the same, and output there is refused.
 */
export function followOtherScript({ state, otherScript }: Context, step: Step, text: string): Step {
  if (otherScript === 'outside') return step;
  const isOver = otherScript === 'content' && state === 'text' && END_TAG.test(text.slice(0, step.length));
  const begins = otherScript === 'tag' && step.context.state === 'text';
  return { ...step, context: { ...step.context, otherScript: isOver ? 'outside' : begins ? 'content' : otherScript } };
}
