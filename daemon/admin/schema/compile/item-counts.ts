import type { FormSchema } from '../../model/schema/form-schema.js';
import type { ListColumn } from '../../model/schema/list-schema.js';
import type { NamedColumn } from '../keys/columns.js';
import type { CompileContext } from './context.js';

/**
 * A column that a repeater edits shows the number of items (AD-355). Its values would show fields inside that need a
 * permission. The object of a nested form has no column in a list.
 */
export function withItemCounts(
  columns: readonly ListColumn[],
  definitions: readonly NamedColumn[],
  form: Pick<FormSchema, 'fields'> | undefined,
  { problems }: CompileContext,
): readonly ListColumn[] {
  return columns.map((column) => {
    const nested = form?.fields.find(
      ({ nested: forms, binding }) => forms !== undefined && isOf(binding, column),
    )?.nested;
    if (nested === undefined) return column;
    if (nested.kind === 'list') return { ...column, countsItems: true };
    const at = definitions.find(({ name }) => name === column.name)?.nameAt;
    if (at !== undefined) {
      const expected = 'a column of its own for what the list shows, or no column';
      problems.add(at, 'holds the object of a nested form, which a cell cannot show', { expected });
    }
    return column;
  });
}

function isOf(binding: FormSchema['fields'][number]['binding'], { source }: ListColumn): boolean {
  return binding.kind === 'column' && source.kind === 'column' && source.column.name === binding.column.name;
}
