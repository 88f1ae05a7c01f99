import { choiceText } from '../../model/choice.js';
import type { Column } from '../../model/column.js';
import type { Choice } from '../../model/schema/view-parts.js';
import type { ListedChoice } from '../read/forms.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import { textOf } from './texts.js';

/** Listed choices with their texts. A value that is there twice is told, and one that the column cannot hold. */
export function compileChoices(
  listed: readonly Given<ListedChoice>[],
  column: Column | undefined,
  context: CompileContext,
): readonly Choice[] {
  const { problems } = context;
  const seen = new Set<string>();
  return listed.map(({ value: { value: written, label }, at }) => {
    const value = choiceText(column, written);
    if (value === undefined) {
      problems.add(at, `the choice "${written}" does not fit the column ${column?.name ?? ''}`, {
        expected: `a value that is ${column?.type ?? ''}`,
      });
    } else if (seen.has(value)) problems.add(at, `the choice "${written}" is given twice`, { expected: 'each once' });
    seen.add(value ?? written);
    return { value: value ?? written, label: textOf({ value: label, at }, context) };
  });
}

export function valuesOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ value }) => value));
}
