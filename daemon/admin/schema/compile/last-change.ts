import type { Column } from '../../model/column.js';
import type { LastChange, ShownColumn } from '../../model/schema/form-schema.js';
import type { ListSchema } from '../../model/schema/list-schema.js';
import type { CompiledForm } from './form.js';

/**
 * The columns that say when a record was last changed, and by whom. A conflict must not reveal what the list or the form shows
 * only with a permission, so each has the requirements of the list columns and the fields that show it.
 */
export function lastChangeOf(
  { form, lastChange: { at, by } }: Pick<CompiledForm, 'form' | 'lastChange'>,
  list: Pick<ListSchema, 'columns'> | undefined,
): LastChange {
  const shown = ({ name }: Column) => [
    ...(list?.columns ?? []).flatMap(({ source, requires }) =>
      source.kind === 'column' && source.column.name === name ? [requires] : [],
    ),
    ...form.fields.flatMap(({ binding, requires }) =>
      binding.kind === 'column' && binding.column.name === name ? [requires] : [],
    ),
  ];
  const shownColumn = (column: Column): ShownColumn => ({ column, shownBy: shown(column) });
  return { ...(at !== undefined && { at: shownColumn(at) }), ...(by !== undefined && { by: shownColumn(by) }) };
}
