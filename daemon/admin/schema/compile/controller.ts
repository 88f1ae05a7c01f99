import { sha256 } from '../../../core/crypto.js';
import type { AssetUrls } from '../../api/answers.js';
import { contentTypeOf, extensionOf } from '../../model/asset-types.js';
import type { Controller } from '../../model/registration.js';
import type { Asset, ControllerSchema } from '../../model/schema/admin-schema.js';
import { didYouMeanFile } from '../files/definitions.js';
import type { PluginFiles } from '../files/plugin-files.js';
import { RELATION_CONFIG } from '../keys/config-relation.js';
import type { Problems } from '../yaml/problems.js';
import { registered, wholeFile } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import { textOf } from './context.js';
import { compileForm } from './form.js';
import { compileList } from './list.js';
import { PartialUses } from './partials.js';
import { lastChangeOf } from './last-change.js';
import { recordTitles } from './record-title.js';
import { compileRelations } from './relations.js';

/** Length of `v` in URLs: long enough to tell versions apart, short enough to read. */
const VERSION_LENGTH = 12;

export interface ControllerAssets {
  readonly urls: AssetUrls;
  readonly assets: readonly Asset[];
}

/**
 * The files that a controller declares, with their URLs. A missing file, or one of a type that Gatehouse does not serve, stops
 * startup.
 */
function controllerAssets(
  controller: Controller,
  { files }: PluginFiles,
  prefix: string,
  problems: Problems,
): ControllerAssets {
  const find = (kind: 'scripts' | 'styles', extensions: readonly string[]): Asset[] =>
    controller.assets[kind].flatMap((path, index) => {
      const at = registered(`${controller.id}: assets.${kind}[${index}]`);
      const folder = `plugins/${controller.vendor}/${controller.plugin}/assets/`;
      const extension = extensionOf(path);
      if (!isPlainPath(path)) {
        problems.add(at, `"${path}" is not a path under assets/`, { expected: 'a path such as js/meter.js' });
      } else if (!extensions.includes(extension)) {
        problems.add(at, `"${path}" is not served`, { expected: extensions.map((one) => `.${one}`).join(' or ') });
      } else {
        const bytes = files.get(folder + path);
        if (bytes !== undefined) return [asset(controller, path, contentTypeOf(path) ?? '', bytes, prefix)];
        problems.add(at, `file ${folder}${path} does not exist`, {
          advice: didYouMeanFile(folder + path, files.keys()),
        });
      }
      return [];
    });
  const scripts = find('scripts', ['js', 'mjs']);
  const styles = find('styles', ['css']);
  return {
    urls: { scripts: scripts.map(({ url }) => url), styles: styles.map(({ url }) => url) },
    assets: [...scripts, ...styles],
  };
}

function asset(controller: Controller, path: string, contentType: string, bytes: Buffer, prefix: string): Asset {
  const digest = sha256(bytes).toString('hex');
  const full = `${controller.vendor}/${controller.plugin}/${path}`;
  return {
    path: full,
    url: `${prefix}/assets/${full}?v=${digest.slice(0, VERSION_LENGTH)}`,
    contentType,
    sha256: digest,
    etag: `"${digest}"`,
    bytes,
  };
}

/** True if every segment means itself in any URL: no escapes to decode, no `..`, no hidden files. */
function isPlainPath(path: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);
}

const CONFIG_FILES = [
  'config_list.yaml',
  'config_form.yaml',
  'config_filter.yaml',
  'config_relation.yaml',
  'config_import_export.yaml',
];

/** Config files of October and Winter CMS that Gatehouse does not support. */
const LATER_FILES = ['config_reorder.yaml', 'config_dashboard.yaml'];

export interface CompiledController {
  readonly schema: ControllerSchema;
  readonly assets: readonly Asset[];
}

/** Compiles everything that one controller declares. Undefined if an error prevents even a start. */
export function compileController(controller: Controller, context: CompileContext): CompiledController | undefined {
  const { definitions, problems } = context;
  const model = context.models.get(controller.model);
  if (model === undefined) return undefined;
  const directory = controller.configDir.replace(/^~\//, '');
  const { urls, assets } = controllerAssets(controller, definitions.plugins, context.prefix, problems);
  const partials = new PartialUses(controller, directory);
  const hasFormFile = definitions.plugins.files.has(`${directory}/config_form.yaml`);
  const scope = { controller, model, directory, assets: urls, partials, hasFormFile };

  checkFiles(controller, directory, context);
  for (const { name, label } of controller.actions) {
    textOf({ value: label, at: registered(`${controller.id}: actions.${name}.label`) }, context);
  }
  const managers = definitions.read(`${directory}/config_relation.yaml`, RELATION_CONFIG)?.value;
  const compiled = compileForm(scope, managers?.declared ?? [], context);
  const list = compileList(scope, compiled?.form, context);
  const form = compiled && {
    ...compiled.form,
    titles: recordTitles(compiled, list, context),
    lastChange: lastChangeOf(compiled, list),
  };
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

/** Reports config files that Gatehouse does not read. Otherwise a feature would be missing without any message. */
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
      problems.add(at, 'is not supported yet', { advice: 'remove it for now' });
    } else problems.unknown(at, 'is not a config file', name, CONFIG_FILES);
  }
}
