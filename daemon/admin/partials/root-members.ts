import type { Definitions, Node, Operand, Pipeline } from './syntax/ast.js';

/** A member of the root of a partial: `.Stats` in `{{.Stats}}`, and `$.Stats` everywhere. */
export interface RootMember {
  /** "Stats" */
  readonly name: string;
  readonly at: number;
}

/** Members that the template itself takes from its root, in source order. Not those of the templates that it calls. */
export function rootMembers(definitions: Definitions, main: string): readonly RootMember[] {
  const found: RootMember[] = [];
  for (const node of definitions.get(main) ?? []) inNode(node, true);
  return found;

  function inNode(node: Node, dotIsRoot: boolean): void {
    if ('pipeline' in node && node.pipeline !== undefined) inPipeline(node.pipeline, dotIsRoot);
    if (!('body' in node)) return;
    for (const inner of node.body) inNode(inner, dotIsRoot && node.kind === 'if');
    for (const inner of node.otherwise) inNode(inner, dotIsRoot);
  }

  function inPipeline({ commands }: Pipeline, dotIsRoot: boolean): void {
    for (const operand of commands.flatMap(({ operands }) => operands)) inOperand(operand, dotIsRoot);
  }

  function inOperand(operand: Operand, dotIsRoot: boolean): void {
    if (operand.kind === 'pipeline') inPipeline(operand.pipeline, dotIsRoot);
    else if (operand.kind === 'chain') inOperand(operand.base, dotIsRoot);
    else if ((operand.kind === 'field' && dotIsRoot) || (operand.kind === 'variable' && operand.name === '$')) {
      const [name] = operand.path;
      if (name !== undefined) found.push({ name, at: operand.at });
    }
  }
}
