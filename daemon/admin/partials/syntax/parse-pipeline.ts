import { MAX_SOURCE_NESTING } from '../runtime/limits.js';
import type { Command, Node, Operand, Pipeline } from './ast.js';
import { isBlank } from './ast.js';
import { complexConstant, numberConstant, unquoteCharacter, unquoteString } from './constants.js';
import type { TokenStream } from './lexer.js';
import type { Token } from './token.js';
import { describe, shown } from './token.js';

/** The parser's state inside one template of a source. */
export interface ParseScope {
  readonly tokens: TokenStream;
  readonly functions: ReadonlySet<string>;
  readonly definitions: Map<string, readonly Node[]>;
  /** Names of the visible variables, outermost first; every template begins with only `$`. */
  readonly variables: string[];
  /** The number of `range` loops of this template around the current position. */
  loops: number;
  /** The nesting depth of the current position, and thus of the parser's recursion. */
  nesting: number;
}

/** The scope of a template inside the source, without the surrounding variables and loops. */
export function templateScope(scope: ParseScope): ParseScope {
  return { ...scope, variables: ['$'], loops: 0 };
}

/** Runs a parser for a nested construct; variables that it declares go out of scope afterwards. */
export function nested<T>(scope: ParseScope, at: number, parse: () => T): T {
  scope.nesting += 1;
  if (scope.nesting > MAX_SOURCE_NESTING) {
    scope.tokens.source.fail(at, `nested deeper than ${MAX_SOURCE_NESTING}`);
  }
  const result = parse();
  scope.nesting -= 1;
  return result;
}

/** Each name has one template. A blank definition never replaces another, whatever the order. */
export function define(scope: ParseScope, name: string, body: readonly Node[], at: number): void {
  const earlier = scope.definitions.get(name);
  if (earlier === undefined || isBlank(earlier)) scope.definitions.set(name, body);
  else if (!isBlank(body)) scope.tokens.source.fail(at, `template ${JSON.stringify(name)} is defined twice`);
}

/** The parser for pipelines, which the parser of operands needs and which in turn needs that parser. */
export type ParsePipeline = (scope: ParseScope, place: string, end: 'right delimiter' | 'right paren') => Pipeline;

/** A term and the fields after it; undefined if the next token starts no operand. */
function parseOperand(scope: ParseScope, parsePipeline: ParsePipeline): Operand | undefined {
  const { tokens } = scope;
  const token = tokens.nextNonSpace();
  const term = parseTerm(scope, token, parsePipeline);
  if (!term) {
    if (token.kind !== 'end of input') tokens.putBack(token);
    return undefined;
  }
  const path: string[] = [];
  while (tokens.peek().kind === 'field') path.push(tokens.next().text.slice(1));
  if (path.length === 0) return term;
  switch (term.kind) {
    case 'field':
    case 'variable':
      return { ...term, path: [...term.path, ...path] };
    case 'pipeline':
    case 'function':
      return { kind: 'chain', base: term, path, at: term.at };
    default:
      return tokens.source.fail(term.at, `unexpected . after ${describe(token)}`);
  }
}

function parseTerm(scope: ParseScope, token: Token, parsePipeline: ParsePipeline): Operand | undefined {
  const { source } = scope.tokens;
  const { at, text } = token;
  switch (token.kind) {
    case 'dot':
      return { kind: 'dot', at };
    case 'field':
      return { kind: 'field', path: [text.slice(1)], at };
    case 'variable':
      if (!scope.variables.includes(text)) source.fail(at, `undefined variable ${text}`);
      return { kind: 'variable', name: text, path: [], at };
    case 'identifier':
      if (!scope.functions.has(text)) source.fail(at, `function ${text} is not defined`);
      return { kind: 'function', name: text, at };
    case 'keyword':
      return text === 'nil' ? { kind: 'nil', at } : undefined;
    case 'bool':
      return { kind: 'bool', value: text === 'true', at };
    case 'string':
    case 'raw string':
      return { kind: 'string', value: unquoteString(text) ?? source.fail(at, `malformed string: ${shown(text)}`), at };
    case 'character': {
      const code =
        unquoteCharacter(text) ??
        source.fail(at, `malformed character constant: ${shown(text)} (use double quotes or backquotes for strings)`);
      return { kind: 'number', value: BigInt(code), at };
    }
    case 'number':
    case 'complex': {
      const value = token.kind === 'number' ? numberConstant(text) : complexConstant(text);
      return value === 'malformed'
        ? source.fail(at, `malformed number: ${shown(text)}`)
        : { kind: 'number', value, at };
    }
    case 'left paren':
      return { kind: 'pipeline', pipeline: parsePipeline(scope, 'a parenthesized pipeline', 'right paren'), at };
    default:
      return undefined;
  }
}

