import type { ControllerSchema } from '../../model/schema/admin-schema.js';
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
      const expected = 'a column of its own for the texts that the list shows, or no column';
      problems.add(at, 'holds the object of a nested form, which a cell cannot show', { expected });
    }
    return column;
  });
}

function isOf(binding: FormSchema['fields'][number]['binding'], { source }: ListColumn): boolean {
  return binding.kind === 'column' && source.kind === 'column' && source.column.name === binding.column.name;
}

/**
 * The same for every list that shows a column of a model whose records another controller edits with nested forms: relation
 * managers, and columns of related records. Once all controllers are compiled, because each may refer to a later one.
 */
export function withItemCountsEverywhere(controllers: readonly ControllerSchema[]): readonly ControllerSchema[] {
  const nested = new Map<string, Set<string>>();
  for (const { model, form } of controllers) {
    const names = (form?.fields ?? []).flatMap(({ nested: forms, binding }) =>
      forms !== undefined && binding.kind === 'column' ? [binding.column.name] : [],
    );
    nested.set(model.name, new Set([...(nested.get(model.name) ?? []), ...names]));
  }
  const counted = (columns: readonly ListColumn[], model: string) =>
    columns.map((column) => {
      const { source } = column;
      const [owner, name] =
        source.kind === 'column'
          ? [model, source.column.name]
          : [
              source.selection.relation.relatedModel,
              source.selection.kind === 'related' ? source.selection.column.name : '',
            ];
      return nested.get(owner)?.has(name) === true ? { ...column, countsItems: true as const } : column;
    });
  return controllers.map((schema) => ({
    ...schema,
    ...(schema.list && { list: { ...schema.list, columns: counted(schema.list.columns, schema.model.name) } }),
    relations: new Map(
      [...schema.relations].map(([name, one]) => {
        const listed = (list: typeof one.view) => ({ ...list, columns: counted(list.columns, one.related.name) });
        return [name, { ...one, view: listed(one.view), manage: listed(one.manage) }];
      }),
    ),
  }));
}
