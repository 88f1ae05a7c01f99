import type { Asset } from '../../model/schema/asset.js';
import { controllerAssets } from '../../assets/asset.js';
import type { Controller } from '../../model/registration.js';
import type { ControllerSchema } from '../../model/schema/admin-schema.js';
import { RELATION_CONFIG } from '../keys/relation-config.js';
import { registered, wholeFile } from '../spot.js';
import type { CompileContext } from './context.js';
import { compileForm } from './form.js';
import { compileList } from './list.js';
import { PartialUses } from './partials.js';
import { compileRelations } from './relations.js';
import { textOf } from './texts.js';

const CONFIG_FILES = ['config_list.yaml', 'config_form.yaml', 'config_filter.yaml', 'config_relation.yaml'];

/** Config files of October and Winter CMS for which there is nothing here. */
const LATER_FILES = ['config_reorder.yaml', 'config_import_export.yaml', 'config_dashboard.yaml'];

export interface CompiledController {
  readonly schema: ControllerSchema;
  readonly assets: readonly Asset[];
}

/** Everything one controller declares. Undefined where that cannot even be begun. */
export function compileController(controller: Controller, context: CompileContext): CompiledController | undefined {
  const { definitions, problems } = context;
  const model = context.models.get(controller.model);
  if (model === undefined) return undefined;
  const directory = controller.configDir.replace(/^~\//, '');
  const { urls, assets } = controllerAssets(controller, definitions.plugins, context.prefix, problems);
  const partials = new PartialUses(controller, directory);
  const scope = { controller, model, directory, assets: urls, partials };

  checkFiles(controller, directory, context);
  for (const { name, label } of controller.actions) {
    textOf({ value: label, at: registered(`${controller.id}: actions.${name}.label`) }, context);
  }
  const managers = definitions.read(`${directory}/config_relation.yaml`, RELATION_CONFIG)?.value;
  const form = compileForm(scope, managers?.declared ?? [], context);
  const list = compileList(scope, form, context);
  const relations = compileRelations(managers?.entries ?? [], scope, form, context);
  return {
    assets,
    schema: {
      controller,
      model,
      requires: { all: controller.permissions, any: [] },
      ...(list !== undefined && { list }),
      ...(form !== undefined && { form }),
      relations,
      actions: new Map(controller.actions.map((action) => [action.name, action])),
      partials: partials.check(context),
    },
  };
}

/** A config file that nobody reads would be a feature that silently is not there. */
function checkFiles(controller: Controller, directory: string, { definitions, problems }: CompileContext): void {
  const names = [...definitions.plugins.files.keys()]
    .filter((file) => file.startsWith(`${directory}/`))
    .map((file) => file.slice(directory.length + 1));
  if (!names.includes('config_list.yaml') && !names.includes('config_form.yaml')) {
    const expected = `config_list.yaml, config_form.yaml or both in ${directory}/`;
    problems.add(registered(controller.id), 'has neither a list nor a form', { expected });
  }
  for (const name of names.filter((one) => /^config_.*\.ya?ml$/.test(one) && !CONFIG_FILES.includes(one))) {
    const at = wholeFile(`${directory}/${name}`);
    if (LATER_FILES.includes(name)) {
      problems.add(at, 'is not supported yet: it comes with a later release', { advice: 'remove it for now' });
    } else problems.unknown(at, 'is not a config file', name, CONFIG_FILES);
  }
}
