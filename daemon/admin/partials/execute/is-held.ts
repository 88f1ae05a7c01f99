import type { Operand } from '../syntax/ast.js';
import type { Compilation } from './compilation.js';
import type { Frame } from './frame.js';

/**
 * Whether a value is held by something (a member, an element, a variable of a loop) rather than being a value of its
 * own. To Go the first is an interface, which `slice` does not take for an index.
 */
export function isHeld({ scope }: Compilation, operand: Operand): (frame: Frame) => boolean {
  switch (operand.kind) {
    case 'field':
    case 'chain':
      return () => true;
    case 'dot':
      return (frame) => frame.dotIsHeld;
    case 'variable': {
      const slot = scope.find(operand.name) ?? 0;
      return operand.path.length > 0 ? () => true : (frame) => frame.held[slot] ?? false;
    }
    default:
      return () => false;
  }
}
