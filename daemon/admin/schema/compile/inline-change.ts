import type { FormField, FormSchema } from '../../model/schema/form-schema.js';
import type { ListColumn } from '../../model/schema/list-schema.js';
import type { NamedColumn } from '../keys/columns.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';

/**
 * Columns with `editable: true` get the field of the update form that writes them (AD-298). The field has the rules and the
 * permissions of the change, so that a list never permits what the form does not.
 */
export function withInlineChange(
  columns: readonly ListColumn[],
  definitions: readonly NamedColumn[],
  form: Pick<FormSchema, 'fields' | 'operations'> | undefined,
  { hasFormFile }: ControllerScope,
  { problems }: CompileContext,
): readonly ListColumn[] {
  return columns.map((column) => {
    const editable = definitions.find(({ name }) => name === column.name)?.value.editable;
    if (editable?.value !== true || (form === undefined && hasFormFile)) return column;
    const field = form?.fields.find((one) => writes(one, column));
    if (form === undefined || field === undefined) {
      problems.add(editable.at, `no field of the update form can change the column ${column.name}`, {
        expected:
          column.view.type === 'switch'
            ? 'a writable switch or checkbox field of the same column of the model'
            : 'a writable field with listed options of the same column of the model',
      });
      return column;
    }
    const change = { field: field.name, options: field.view.options ?? [] };
    return { ...column, change: { requires: [form.operations.update, field.requires], view: change } };
  });
}

function writes({ contexts, rules, binding }: FormField, { source, view }: ListColumn): boolean {
  if (!contexts.includes('update') || rules === undefined) return false;
  if (binding.kind !== 'column' || source.kind !== 'column' || binding.column.name !== source.column.name) return false;
  if (view.type === 'switch') return rules.flag === true;
  // A json column has several choices, and a menu has one.
  return binding.choices?.kind === 'listed' && binding.column.type !== 'json';
}
