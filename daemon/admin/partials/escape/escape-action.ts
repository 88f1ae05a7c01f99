import type { ActionNode } from '../syntax/ast.js';
import type { Source } from '../syntax/source.js';
import { escapersFor, NoEscaping } from './action-escapers.js';
import { nudge } from './context.js';
import type { Context } from './context.js';
import type { EscapedAction } from './escaped.js';
import { predefinedEscaper, withoutDoubleEscaping } from './predefined-escapers.js';

/** Attaches to an action what makes its value safe where it stands. */
export function escapeAction(
  source: Source,
  node: ActionNode,
  start: Context,
): { node: EscapedAction; context: Context } {
  if (node.pipeline.variables.length > 0) return { node: { ...node, escapers: [] }, context: start };
  const context = nudge(start);
  refuseMisplaced(source, node, context);
  try {
    return { node: { ...node, ...withoutDoubleEscaping(node.pipeline, escapersFor(context)) }, context };
  } catch (error) {
    if (error instanceof NoEscaping) source.fail(node.at, error.message);
    throw error;
  }
}

/** An escaper that something else comes after escapes for a place that the value never gets to. */
function refuseMisplaced(source: Source, { pipeline, at }: ActionNode, context: Context): void {
  const unquoted = context.state === 'attribute' && context.delimiter === 'space or tag end';
  pipeline.commands.forEach((command, index) => {
    const escaper = predefinedEscaper(command);
    const isLast = index === pipeline.commands.length - 1;
    if (escaper && (!isLast || (unquoted && escaper === 'html'))) {
      source.fail(at, `the escaper ${escaper} is ${isLast ? 'not enough in an unquoted attribute' : 'not the last'}`);
    }
  });
}
