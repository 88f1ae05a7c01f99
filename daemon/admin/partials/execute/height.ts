import type { EscapedNode } from '../escape/escaped.js';
import type { Operand, Pipeline } from '../syntax/ast.js';

/** How many things are inside each other in a template at most: so often closures call each other when it is run. */
export function heightOf(nodes: readonly EscapedNode[]): number {
  return 1 + highest(nodes, nodeHeight);
}

function nodeHeight(node: EscapedNode): number {
  switch (node.kind) {
    case 'if':
    case 'with':
    case 'range':
      return Math.max(pipelineHeight(node.pipeline), heightOf(node.body), heightOf(node.otherwise));
    case 'action':
      return pipelineHeight(node.pipeline);
    case 'template':
      return node.pipeline ? pipelineHeight(node.pipeline) : 0;
    case 'text':
    case 'break':
    case 'continue':
      return 0;
  }
}

/** The value of a command is asked for by the one behind it. */
function pipelineHeight({ commands }: Pipeline): number {
  return commands.length + highest(commands, ({ operands }) => highest(operands, operandHeight));
}

function operandHeight(operand: Operand): number {
  switch (operand.kind) {
    case 'pipeline':
      return pipelineHeight(operand.pipeline);
    case 'chain':
      return operandHeight(operand.base);
    default:
      return 0;
  }
}

function highest<T>(items: readonly T[], height: (item: T) => number): number {
  return items.reduce((most, item) => Math.max(most, height(item)), 0);
}
