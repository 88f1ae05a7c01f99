import type { FormSchema } from '../../model/schema/form-schema.js';
import { isImportable } from '../../model/schema/importable.js';
import type { ImportSchema } from '../../model/schema/list-schema.js';
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
  const { title, modelClass, columns, permissions } = config;
  if (modelClass !== undefined) checkModelClass(modelClass, scope, context);
  if (form === undefined) {
    if (!scope.hasFormFile) {
      problems.add(wholeFile(file), 'needs the form that creates the records', { expected: 'a config_form.yaml' });
    }
    return undefined;
  }
  const offered = form.fields.filter((field) => field.contexts.includes('create') && isImportable(field));
  const names = offered.map(({ name }) => name);
  for (const { value, at } of columns?.value ?? []) {
    if (names.includes(value)) continue;
    problems.unknown(at, `the create form has no field ${value} that can be imported`, value, names);
  }
  return {
    requires: [form.operations.create, allOf(permissions?.value, context)],
    ...(columns !== undefined && { columns: new Set(columns.value.map(({ value }) => value)) }),
    view: { title: optionalText(title, context) },
  };
}
