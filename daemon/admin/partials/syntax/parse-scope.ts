import { MAX_SOURCE_NESTING } from '../limits.js';
import type { Node } from './ast.js';
import { isBlank } from './ast.js';
import type { TokenStream } from './token-stream.js';

/** What the parser knows while it is inside one template of a source. */
export interface ParseScope {
  readonly tokens: TokenStream;
  readonly functions: ReadonlySet<string>;
  readonly definitions: Map<string, readonly Node[]>;
  /** Names of the variables in sight, outermost first; every template begins with `$` alone. */
  readonly variables: string[];
  /** How many `range` loops of this template surround the current place. */
  loops: number;
  /** How deeply the current place is nested: the parser calls itself that often. */
  nesting: number;
}

/** A template inside the source: none of the surrounding variables and loops are its own. */
export function templateScope(scope: ParseScope): ParseScope {
  return { ...scope, variables: ['$'], loops: 0 };
}

/** Runs a parser for something inside something; variables that it declares are gone after it. */
export function nested<T>(scope: ParseScope, at: number, parse: () => T): T {
  scope.nesting += 1;
  if (scope.nesting > MAX_SOURCE_NESTING) {
    scope.tokens.source.fail(at, `nested deeper than ${MAX_SOURCE_NESTING}`);
  }
  const result = parse();
  scope.nesting -= 1;
  return result;
}

/** One name is one template. A blank one gives way, whichever comes first. */
export function define(scope: ParseScope, name: string, body: readonly Node[], at: number): void {
  const earlier = scope.definitions.get(name);
  if (earlier === undefined || isBlank(earlier)) scope.definitions.set(name, body);
  else if (!isBlank(body)) scope.tokens.source.fail(at, `template ${JSON.stringify(name)} is defined twice`);
}
