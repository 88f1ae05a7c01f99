import { MAX_SOURCE_NESTING } from '../limits.js';
import type { Command, Operand, Pipeline } from './ast.js';
import { parseOperand } from './parse-operand.js';
import { nested } from './parse-scope.js';
import type { ParseScope } from './parse-scope.js';
import type { Token } from './token.js';

/** `$i, $x := operand argument … | command …`, up to `end`, which it takes. `place` is for messages. */
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
      // A constant cannot take the value of the command before it.
      if (isConstant(first)) tokens.source.fail(first.at, `stage ${index + 2} of the pipeline is not executable`);
    });
    return { variables, assigns, commands, at };
  });
}

/** `$x :=`, `$x =`, and in a range `$i, $x :=`; nothing when the variable turns out to be an operand. */
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
    // The value may already name the variable: whether it has one by then shows only when the template runs.
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
