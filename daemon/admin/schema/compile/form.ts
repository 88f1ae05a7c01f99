import type { Column } from '../../model/column.js';
import type { SettingsScreen } from '../../model/registration.js';
import type { FormContextView, FormSchema, SettingsSchema } from '../../model/schema/form-schema.js';
import type { FormContext } from '../../model/schema/types.js';
import { FORM_CONTEXTS, NEVER } from '../../model/schema/types.js';
import { FORM_CONFIG } from '../keys/config-form.js';
import type { FieldsFile } from '../keys/fields.js';
import { FIELDS } from '../keys/fields.js';
import type { Given } from '../yaml/problems.js';
import { registered } from '../yaml/problems.js';
import type { ValueOf } from '../yaml/readers.js';
import type { CompileContext } from './context.js';
import { allOf, countedTextOf, optionalText, textOf } from './context.js';
import type { ControllerScope, FormOwner } from './controller-scope.js';
import { elementOwner } from './elements.js';
import { checkModelClass } from './controller-scope.js';
import { definitionsIn } from './incomplete-config.js';
import type { FieldsUse } from './fields.js';
import { compileFields } from './fields.js';
import { innerPathOf } from './inner-path.js';

type FormConfig = ValueOf<typeof FORM_CONFIG>;

export interface CompiledForm {
  /** Without the columns that name a record or its last change, which depend on the list. */
  readonly form: Omit<FormSchema, 'titles' | 'lastChange'>;
  readonly recordTitle: Given<string> | undefined;
  readonly lastChange: ChangeColumns;
}

/** The columns of the last change, whatever the permissions of a reader are. */
export interface ChangeColumns {
  readonly at: Column | undefined;
  readonly by: Column | undefined;
}

/** Compiles config_form.yaml and its fields; undefined if the controller has none, or if the file is unreadable. */
export function compileForm(
  scope: ControllerScope,
  managers: readonly string[],
  context: CompileContext,
): CompiledForm | undefined {
  const file = `${scope.directory}/config_form.yaml`;
  const config = context.definitions.read(file, FORM_CONFIG)?.value;
  if (config === undefined) {
    reportFields(file, scope, managers, context);
    return undefined;
  }
  checkModelClass(config.modelClass, scope, context);
  const { modelCreate, modelUpdate, modelPreview, modelDelete } = config.permissions?.value ?? {};
  const form = {
    controller: scope.controller.id,
    model: scope.model,
    fields: compileFields(fieldsUses(config, context), formOwner(scope, managers), context),
    operations: {
      create: allOf(modelCreate?.value, context),
      update: allOf(modelUpdate?.value, context),
      preview: allOf(modelPreview?.value, context),
      delete: scope.controller.neverDeletes === true ? NEVER : allOf(modelDelete?.value, context),
    },
    view: {
      controller: scope.controller.id,
      name: countedTextOf(config.name, context),
      contexts: {
        create: contextView(config.create, context),
        update: contextView(config.update, context),
        preview: contextView(config.preview, context),
      },
      defaultRedirect: innerPathOf(config.defaultRedirect, context),
      assets: scope.assets,
    },
  };
  return { form, recordTitle: config.recordTitle, lastChange: changeColumns(config, scope, context) };
}

/** Reports the errors of the fields of a file that is not valid itself. */
function reportFields(
  file: string,
  scope: ControllerScope,
  managers: readonly string[],
  context: CompileContext,
): void {
  const places = [['form'], ...FORM_CONTEXTS.map((form) => [form, 'form'])];
  for (const keys of places) {
    const fields = definitionsIn(file, keys, FIELDS, context);
    const use = fields && { file: fields, contexts: FORM_CONTEXTS };
    if (use !== undefined) compileFields([use], formOwner(scope, managers), context);
  }
}

const UPDATED_AT = 'updated_at';

function changeColumns(
  { changedAt, changedBy }: FormConfig,
  { model }: ControllerScope,
  context: CompileContext,
): ChangeColumns {
  const named = (given: Given<string> | undefined, type: 'timestamp' | 'string') => {
    if (given === undefined) return undefined;
    const { value, at } = given;
    const fitting = model.columns.filter((column) => column.type === type);
    const found = fitting.find(({ name }) => name === value);
    if (found === undefined) {
      const names = fitting.map(({ name }) => name);
      context.problems.unknown(at, `${model.name} has no ${type} column ${value}`, value, names);
    }
    return found;
  };
  const conventional = model.columns.find(({ name, type }) => name === UPDATED_AT && type === 'timestamp');
  const at = changedAt === undefined ? conventional : named(changedAt, 'timestamp');
  return { at, by: named(changedBy, 'string') };
}

/** The fields files and the forms that use them: usually one file for all three forms. */
function fieldsUses(config: FormConfig, { definitions }: CompileContext): readonly FieldsUse[] {
  const sources = new Map<Given<string | FieldsFile>, FormContext[]>();
  for (const form of FORM_CONTEXTS) {
    const source = config[form]?.value.form ?? config.form;
    sources.set(source, [...(sources.get(source) ?? []), form]);
  }
  return [...sources].flatMap(([source, contexts]) => {
    const file = definitions.readGiven(source, FIELDS);
    return file === undefined ? [] : [{ file: file.value, contexts }];
  });
}

function formOwner({ controller, model, partials }: ControllerScope, managers: readonly string[]): FormOwner {
  return {
    columns: model,
    optionProviders: controller.optionProviders,
    newRecord: new Map(controller.newRecord.map(({ column, value }) => [column, value])),
    isVersioned: model.versioned,
    controller: {
      ...elementOwner(controller),
      model,
      actions: controller.actions,
      relations: controller.relations,
      managers,
      partials,
    },
  };
}

function contextView(given: FormConfig[FormContext], context: CompileContext): FormContextView {
  const { title, redirect, redirectClose, flashSave, flashDelete } = given?.value ?? {};
  return {
    title: optionalText(title, context),
    redirect: innerPathOf(redirect, context),
    redirectClose: innerPathOf(redirectClose, context),
    flashSave: optionalText(flashSave, context),
    flashDelete: optionalText(flashDelete, context),
  };
}

/** Compiles a settings screen: an update form for the values that the host declares. */
export function compileSettings(screen: SettingsScreen, context: CompileContext): SettingsSchema | undefined {
  const label = (name: string, value: string) => ({ value, at: registered(`settings ${screen.code}: ${name}`) });
  const optional = (name: string, value: string) => (value === '' ? null : optionalText(label(name, value), context));
  const file = context.definitions.readGiven(label('fields', screen.fields), FIELDS);
  const entry = {
    code: screen.code,
    label: textOf(label('label', screen.label), context),
    description: optional('description', screen.description),
    category: optional('category', screen.category),
    icon: screen.icon === '' ? null : screen.icon,
    order: screen.order,
    keywords: screen.keywords.map((keyword, index) => textOf(label(`keywords[${index}]`, keyword), context)),
  };
  if (file === undefined) return undefined;
  const owner = {
    columns: { name: `the settings screen ${screen.code}`, columns: screen.columns },
    optionProviders: screen.optionProviders,
    newRecord: new Map(),
    isVersioned: screen.versioned,
  };
  return {
    screen,
    requires: { all: screen.permissions, any: [] },
    fields: compileFields([{ file: file.value, contexts: ['update'] }], owner, context),
    entry,
  };
}
