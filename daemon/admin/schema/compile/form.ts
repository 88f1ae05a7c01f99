import type { FormContextView, FormSchema } from '../../model/schema/form-schema.js';
import type { FormContext } from '../../model/schema/types.js';
import { FORM_CONTEXTS } from '../../model/schema/types.js';
import type { FieldsFile } from '../keys/fields.js';
import { FIELDS } from '../keys/fields.js';
import { FORM_CONFIG } from '../keys/form-config.js';
import type { ValueOf } from '../read/reader.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import { checkModelClass, innerPathOf } from './controller-scope.js';
import type { FieldsUse } from './fields.js';
import { compileFields } from './fields.js';
import type { FormOwner } from './form-owner.js';
import { allOf } from './requirements.js';
import { countedTextOf, optionalText } from './texts.js';

type FormConfig = ValueOf<typeof FORM_CONFIG>;

/** config_form.yaml with its fields; undefined when the controller has none, or when it cannot be read. */
export function compileForm(
  scope: ControllerScope,
  managers: readonly string[],
  context: CompileContext,
): FormSchema | undefined {
  const file = `${scope.directory}/config_form.yaml`;
  const config = context.definitions.read(file, FORM_CONFIG)?.value;
  if (config === undefined) return undefined;
  checkModelClass(config.modelClass, scope, context);
  const { modelCreate, modelUpdate, modelPreview, modelDelete } = config.permissions?.value ?? {};
  return {
    controller: scope.controller.id,
    model: scope.model,
    fields: compileFields(fieldsUses(config, context), formOwner(scope, managers), context),
    operations: {
      create: allOf(modelCreate?.value, context),
      update: allOf(modelUpdate?.value, context),
      preview: allOf(modelPreview?.value, context),
      delete: allOf(modelDelete?.value, context),
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
}

/** Which fields stand behind which form: usually one file behind all three. */
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
    controller: {
      id: controller.id,
      model,
      elementPrefix: `${controller.vendor}-${controller.plugin}-`,
      actions: controller.actions,
      relations: controller.relations,
      managers,
      hasScripts: controller.assets.scripts.length > 0,
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
