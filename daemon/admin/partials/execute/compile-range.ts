import { TemplateExecutionError } from '../errors.js';
import type { EscapedBranch } from '../escape/escaped.js';
import { sortedEntries } from '../values/sorted-entries.js';
import { Byte, isList, isMap, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';
import type { Compilation } from './compilation.js';
import { BREAK, NORMAL } from './frame.js';
import type { Completion, Frame, Statement } from './frame.js';

/** Index or key, element, and whether the element is held by what is ranged over. */
type Visit = (index: Value, element: Value, isHeld: boolean) => Completion;

/** A loop over a list, over a map in the order of its keys, or over the integers below a number. */
export function compileRange(
  compilation: Compilation,
  { pipeline, at, body, otherwise }: EscapedBranch,
  compileList: (nodes: EscapedBranch['body']) => Statement,
): Statement {
  const { scope } = compilation;
  const location = compilation.source.location(at);
  return scope.inner(() => {
    // Before the loop begins, its variables hold what it ranges over: `{{else}}` can see that.
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

/** False when there was nothing to visit. */
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
