import type { Column } from '../../model/column.js';
import type { FormField, RecordTitle } from '../../model/schema/form-schema.js';
import type { ListColumn, ListSchema } from '../../model/schema/list-schema.js';
import type { CompileContext } from './context.js';
import type { CompiledForm } from './form.js';

/**
 * The columns that can name a record: those behind `recordTitle`, or by default the text columns of the list in order, then
 * those that it hides by default, then the text fields of the form. The name of a record must not reveal a column that the administrator may not see, so each has
 * the requirement of the list column or the field that shows it.
 */
export function recordTitles(
  { form, recordTitle }: CompiledForm,
  list: ListSchema | undefined,
  { problems }: CompileContext,
): readonly RecordTitle[] {
  const columns = list?.columns ?? [];
  // A column that the list does not show by default is often empty, such as the login beside a name.
  const inOrder = [...columns.filter(({ view }) => !view.invisible), ...columns.filter(({ view }) => view.invisible)];
  const shown = [...inOrder.flatMap(titleOfColumn), ...form.fields.flatMap(titleOfField)];
  if (recordTitle === undefined) return shown.filter(({ isText }) => isText).map(({ title }) => title);
  const { value, at } = recordTitle;
  const named = shown.map(({ title }) => title).filter(({ column }) => column.name === value);
  if (named.length === 0) {
    const names = [...new Set(shown.map(({ title }) => title.column.name))];
    problems.unknown(at, `neither the list nor the form shows a column ${value}`, value, names);
  }
  return named;
}

interface ShownTitle {
  readonly title: RecordTitle;
  /** Whether it may name records without being chosen. */
  readonly isText: boolean;
}

/** Types of columns whose values make a short text. */
const NAMING: ReadonlySet<Column['type']> = new Set(['string', 'integer', 'bigint', 'decimal', 'date']);

function titleOfColumn({ source, requires, view }: ListColumn): readonly ShownTitle[] {
  if (source.kind !== 'column' || !NAMING.has(source.column.type)) return [];
  const { column } = source;
  return [{ title: { column, requires }, isText: view.type === 'text' && column.type === 'string' }];
}

function titleOfField({ binding, requires, view }: FormField): readonly ShownTitle[] {
  if (binding.kind !== 'column' || view.type === 'password' || !NAMING.has(binding.column.type)) return [];
  const { column } = binding;
  return [{ title: { column, requires }, isText: view.type === 'text' && !view.hidden && column.type === 'string' }];
}
