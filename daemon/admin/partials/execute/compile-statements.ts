import type { EscapedAction, EscapedBranch, EscapedCall, EscapedNode } from '../escape/escape-action.js';
import { ESCAPERS } from '../escape/escapers.js';
import { MAX_CALL_DEPTH, PartialLimitExceeded, TemplateExecutionError } from '../runtime/limits.js';
import type { Value } from '../runtime/value.js';
import { Byte, isList, isMap, isTrue, sortedEntries, typeName } from '../runtime/value.js';
import type { Operand, Pipeline } from '../syntax/ast.js';
import type { Source } from '../syntax/token.js';
import { compileOperand, compilePipeline } from './compile-pipeline.js';
import type { Compilation, Completion, Frame, Mistake, Statement, TemplateBody } from './frame.js';
import { BREAK, CONTINUE, NORMAL, Scope } from './frame.js';

/** The maximum nesting depth of a template, and thus of the closure calls when it runs. */
function heightOf(nodes: readonly EscapedNode[]): number {
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

/** The closure of each command calls that of the command before it. */
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

/** Index or key, element, and whether the element is the content of the range's list or map. */
type Visit = (index: Value, element: Value, isHeld: boolean) => Completion;

/** A loop over a list, over a map in the order of its keys, or over the integers below a number. */
function compileRange(
  compilation: Compilation,
  { pipeline, at, body, otherwise }: EscapedBranch,
  compileList: (nodes: EscapedBranch['body']) => Statement,
): Statement {
  const { scope } = compilation;
  const location = compilation.source.location(at);
  return scope.inner(() => {
    // Before the loop starts, its variables contain the whole range, which `{{else}}` can read.
    const rangesOver = compilation.pipeline(pipeline);
    const slots = pipeline.variables.map((name) => scope.find(name) ?? 0);
    const elementSlot = slots.at(-1);
    const indexSlot = slots.length > 1 ? slots[0] : undefined;
    const runBody = scope.inner(() => compileList(body));
    const runElse = scope.inner(() => compileList(otherwise));

    return (frame) => {
      const { dot, dotIsHeld } = frame;
      const value = rangesOver(frame);
      if (indexSlot !== undefined && isInteger(value)) {
        throw new TemplateExecutionError(`${location}: a loop over an integer has one variable, not two`);
      }
      const visit: Visit = (index, element, isHeld) => {
        frame.work.step();
        if (elementSlot !== undefined) {
          frame.variables[elementSlot] = element;
          frame.held[elementSlot] = isHeld;
        }
        if (indexSlot !== undefined) {
          frame.variables[indexSlot] = index;
          frame.held[indexSlot] = false;
        }
        frame.dot = element;
        frame.dotIsHeld = isHeld;
        return runBody(frame);
      };
      const ran = iterate(frame, value, visit, location);
      frame.dot = dot;
      frame.dotIsHeld = dotIsHeld;
      return ran ? NORMAL : runElse(frame);
    };
  });
}

/** False if the range is empty. */
function iterate(frame: Frame, value: Value, visit: Visit, location: string): boolean {
  if (isList(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (visit(BigInt(index), value[index], true) === BREAK) break;
    }
    return value.length > 0;
  }
  if (isMap(value)) {
    frame.work.each(value.size);
    for (const [key, element] of sortedEntries(value)) {
      if (visit(key, element, true) === BREAK) break;
    }
    return value.size > 0;
  }
  if (isInteger(value)) {
    const isByte = value instanceof Byte;
    const end = isByte ? BigInt(value.value) : value;
    for (let index = 0n; index < end; index += 1n) {
      if (visit(undefined, isByte ? new Byte(Number(index)) : index, false) === BREAK) break;
    }
    return end > 0n;
  }
  if (value === undefined) return false;
  throw new TemplateExecutionError(`${location}: range cannot iterate over a value of type ${typeName(value)}`);
}

function isInteger(value: Value): value is bigint | Byte {
  return typeof value === 'bigint' || value instanceof Byte;
}

/** Finds the target of a call at run time, because not all templates are compiled earlier. */
type FindTemplate = (key: string) => TemplateBody;

function compileStatements(compilation: Compilation, nodes: readonly EscapedNode[], find: FindTemplate): Statement {
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
  // `{{html}}` without arguments: it has no value to escape, not even a missing one.
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

export function compileBody(
  source: Source,
  nodes: readonly EscapedNode[],
  find: FindTemplate,
  mistakes: Mistake[],
): TemplateBody {
  const scope = new Scope();
  const compilation: Compilation = {
    source,
    scope,
    operand: (operand) => compileOperand(compilation, operand),
    pipeline: (pipeline) => compilePipeline(compilation, pipeline),
    mistakes,
  };
  const statements = compileStatements(compilation, nodes, find);
  const { slotCount } = scope;
  const height = heightOf(nodes);
  return {
    height,
    run({ depth, work, printer, language }, dot) {
      work.spend(2 * slotCount);
      const variables = new Array<Value>(slotCount);
      const held = new Array<boolean>(slotCount).fill(false);
      variables[0] = dot;
      statements({ dot, dotIsHeld: false, variables, held, depth: depth + height, work, printer, language });
    },
  };
}
