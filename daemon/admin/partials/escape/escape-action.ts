import type { ActionNode, BreakNode, Command, ContinueNode, Operand, Pipeline, TextNode } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';
import type { Context } from './context.js';
import { isComment, nudge } from './context.js';
import type { EscaperName } from './escapers.js';

/** The syntax tree of a template that is called in one context, with everything that makes its output safe there. */
export type EscapedNode = TextNode | BreakNode | ContinueNode | EscapedAction | EscapedBranch | EscapedCall;

export interface EscapedAction {
  readonly kind: 'action';
  readonly pipeline: Pipeline;
  /** The escapers that process the value before output, in this order. Empty for an assignment. */
  readonly escapers: readonly EscaperName[];
  readonly at: number;
}

export interface EscapedBranch {
  readonly kind: 'if' | 'with' | 'range';
  readonly pipeline: Pipeline;
  readonly body: readonly EscapedNode[];
  readonly otherwise: readonly EscapedNode[];
  readonly at: number;
}

export interface EscapedCall {
  readonly kind: 'template';
  /** As written, for messages. */
  readonly name: string;
  /** The key of the escaped template. Calls in different contexts have different escaped templates of one source template. */
  readonly key: string;
  readonly pipeline: Pipeline | undefined;
  readonly at: number;
}

/** Escaped templates by key; `root` is the key of the source itself. */
export interface EscapedTemplates {
  readonly root: string;
  readonly bodies: ReadonlyMap<string, readonly EscapedNode[]>;
}

/** The reason why a template cannot output anything here. The author has to change the template. */
class NoEscaping extends Error {}

/** The escapers for a value in this context. Throws NoEscaping. */
function escapersFor(context: Context): EscaperName[] {
  const refused = refusedPlace(context);
  if (refused) throw new NoEscaping(`output in ${refused} is not supported in partials`);
  const escapers = forState(context);
  switch (context.delimiter) {
    case 'none':
      return escapers;
    case 'space or tag end':
      return [...escapers, 'unquoted attribute'];
    default:
      return [...escapers, 'quoted attribute'];
  }
}

function forState(context: Context): EscaperName[] {
  switch (context.state) {
    case 'text':
    case 'rcdata':
      return ['text'];
    case 'attribute':
      return [];
    case 'attribute name':
      return ['attribute name'];
    case 'url':
      return forUrl(context);
    case 'srcset':
      return ['srcset'];
    default:
      return isComment(context) ? ['comment'] : [];
  }
}

function forUrl({ urlPart }: Context): EscaperName[] {
  switch (urlPart) {
    case 'none':
      return ['url filter', 'url'];
    case 'before query':
      return ['url'];
    case 'query or fragment':
      return ['url component'];
    case 'unknown':
      throw new NoEscaping('depending on the branch taken, this is before or after the ? of the URL');
  }
}

function refusedPlace({ state, otherScript }: Context): string | undefined {
  if (state.startsWith('script')) return 'a script or an event handler (on…, data-on…)';
  if (state.startsWith('style')) return 'a style';
  return otherScript === 'content' ? 'a script element' : undefined;
}

/** Functions that do part of the automatic escaping. Authors may write them at the end of a pipeline. */
export type PredefinedEscaper = 'html' | 'urlquery';

/** Internal function that authors cannot call: joins the arguments of `{{html a b}}` into the one value to escape. */
export const JOIN_ARGUMENTS = 'join arguments';

const EQUIVALENTS: Readonly<Record<PredefinedEscaper, readonly EscaperName[]>> = {
  html: ['text', 'quoted attribute'],
  urlquery: ['url', 'url component'],
};

function predefinedEscaper({ operands: [first] }: Command): PredefinedEscaper | undefined {
  return first.kind === 'function' && (first.name === 'html' || first.name === 'urlquery') ? first.name : undefined;
}

/**
 * Lets a predefined escaper at the end of a pipeline replace the equivalent automatic one, so that nothing is escaped twice.
 */
function withoutDoubleEscaping(
  pipeline: Pipeline,
  escapers: readonly EscaperName[],
): { pipeline: Pipeline; escapers: readonly EscaperName[] } {
  const last = pipeline.commands.at(-1);
  const predefined = last && predefinedEscaper(last);
  if (!last || !predefined) return { pipeline, escapers };
  const commands = pipeline.commands.length === 1 ? joinedArguments(last) : [...pipeline.commands];
  const replaced = escapers.map((name) => (EQUIVALENTS[predefined].includes(name) ? predefined : name));
  if (replaced.includes(predefined)) commands.pop();
  return { pipeline: { ...pipeline, commands }, escapers: replaced };
}

/** Splits `{{html a b}}` into its two equivalent commands. */
function joinedArguments(command: Command): Command[] {
  const [escaper, ...given] = command.operands;
  if (given.length === 0) return [command];
  const join: Operand = { kind: 'function', name: JOIN_ARGUMENTS, at: command.at };
  return [
    { operands: [join, ...given], at: command.at },
    { operands: [escaper], at: command.at },
  ];
}

/** Attaches to an action the escapers that its position needs. */
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

/**
 * Rejects an escaper that is not the last command, because later commands change its output, and `html` in an unquoted
 * attribute, where it is not sufficient.
 */
function refuseMisplaced(source: Source, { pipeline, at }: ActionNode, context: Context): void {
  const unquoted = context.state === 'attribute' && context.delimiter === 'space or tag end';
  pipeline.commands.forEach((command, index) => {
    const escaper = predefinedEscaper(command);
    const isLast = index === pipeline.commands.length - 1;
    if (escaper && (!isLast || (unquoted && escaper === 'html'))) {
      source.fail(
        at,
        `the escaper ${escaper} is ${isLast ? 'not sufficient in an unquoted attribute' : 'not the last'}`,
      );
    }
  });
}
