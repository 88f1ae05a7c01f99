import { escapeTemplates } from './escape/escape.js';
import { compileBody } from './execute/compile-statements.js';
import type { TemplateBody } from './execute/frame.js';
import { FUNCTION_NAMES } from './functions/builtins.js';
import { Printer } from './functions/printer.js';
import { displayed, wellFormed } from './runtime/go-string.js';
import { Work } from './runtime/limits.js';
import type { Value } from './runtime/value.js';
import type { Definitions, Node, Operand, Pipeline } from './syntax/ast.js';
import { parseTemplate } from './syntax/parse-template.js';
import { Source } from './syntax/token.js';

/** A text that a template gives to `trans` itself, whatever its data: `{{trans "acme.blog::lang.posts.title"}}`. */
interface ConstantPhrase {
  readonly text: string;
  /** "plugins/…/_stats.htm:3:7" */
  readonly location: string;
}

/** In the order of the source, of every template that it defines. */
function constantPhrases(source: Source, definitions: Definitions): readonly ConstantPhrase[] {
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

/** A template that is ready to be rendered, any number of times and by any number of requests at once. */
export interface CompiledTemplate {
  readonly name: string;
  readonly body: TemplateBody;
  /** Phrases that it asks for whatever the data: whether they exist is for who knows the phrases to say. */
  readonly phrases: readonly ConstantPhrase[];
}

/**
 * Compiles the source of a partial, a template in the language of Go's html/template. All that can be wrong with it
 * whatever the data, escaping included, is thrown as a TemplateSyntaxError here, so that it stops startup.
 *
 * @param name the partial's name: what messages begin with, and the name of the template itself to its own source
 */
export function compileTemplate(name: string, text: string): CompiledTemplate {
  const source = new Source(name, wellFormed(text));
  const definitions = parseTemplate(source, FUNCTION_NAMES);
  const { root, bodies } = escapeTemplates(source, definitions);
  const compiled = new Map<string, TemplateBody>();
  const find = (key: string): TemplateBody => {
    const body = compiled.get(key);
    if (!body) throw new Error(`a template is called that was not escaped: ${key}`);
    return body;
  };
  for (const [key, nodes] of bodies) compiled.set(key, compileBody(source, nodes, find));
  return { name, body: find(root), phrases: constantPhrases(source, definitions) };
}

/**
 * Renders a compiled template to HTML.
 *
 * The template sees the view model as `.Data`, and calls `translate` for its `trans '<key>'`. Throws a
 * TemplateExecutionError where the template and the data do not go together, and PartialLimitExceeded at a cap of
 * `limits.ts`; nothing is shown then, also not what came before it.
 */
export function renderTemplate(template: CompiledTemplate, data: Value, translate: (key: string) => string): string {
  const work = new Work();
  const printer = new Printer(work);
  const root = new Map([['Data', data]]);
  const phrase = (key: string): string => wellFormed(translate(displayed(key)));
  template.body.run({ depth: 0, work, printer, translate: phrase }, root);
  work.output = displayed(work.output);
  return work.finished();
}
