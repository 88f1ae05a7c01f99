import type { NumberConstant } from './constants.js';

/** The syntax tree of a template. `at` is the offset in the source, for messages. */
export type Node = TextNode | ActionNode | IfNode | WithNode | RangeNode | TemplateCallNode | BreakNode | ContinueNode;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly at: number;
}

/** `{{pipeline}}`: prints its value, unless it assigns it to a variable. */
export interface ActionNode {
  readonly kind: 'action';
  readonly pipeline: Pipeline;
  readonly at: number;
}

interface Branch {
  readonly pipeline: Pipeline;
  readonly body: readonly Node[];
  readonly otherwise: readonly Node[];
  readonly at: number;
}

export interface IfNode extends Branch {
  readonly kind: 'if';
}

export interface WithNode extends Branch {
  readonly kind: 'with';
}

export interface RangeNode extends Branch {
  readonly kind: 'range';
}

export type BranchNode = IfNode | WithNode | RangeNode;

export interface TemplateCallNode {
  readonly kind: 'template';
  readonly name: string;
  readonly pipeline: Pipeline | undefined;
  readonly at: number;
}

export interface BreakNode {
  readonly kind: 'break';
  readonly at: number;
}

export interface ContinueNode {
  readonly kind: 'continue';
  readonly at: number;
}

export interface Pipeline {
  /** Variables that receive the value: at most two, and two only in a range (index or key, then element). */
  readonly variables: readonly string[];
  /** `=` for existing variables, instead of `:=`, which creates new ones. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
  readonly at: number;
}

/** An operand and its arguments. The value of the previous command becomes the last argument. */
export interface Command {
  readonly operands: readonly [Operand, ...Operand[]];
  readonly at: number;
}

export type Operand =
  | { readonly kind: 'dot'; readonly at: number }
  | { readonly kind: 'nil'; readonly at: number }
  | { readonly kind: 'bool'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'string'; readonly value: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: Exclude<NumberConstant, 'malformed'>; readonly at: number }
  | FieldOperand
  | VariableOperand
  | FunctionOperand
  | ChainOperand
  | PipelineOperand;

/** `.Data.Name` */
export interface FieldOperand {
  readonly kind: 'field';
  readonly path: readonly string[];
  readonly at: number;
}

/** `$x.Name`; the path is empty for `$x`. */
export interface VariableOperand {
  readonly kind: 'variable';
  readonly name: string;
  readonly path: readonly string[];
  readonly at: number;
}

export interface FunctionOperand {
  readonly kind: 'function';
  readonly name: string;
  readonly at: number;
}

/** `(index .Data.Rows 0).Name` */
export interface ChainOperand {
  readonly kind: 'chain';
  readonly base: PipelineOperand | FunctionOperand;
  readonly path: readonly string[];
  readonly at: number;
}

/** A pipeline in parentheses. */
export interface PipelineOperand {
  readonly kind: 'pipeline';
  readonly pipeline: Pipeline;
  readonly at: number;
}

/** The definitions of a source: its own body under its own name, and every `define` and `block` in it. */
export type Definitions = ReadonlyMap<string, readonly Node[]>;

/** True for white space only: such a definition never replaces another one. */
export function isBlank(nodes: readonly Node[]): boolean {
  return nodes.every((node) => node.kind === 'text' && node.text.trim() === '');
}
