import type { Definitions, Node, Operand, Pipeline } from './syntax/ast.js';
import type { Source } from './syntax/source.js';

/** A text that a template gives to `trans` itself, whatever its data: `{{trans "acme.blog::lang.posts.title"}}`. */
export interface ConstantPhrase {
  readonly text: string;
  /** "plugins/…/_stats.htm:3:7" */
  readonly location: string;
}

/** In the order of the source, of every template that it defines. */
export function constantPhrases(source: Source, definitions: Definitions): readonly ConstantPhrase[] {
  const found: ConstantPhrase[] = [];
  for (const nodes of definitions.values()) nodes.forEach(inNode);
  return found;

  function inNode(node: Node): void {
    if ('pipeline' in node && node.pipeline !== undefined) inPipeline(node.pipeline);
    if ('body' in node) [...node.body, ...node.otherwise].forEach(inNode);
  }

  function inPipeline({ commands }: Pipeline): void {
    for (const [index, { operands }] of commands.entries()) {
      const [called, argument] = operands;
      if (called.kind === 'function' && called.name === 'trans') note(argument ?? soleOperand(commands[index - 1]));
      operands.forEach(inOperand);
    }
  }

  function inOperand(operand: Operand): void {
    if (operand.kind === 'pipeline') inPipeline(operand.pipeline);
    else if (operand.kind === 'chain') inOperand(operand.base);
  }

  function note(operand: Operand | undefined): void {
    if (operand?.kind === 'string') found.push({ text: operand.value, location: source.location(operand.at) });
    else if (operand?.kind === 'pipeline' && operand.pipeline.commands.length === 1) {
      note(soleOperand(operand.pipeline.commands[0]));
    }
  }
}

function soleOperand(command: Pipeline['commands'][number] | undefined): Operand | undefined {
  return command?.operands.length === 1 ? command.operands[0] : undefined;
}
