import type { Operand, Pipeline } from './ast.js';
import { complexConstant, numberConstant } from './number-constant.js';
import type { ParseScope } from './parse-scope.js';
import { shown } from './source.js';
import { describe } from './token.js';
import type { Token } from './token.js';
import { unquoteCharacter, unquoteString } from './unquote.js';

/** How the parser of operands gets at the one for pipelines, which needs this one. */
export type ParsePipeline = (scope: ParseScope, place: string, end: 'right delimiter' | 'right paren') => Pipeline;

/** A term and the fields behind it; undefined when what follows is no operand. */
export function parseOperand(scope: ParseScope, parsePipeline: ParsePipeline): Operand | undefined {
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
        source.fail(at, `malformed character constant: ${shown(text)} (texts stand in double quotes or backquotes)`);
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
