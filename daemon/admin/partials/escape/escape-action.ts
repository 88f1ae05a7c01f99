import type { ActionNode, BreakNode, Command, ContinueNode, Operand, Pipeline, TextNode } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';
import type { Context } from './context.js';
import { isComment, nudge } from './context.js';
import type { EscaperName } from './escapers.js';

/** The syntax tree of a template that is called in one context, with all that makes its output safe there. */
export type EscapedNode = TextNode | BreakNode | ContinueNode | EscapedAction | EscapedBranch | EscapedCall;

export interface EscapedAction {
  readonly kind: 'action';
  readonly pipeline: Pipeline;
  /** What the value goes through, in this order, before it is written out. None for an assignment. */
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
  /** Of the escaped template: one source template may be called in several contexts. */
  readonly key: string;
  readonly pipeline: Pipeline | undefined;
  readonly at: number;
}

/** Escaped templates by key; `root` is the key of the source itself. */
export interface EscapedTemplates {
  readonly root: string;
  readonly bodies: ReadonlyMap<string, readonly EscapedNode[]>;
}

/** Why nothing can be put here; the action's author has to change the template. */
class NoEscaping extends Error {}

/** What a value goes through in this context. Throws NoEscaping. */
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

/** Functions that do part of what the automatic escaping does; an author may write them last in a pipeline. */
export type PredefinedEscaper = 'html' | 'urlquery';

/** Called by no author: joins the arguments of `{{html a b}}` into the one value that is escaped. */
export const JOIN_ARGUMENTS = 'join arguments';

const EQUIVALENTS: Readonly<Record<PredefinedEscaper, readonly EscaperName[]>> = {
  html: ['text', 'quoted attribute'],
  urlquery: ['url', 'url component'],
};

function predefinedEscaper({ operands: [first] }: Command): PredefinedEscaper | undefined {
  return first.kind === 'function' && (first.name === 'html' || first.name === 'urlquery') ? first.name : undefined;
}

/**
 * Lets a predefined escaper at the end of a pipeline take the place of the automatic one that does the same, so that
 * nothing is escaped twice.
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

/** `{{html a b}}` as the two commands that it stands for. */
function joinedArguments(command: Command): Command[] {
  const [escaper, ...given] = command.operands;
  if (given.length === 0) return [command];
  const join: Operand = { kind: 'function', name: JOIN_ARGUMENTS, at: command.at };
  return [
    { operands: [join, ...given], at: command.at },
    { operands: [escaper], at: command.at },
  ];
}

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
      source.fail(
        at,
        `the escaper ${escaper} is ${isLast ? 'not sufficient in an unquoted attribute' : 'not the last'}`,
      );
    }
  });
}
