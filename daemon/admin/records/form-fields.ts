import type { PermissionSet } from '../auth/permission-set.js';
import type { Selection } from '../model/query.js';
import { isToMany } from '../model/relation.js';
import type { FormField, FormSchema } from '../model/schema/form-schema.js';
import type { FormContext } from '../model/schema/types.js';

/** So many related records a relation field shows. One that has more is left out of the record, lest a write cut it. */
export const MAX_RELATED = 1000;

/** The fields of one form that an administrator has, without a difference between those that are hidden and those there are not. */
export function permittedFields(
  fields: readonly FormField[],
  context: FormContext,
  permissions: PermissionSet,
): readonly FormField[] {
  return fields.filter(({ contexts, requires }) => contexts.includes(context) && permissions.meets(requires));
}

/** Which forms of a record an administrator may open: what a record shows is what stands on one of them. */
export function permittedContexts(form: FormSchema, permissions: PermissionSet): readonly FormContext[] {
  return (['create', 'update', 'preview'] as const).filter((context) => permissions.meets(form.operations[context]));
}

/** The fields that an existing record shows: those of the update and the preview form, as far as each may be opened. */
export function shownFields(form: FormSchema, permissions: PermissionSet): readonly FormField[] {
  const contexts = permittedContexts(form, permissions).filter((context) => context !== 'create');
  const fields = contexts.flatMap((context) => permittedFields(form.fields, context, permissions));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return withValue([...byName.values()]);
}

/** Those that show a value of the record. A password is never returned, in whatever form. */
export function withValue(fields: readonly FormField[]): readonly FormField[] {
  return fields.filter(
    ({ binding, rules }) => (binding.kind === 'column' || binding.kind === 'relation') && rules?.secret !== true,
  );
}

/** What has to be read of a record to show the fields; recordOf walks them the same way. */
export function selectionOf(fields: readonly FormField[]): Selection {
  return {
    columns: fields.flatMap(({ binding }) => (binding.kind === 'column' ? [binding.column] : [])),
    relations: fields.flatMap(({ binding }) => {
      if (binding.kind !== 'relation') return [];
      const { relation, label: column } = binding;
      return [{ kind: 'related' as const, relation, column, limit: isToMany(relation) ? MAX_RELATED : 1 }];
    }),
  };
}
