import type { BreakNode, ContinueNode, Pipeline, TextNode } from '../syntax/ast.js';
import type { EscaperName } from './escapers/table.js';

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
