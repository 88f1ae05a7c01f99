import { PartialLimitExceeded } from '../errors.js';
import { ESCAPERS } from '../escape/escapers/table.js';
import type { EscapedAction, EscapedBranch, EscapedCall, EscapedNode } from '../escape/escaped.js';
import { MAX_CALL_DEPTH } from '../limits.js';
import { isTrue } from '../values/value.js';
import { compilePipeline } from './compile-pipeline.js';
import type { Compilation } from './compilation.js';
import { compileRange } from './compile-range.js';
import { BREAK, CONTINUE, NORMAL } from './frame.js';
import type { Frame, Statement } from './frame.js';
import type { TemplateBody } from './template-body.js';

/** How a call finds what it calls; only at run time is every template compiled. */
export type FindTemplate = (key: string) => TemplateBody;

export function compileStatements(
  compilation: Compilation,
  nodes: readonly EscapedNode[],
  find: FindTemplate,
): Statement {
  const statements = nodes.map((node) => compileStatement(compilation, node, find));
  const [only] = statements;
  if (statements.length === 1 && only) return only;
  return (frame) => {
    for (const statement of statements) {
      const completion = statement(frame);
      if (completion !== NORMAL) return completion;
    }
    return NORMAL;
  };
}

function compileStatement(compilation: Compilation, node: EscapedNode, find: FindTemplate): Statement {
  switch (node.kind) {
    case 'text': {
      const { text } = node;
      return (frame) => {
        frame.work.step();
        frame.work.write(text);
        return NORMAL;
      };
    }
    case 'action':
      return compileAction(compilation, node);
    case 'if':
    case 'with':
      return compileBranch(compilation, node, find);
    case 'range':
      return compileRange(compilation, node, (nodes) => compileStatements(compilation, nodes, find));
    case 'template':
      return compileTemplateCall(compilation, node, find);
    case 'break':
      return () => BREAK;
    case 'continue':
      return () => CONTINUE;
  }
}

function compileAction(compilation: Compilation, { pipeline, escapers }: EscapedAction): Statement {
  const value = compilePipeline(compilation, pipeline);
  if (pipeline.variables.length > 0) {
    return (frame) => {
      frame.work.step();
      value(frame);
      return NORMAL;
    };
  }
  const [first, ...more] = escapers.map((name) => ESCAPERS[name]);
  if (!first) throw new Error('an action without escapers: its output would be unsafe');
  // `{{html}}` on its own: there is nothing to escape, not even a value that is missing.
  const isEmpty = pipeline.commands.length === 0;
  return (frame) => {
    const { work, printer } = frame;
    work.step();
    if (isEmpty) return NORMAL;
    let text = first(value(frame), printer, work);
    for (const escape of more) text = escape(text, printer, work);
    work.write(text);
    return NORMAL;
  };
}

function compileBranch(compilation: Compilation, node: EscapedBranch, find: FindTemplate): Statement {
  const { scope } = compilation;
  return scope.inner(() => {
    const condition = compilePipeline(compilation, node.pipeline);
    const runBody = scope.inner(() => compileStatements(compilation, node.body, find));
    const runElse = scope.inner(() => compileStatements(compilation, node.otherwise, find));
    if (node.kind === 'if') {
      return (frame) => {
        frame.work.step();
        return isTrue(condition(frame)) ? runBody(frame) : runElse(frame);
      };
    }
    return (frame) => {
      frame.work.step();
      const value = condition(frame);
      if (!isTrue(value)) return runElse(frame);
      const { dot, dotIsHeld } = frame;
      frame.dot = value;
      frame.dotIsHeld = false;
      const completion = runBody(frame);
      frame.dot = dot;
      frame.dotIsHeld = dotIsHeld;
      return completion;
    };
  });
}

function compileTemplateCall(compilation: Compilation, node: EscapedCall, find: FindTemplate): Statement {
  const argument = node.pipeline ? compilePipeline(compilation, node.pipeline) : () => undefined;
  const location = compilation.source.location(node.at);
  return (frame: Frame) => {
    frame.work.step();
    const body = find(node.key);
    if (frame.depth + body.height > MAX_CALL_DEPTH) {
      throw new PartialLimitExceeded(`${location}: templates call each other too deeply`);
    }
    body.run(frame, argument(frame));
    return NORMAL;
  };
}
