import type { BranchNode, Definitions, Node } from './ast.js';
import { parsePipeline, define, nested, templateScope } from './parse-pipeline.js';
import type { ParseScope } from './parse-pipeline.js';
import { shown } from './token.js';
import type { Source, Token } from './token.js';
import { TokenStream } from './lexer.js';
import { unquoteString } from './constants.js';

/** The templates of a source: the text itself under the source's name, and its definitions. */
export function parseTemplate(source: Source, functions: ReadonlySet<string>): Definitions {
  const tokens = new TokenStream(source);
  const scope: ParseScope = { tokens, functions, definitions: new Map(), variables: ['$'], loops: 0, nesting: 0 };
  const root: Node[] = [];
  while (tokens.peek().kind !== 'end of input') {
    // A template can be defined only here, at the top level.
    if (takeDefine(scope)) {
      parseDefinition(templateScope(scope));
      continue;
    }
    const item = parseItem(scope);
    if (isEnd(item)) return tokens.source.fail(item.at, `unexpected {{${item.end}}}`);
    root.push(item);
  }
  define(scope, source.name, root, 0);
  return scope.definitions;
}

/** The token that closes a list of nodes. */
interface End {
  readonly end: 'end' | 'else';
  readonly at: number;
}

function isEnd(item: Node | End): item is End {
  return 'end' in item;
}

function takeDefine({ tokens }: ParseScope): boolean {
  if (tokens.peek().kind !== 'left delimiter') return false;
  const delimiter = tokens.next();
  if (tokens.isKeyword('define')) return true;
  tokens.putBack(delimiter);
  return false;
}

/** Parses `{{define "name"}}…{{end}}`, starting at the keyword. */
function parseDefinition(scope: ParseScope): void {
  const { at } = scope.tokens.nextNonSpace();
  const name = parseName(scope, 'define');
  scope.tokens.expect('right delimiter', 'define');
  define(scope, name, parseBody(scope, 'define', at), at);
}

function parseName({ tokens }: ParseScope, place: string): string {
  const token = tokens.nextNonSpace();
  if (token.kind !== 'string' && token.kind !== 'raw string') tokens.unexpected(token, place);
  return unquoteString(token.text) ?? tokens.source.fail(token.at, `malformed string: ${shown(token.text)}`);
}

/** The nodes up to and including an `{{end}}`. */
function parseBody(scope: ParseScope, place: string, at: number): Node[] {
  const { nodes, end } = parseList(scope, at);
  if (end.end !== 'end') scope.tokens.source.fail(end.at, `unexpected {{else}} in ${place}`);
  return nodes;
}

function parseList(scope: ParseScope, at: number): { nodes: Node[]; end: End } {
  const nodes: Node[] = [];
  while (scope.tokens.peekNonSpace().kind !== 'end of input') {
    const item = parseItem(scope);
    if (isEnd(item)) return { nodes, end: item };
    nodes.push(item);
  }
  return scope.tokens.source.fail(at, 'the {{end}} of this is missing');
}

function parseItem(scope: ParseScope): Node | End {
  const { tokens } = scope;
  const token = tokens.nextNonSpace();
  if (token.kind === 'text') return { kind: 'text', text: token.text, at: token.at };
  if (token.kind !== 'left delimiter') tokens.unexpected(token, 'template');
  const first = tokens.nextNonSpace();
  if (first.kind === 'keyword') {
    const item = parseKeyword(scope, first);
    if (item) return item;
  }
  if (first.kind !== 'end of input') tokens.putBack(first);
  return { kind: 'action', pipeline: parsePipeline(scope, 'command'), at: first.at };
}

function parseKeyword(scope: ParseScope, { text, at }: Token): Node | End | undefined {
  switch (text) {
    case 'if':
    case 'with':
    case 'range':
      return parseBranch(scope, text, at);
    case 'break':
    case 'continue':
      scope.tokens.expect('right delimiter', text);
      if (scope.loops === 0) scope.tokens.source.fail(at, `{{${text}}} outside of a range`);
      return { kind: text, at };
    case 'end':
      scope.tokens.expect('right delimiter', text);
      return { end: 'end', at };
    case 'else':
      // `{{else if …}}` continues with the keyword, like `{{else}}{{if …}}`.
      if (!scope.tokens.isKeyword('if') && !scope.tokens.isKeyword('with')) {
        scope.tokens.expect('right delimiter', text);
      }
      return { end: 'else', at };
    case 'template':
      return parseCall(scope, at);
    case 'block':
      return parseBlock(scope, at);
    default:
      return undefined;
  }
}

function parseBranch(scope: ParseScope, kind: BranchNode['kind'], at: number): BranchNode {
  return nested(scope, at, () => {
    const inSight = scope.variables.length;
    const pipeline = parsePipeline(scope, kind);
    if (kind === 'range') scope.loops += 1;
    const { nodes: body, end } = parseList(scope, at);
    if (kind === 'range') scope.loops -= 1;
    const otherwise = end.end === 'else' ? parseElse(scope, kind, end.at) : [];
    scope.variables.length = inSight;
    return { kind, pipeline, body, otherwise, at };
  });
}

/** A chained `else if` or `else with` consumes the `{{end}}` of the whole chain. */
function parseElse(scope: ParseScope, kind: BranchNode['kind'], at: number): Node[] {
  if (kind !== 'range' && scope.tokens.isKeyword(kind)) {
    return [parseBranch(scope, kind, scope.tokens.nextNonSpace().at)];
  }
  return parseBody(scope, `the {{else}} of {{${kind}}}`, at);
}

/** `{{template "name" pipeline}}` */
function parseCall(scope: ParseScope, at: number): Node {
  const { tokens } = scope;
  const name = parseName(scope, 'template');
  if (tokens.peekNonSpace().kind !== 'right delimiter') {
    return { kind: 'template', name, pipeline: parsePipeline(scope, 'template'), at };
  }
  tokens.next();
  return { kind: 'template', name, pipeline: undefined, at };
}

/** `{{block "name" pipeline}}…{{end}}`: a definition, and a call of it. */
function parseBlock(scope: ParseScope, at: number): Node {
  const name = parseName(scope, 'block');
  const pipeline = parsePipeline(scope, 'block');
  const body = nested(scope, at, () => parseBody({ ...templateScope(scope), nesting: scope.nesting }, 'block', at));
  define(scope, name, body, at);
  return { kind: 'template', name, pipeline, at };
}
