import type { Choice } from '../../model/schema/view-parts.js';
import type { ListedChoice } from '../read/forms.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import { textOf } from './texts.js';

/** Listed choices with their texts; a value that is there twice is told. */
export function compileChoices(listed: readonly Given<ListedChoice>[], context: CompileContext): readonly Choice[] {
  const seen = new Set<string>();
  return listed.map(({ value: { value, label }, at }) => {
    if (seen.has(value)) context.problems.add(at, `the choice "${value}" is given twice`, { expected: 'each once' });
    seen.add(value);
    return { value, label: textOf({ value: label, at }, context) };
  });
}

export function valuesOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ value }) => value));
}
