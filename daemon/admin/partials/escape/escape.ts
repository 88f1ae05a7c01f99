import { MAX_CALL_DEPTH, MAX_ESCAPING_WORK } from '../runtime/limits.js';
import type { BranchNode, Definitions, Node, TemplateCallNode } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';
import type { Context, State } from './context.js';
import { describeContext, isComment, isScriptLiteral, join, sameContext, TEXT } from './context.js';
import type { EscapedCall, EscapedNode, EscapedTemplates } from './escape-action.js';
import { escapeAction } from './escape-action.js';
import { BadText, COMMENT_START } from './html-transition.js';
import { afterText } from './transition.js';

export interface EscapedText {
  readonly context: Context;
  readonly text: string;
}

const DOCTYPE = /^<!DOCTYPE/i;
const SPECIAL_IN_SCRIPT = /<(?=script|\/script|!--)/gi;
const COMMENT_MARK_LENGTHS: Readonly<Partial<Record<State, number>>> = {
  comment: COMMENT_START.length,
  'script <!-- comment': COMMENT_START.length,
  'script --> comment': 3,
};

/**
 * Text of a template as it is written out: without comments, with every `<` that begins no tag escaped, so that what
 * follows it at run time cannot make it one; and the context after it. Throws BadText.
 */
function escapeStatic(start: Context, source: string): EscapedText {
  let context = start;
  let text = '';
  for (let at = 0; at < source.length;) {
    const step = afterText(context, source.slice(at));
    const part = source.slice(at, at + step.length);
    // An end tag right at the start ends what the text before was in, and dealt with.
    if (part !== '' || at > 0) text += written(context, step.context, part);
    at += step.length;
    context = step.context;
  }
  return { context, text };
}

function written(before: Context, after: Context, part: string): string {
  if (isDropped(before)) return commentSubstitute(before, part);
  const kept = isDropped(after) && after.state !== before.state ? part.slice(0, part.length - markLength(after)) : part;
  if (before.state === 'text' || before.state === 'rcdata') {
    return escapeLoneBrackets(kept, kept === part && after.state !== before.state);
  }
  return isScriptLiteral(before) ? part.replace(SPECIAL_IN_SCRIPT, '\\x3C') : kept;
}

/** Comments are not written out, except in attributes, where they may be something else after all. */
function isDropped(context: Context): boolean {
  return isComment(context) && context.delimiter === 'none';
}

/** Of what began the comment; two characters in all other languages. */
function markLength({ state }: Context): number {
  return COMMENT_MARK_LENGTHS[state] ?? 2;
}

/** A block comment separates tokens, and one with a line break in it ends a line. */
function commentSubstitute({ state }: Context, part: string): string {
  if (state === 'style block comment') return ' ';
  if (state !== 'script block comment') return '';
  return /[\n\r\u2028\u2029]/.test(part) ? '\n' : ' ';
}

/** Every `<` but that of the tag which the text ends in, and that of a doctype. */
function escapeLoneBrackets(text: string, endsInTag: boolean): string {
  const end = endsInTag ? text.lastIndexOf('<') : text.length;
  const head = text.slice(0, end < 0 ? text.length : end);
  const escaped = head.replace(/</g, (bracket, at: number) =>
    DOCTYPE.test(text.slice(at, at + 9)) ? bracket : '&lt;',
  );
  return escaped + text.slice(head.length);
}

/**
 * Finds out where in the HTML every action stands and attaches what makes its output safe there. A template that is
 * called in several contexts is escaped for each of them. Throws TemplateSyntaxError where no escaping is right.
 */
export function escapeTemplates(source: Source, definitions: Definitions): EscapedTemplates {
  const bodies = new Map<string, readonly EscapedNode[]>();
  const escape = new Escape(source, definitions, bodies, { work: 0, depth: 0 });
  const { key, context } = escape.template(source.name, TEXT, 0);
  if (context.state !== 'text') {
    source.fail(source.text.length, `the template ends unexpectedly: ${describeContext(context)}`);
  }
  return { root: key, bodies };
}

interface Escaped {
  readonly nodes: readonly EscapedNode[];
  /** Undefined where control never gets to: behind a break or a continue. */
  readonly context: Context | undefined;
}

/** Contexts at the breaks and continues of the loop that is being escaped. */
type LoopExits = { readonly context: Context; readonly at: number }[];

class Escape {
  /** For each key, the context that a call of the template leads to; its own start, while that is being found out. */
  readonly #outputs: Map<string, Context>;
  readonly #called = new Set<string>();
  #calls = 0;

  constructor(
    private readonly source: Source,
    private readonly definitions: Definitions,
    private readonly bodies: Map<string, readonly EscapedNode[]>,
    private readonly spent: { work: number; depth: number },
    parent?: Escape,
  ) {
    this.#outputs = new Map(parent === undefined ? [] : parent.#outputs);
  }