/** Parses `$i, $x := operand argument … | command …`, up to and including `end`. `place` is for messages. */
export function parsePipeline(
  scope: ParseScope,
  place: string,
  end: 'right delimiter' | 'right paren' = 'right delimiter',
): Pipeline {
  const { tokens } = scope;
  const { at } = tokens.peekNonSpace();
  return nested(scope, at, () => {
    const { variables, assigns } = parseVariables(scope, place);
    const commands: Command[] = [];
    for (;;) {
      const token = tokens.nextNonSpace();
      if (token.kind === end) break;
      if (!startsOperand(token)) tokens.unexpected(token, place);
      tokens.putBack(token);
      commands.push(parseCommand(scope));
    }
    if (commands.length === 0) tokens.source.fail(at, `missing value for ${place}`);
    if (commands.length > MAX_SOURCE_NESTING) {
      tokens.source.fail(at, `a pipeline of more than ${MAX_SOURCE_NESTING} commands`);
    }
    commands.slice(1).forEach(({ operands: [first] }, index) => {
      // A constant cannot accept the value of the previous command.
      if (isConstant(first)) tokens.source.fail(first.at, `stage ${index + 2} of the pipeline is not executable`);
    });
    return { variables, assigns, commands, at };
  });
}

/** `$x :=`, `$x =`, and in a range `$i, $x :=`; nothing if the variable turns out to be an operand. */
function parseVariables(scope: ParseScope, place: string): { variables: string[]; assigns: boolean } {
  const { tokens } = scope;
  const variables: string[] = [];
  for (;;) {
    const variable = tokens.peekNonSpace();
    if (variable.kind !== 'variable') return { variables, assigns: false };
    tokens.next();
    const after = tokens.peek();
    const next = tokens.peekNonSpace();
    const isLast = next.kind === 'assign' || next.kind === 'declare';
    if (!isLast && next.text !== ',') {
      tokens.putBack(...(after.kind === 'space' ? [variable, after] : [variable]));
      return { variables, assigns: false };
    }
    tokens.next();
    variables.push(variable.text);
    // The value may already refer to the variable; only rendering shows whether it has a value by then.
    scope.variables.push(variable.text);
    if (isLast) return { variables, assigns: next.kind === 'assign' };
    if (place !== 'range' || variables.length > 1) tokens.source.fail(next.at, `too many variables in ${place}`);
    if (!['variable', 'right delimiter', 'right paren'].includes(tokens.peekNonSpace().kind)) {
      tokens.source.fail(next.at, 'expected a second variable in range');
    }
  }
}

function parseCommand(scope: ParseScope): Command {
  const { tokens } = scope;
  const { at } = tokens.peekNonSpace();
  const operands: Operand[] = [];
  for (;;) {
    const operand = parseOperand(scope, parsePipeline);
    if (operand) operands.push(operand);
    const token = tokens.next();
    if (token.kind === 'space') continue;
    if (token.kind === 'right delimiter' || token.kind === 'right paren') tokens.putBack(token);
    else if (token.kind !== 'pipe') tokens.unexpected(token, 'operand');
    break;
  }
  const [first, ...more] = operands;
  return first ? { operands: [first, ...more], at } : tokens.source.fail(at, 'empty command');
}

function startsOperand(token: Token): boolean {
  switch (token.kind) {
    case 'bool':
    case 'character':
    case 'complex':
    case 'dot':
    case 'field':
    case 'identifier':
    case 'left paren':
    case 'number':
    case 'raw string':
    case 'string':
    case 'variable':
      return true;
    default:
      return token.kind === 'keyword' && token.text === 'nil';
  }
}

function isConstant(operand: Operand): boolean {
  return ['bool', 'dot', 'nil', 'number', 'string'].includes(operand.kind);
}
