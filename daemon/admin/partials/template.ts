import { escapeTemplates } from './escape/escape.js';
import { compileBody } from './execute/compile-statements.js';
import type { Mistake, TemplateBody } from './execute/frame.js';
import type { Language } from './functions/builtins.js';
import { FUNCTION_NAMES } from './functions/builtins.js';
import { Printer } from './functions/printer.js';
import { rootMembers } from './root-members.js';
import { displayed, wellFormed } from './runtime/go-string.js';
import { Work } from './runtime/limits.js';
import type { Value } from './runtime/value.js';
import type { Definitions, Node, Operand, Pipeline } from './syntax/ast.js';
import { parseTemplate } from './syntax/parse-template.js';
import { Source } from './syntax/token.js';

/** A constant text that a template passes to `trans`, whatever its data: `{{trans "acme.blog::lang.posts.title"}}`. */
interface ConstantPhrase {
  readonly text: string;
  /** "plugins/…/_stats.htm:3:7" */
  readonly location: string;
}

/** In source order, of every template that it defines. */
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

/** A compiled template, which any number of concurrent requests can render any number of times. */
export interface CompiledTemplate {
  readonly name: string;
  readonly body: TemplateBody;
  /** Phrases that it uses whatever the data. Its caller checks that they exist. */
  readonly phrases: readonly ConstantPhrase[];
  /**
   * Mistakes that do not depend on the data, but that Go meets only while it runs, or never: its caller rejects the template.
   * Each place once.
   */
  readonly mistakes: readonly Mistake[];
}

/**
 * Compiles the source of a partial, a template in the language of Go's html/template. Throws TemplateSyntaxError for all errors
 * that do not depend on the data, including those of escaping, so that they stop startup.
 *
 * @param name the partial's name: the first part of messages, and the name of the template in its own source
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
  const mistakes = rootMembers(definitions, name).flatMap(({ name: member, at }): Mistake[] =>
    member === 'Data' ? [] : [{ what: `the only member here is .Data, not .${member}`, location: source.location(at) }],
  );
  for (const [key, nodes] of bodies) compiled.set(key, compileBody(source, nodes, find, mistakes));
  // A template that is called in two contexts is compiled for each of them.
  const byPlace = new Map(mistakes.map((mistake) => [mistake.location, mistake]));
  return { name, body: find(root), phrases: constantPhrases(source, definitions), mistakes: [...byPlace.values()] };
}

/**
 * Renders a compiled template to HTML.
 *
 * The template sees the view model as `.Data`; its `trans` and `number` are in this language. Throws TemplateExecutionError if
 * the template cannot work with the data, and PartialLimitExceeded if it exceeds a limit of `limits.ts`; in both cases it
 * returns no output at all.
 */
export function renderTemplate(template: CompiledTemplate, data: Value, language: Language): string {
  const work = new Work();
  const printer = new Printer(work);
  const root = new Map([['Data', data]]);
  const translate = (key: string): string => wellFormed(language.translate(displayed(key)));
  template.body.run({ depth: 0, work, printer, language: { ...language, translate } }, root);
  work.output = displayed(work.output);
  return work.finished();
}