  template(name: string, start: Context, at: number): { key: string; context: Context } {
    const key = `${JSON.stringify(name)} in ${describeContext(start)}`;
    this.#called.add(key);
    this.#calls += 1;
    const known = this.#outputs.get(key);
    if (known) return { key, context: known };
    const body = this.definitions.get(name) ?? this.source.fail(at, `template ${JSON.stringify(name)} does not exist`);
    const context = this.#tryBody(key, body, start);
    if (context.holds) return { key, context: context.end };
    // Where the body ended may be where it always ends, whatever it begins in: then its calls of itself end there too.
    const again = this.#tryBody(key, body, context.end);
    if (again.holds) return { key, context: again.end };
    return this.source.fail(at, `template ${key}: it is recursive, and its calls end in different contexts`);
  }

  /**
   * Escapes a body on the assumption that calls of it, from within, end in the context in which it begins. It holds
   * when there are no such calls, or the body does end there.
   */
  #tryBody(key: string, body: readonly Node[], start: Context): { holds: boolean; end: Context } {
    this.#outputs.set(key, start);
    const inner = new Escape(this.source, this.definitions, this.bodies, this.spent, this);
    const { nodes, context: end = start } = inner.#list(body, start, undefined);
    const holds = !inner.#called.has(key) || sameContext(start, end);
    if (holds) {
      for (const [other, output] of inner.#outputs) this.#outputs.set(other, output);
      for (const other of inner.#called) this.#called.add(other);
      this.bodies.set(key, nodes);
    }
    return { holds, end };
  }

  #list(nodes: readonly Node[], start: Context, exits: LoopExits | undefined): Escaped {
    let context: Context | undefined = start;
    const escaped: EscapedNode[] = [];
    this.spent.depth += 1;
    for (const node of nodes) {
      this.spent.work += 1;
      if (this.spent.work > MAX_ESCAPING_WORK) this.source.fail(node.at, 'loops are nested too deeply');
      if (this.spent.depth > MAX_CALL_DEPTH) this.source.fail(node.at, 'templates call each other too deeply');
      const step: { node: EscapedNode; context: Context | undefined } = this.#node(node, context, exits);
      escaped.push(step.node);
      ({ context } = step);
      if (!context) break;
    }
    this.spent.depth -= 1;
    return { nodes: escaped, context };
  }

  #node(
    node: Node,
    context: Context,
    exits: LoopExits | undefined,
  ): { node: EscapedNode; context: Context | undefined } {
    switch (node.kind) {
      case 'text':
        return this.#text(node.text, node.at, context);
      case 'action':
        return escapeAction(this.source, node, context);
      case 'template':
        return this.#call(node, context);
      case 'break':
      case 'continue':
        exits?.push({ context, at: node.at });
        return { node, context: undefined };
      default:
        return this.#branch(node, context, exits);
    }
  }

  #text(text: string, at: number, start: Context): { node: EscapedNode; context: Context } {
    try {
      const escaped = escapeStatic(start, text);
      return { node: { kind: 'text', text: escaped.text, at }, context: escaped.context };
    } catch (error) {
      if (error instanceof BadText) this.source.fail(at, error.message);
      throw error;
    }
  }

  #call(node: TemplateCallNode, start: Context): { node: EscapedCall; context: Context } {
    const { key, context } = this.template(node.name, start, node.at);
    return { node: { ...node, key }, context };
  }

  #branch(
    node: BranchNode,
    start: Context,
    exits: LoopExits | undefined,
  ): { node: EscapedNode; context: Context | undefined } {
    const body = node.kind === 'range' ? this.#loop(node, start) : this.#list(node.body, start, exits);
    const otherwise = this.#list(node.otherwise, start, exits);
    const context = this.#joined(body.context, otherwise.context, node, 'the branches end');
    return { node: { ...node, body: body.nodes, otherwise: otherwise.nodes }, context };
  }

  /** A body that may run again from where it ended, or from where it was left. */
  #loop(node: BranchNode, start: Context): Escaped {
    const once: LoopExits = [];
    const calls = this.#calls;
    const body = this.#list(node.body, start, once);
    let context = this.#withExits(body.context, once, node);
    // A second run that begins alike ends alike, unless it calls templates, of which more is known by then.
    if (context && (this.#calls > calls || !sameContext(context, start))) {
      const twice: LoopExits = [];
      const again = new Escape(this.source, this.definitions, new Map(this.bodies), this.spent, this);
      const second = again.#list(node.body, context, twice);
      context = this.#joined(context, second.context, node, 'one iteration of the loop and the next one end');
      context = this.#withExits(context, twice, node);
    }
    return { nodes: body.nodes, context };
  }

  #withExits(context: Context | undefined, exits: LoopExits, node: BranchNode): Context | undefined {
    return exits.reduce<Context | undefined>((all, exit) => {
      return this.#joined(all, exit.context, node, 'the end of the loop and a break or continue are');
    }, context);
  }

  #joined(left: Context | undefined, right: Context | undefined, node: BranchNode, what: string): Context | undefined {
    if (!left || !right) return left ?? right;
    const context = join(left, right);
    if (context) return context;
    const contexts = `${describeContext(left)}; ${describeContext(right)}`;
    return this.source.fail(node.at, `{{${node.kind}}}: ${what} in different contexts: ${contexts}`);
  }
}
