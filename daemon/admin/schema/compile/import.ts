import type { Column } from '../../model/column.js';
import type { FormField, FormSchema } from '../../model/schema/form-schema.js';
import { isImportable } from '../../model/schema/importable.js';
import type { ImportKey, ImportSchema } from '../../model/schema/list-schema.js';
import { IMPORT_EXPORT_CONFIG } from '../keys/config-import-export.js';
import { wholeFile } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import { allOf, optionalText } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import { checkModelClass } from './controller-scope.js';

/** Compiles config_import_export.yaml; undefined if the controller has none, or if the file is unreadable. */
export function compileImport(
  scope: ControllerScope,
  form: Pick<FormSchema, 'fields' | 'operations'> | undefined,
  context: CompileContext,
): ImportSchema | undefined {
  const { definitions, problems } = context;
  const file = `${scope.directory}/config_import_export.yaml`;
  const config = definitions.read(file, IMPORT_EXPORT_CONFIG)?.value.import.value;
  if (config === undefined) return undefined;
  const { title, modelClass, columns, updateBy, permissions } = config;
  if (modelClass !== undefined) checkModelClass(modelClass, scope, context);
  if (form === undefined) {
    if (!scope.hasFormFile) {
      problems.add(wholeFile(file), 'needs the form that creates the records', { expected: 'a config_form.yaml' });
    }
    return undefined;
  }
  const contexts = updateBy === undefined ? (['create'] as const) : (['create', 'update'] as const);
  const offered = form.fields.filter(
    (field) => contexts.some((one) => field.contexts.includes(one)) && isImportable(field),
  );
  const names = [...new Set(offered.map(({ name }) => name))];
  for (const { value, at } of columns?.value ?? []) {
    if (names.includes(value)) continue;
    const forms = updateBy === undefined ? 'create form has' : 'create form and the update form have';
    problems.unknown(at, `the ${forms} no field ${value} that can be imported`, value, names);
  }
  const keys = possibleKeys(scope, form.fields);
  for (const { value, at } of updateBy?.value ?? []) {
    if (keys.has(value)) continue;
    problems.unknown(at, `${value} cannot say which record a row updates`, value, [...keys.keys()]);
  }
  const { create, update } = form.operations;
  return {
    requires: [allOf(permissions?.value, context)],
    operations: { create, update },
    ...(columns !== undefined && { columns: new Set(columns.value.map(({ value }) => value)) }),
    keys: (updateBy?.value ?? []).flatMap(({ value }) => keys.get(value) ?? []),
    view: { title: optionalText(title, context) },
  };
}

/** The primary key, and fields of the update form with values that people can write in a file and a database can compare. */
function possibleKeys({ model }: ControllerScope, fields: readonly FormField[]): ReadonlyMap<string, ImportKey> {
  const keys = new Map<string, ImportKey>();
  for (const { name, contexts, binding, rules, view } of fields) {
    if (binding.kind !== 'column' || !contexts.includes('update') || !isComparable(binding.column)) continue;
    const hasText = rules?.secret !== true && rules?.html !== true && rules?.tags === undefined;
    if (hasText && view.type !== 'password') keys.set(name, { name, column: binding.column, isId: false });
  }
  const id = model.columns.find(({ name }) => name === model.primaryKey);
  if (id !== undefined && isComparable(id)) keys.set(id.name, { name: id.name, column: id, isId: true });
  return keys;
}

function isComparable({ type }: Column): boolean {
  return type === 'string' || type === 'integer' || type === 'bigint';
}
