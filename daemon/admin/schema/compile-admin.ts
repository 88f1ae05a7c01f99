import { deepFreeze } from '../../core/json.js';
import { LAST_RESORT } from '../../i18n/locale.js';
import type { PhraseBook } from '../../i18n/phrase-book.js';
import type { AdminRegistration } from '../model/registration.js';
import type { AdminSchema } from '../model/schema/admin-schema.js';
import type { SettingsSchema } from '../model/schema/form-schema.js';
import type { CompileContext } from './compile/context.js';
import { compileController } from './compile/controller.js';
import { compileSettings } from './compile/form.js';
import { compileNavigation, compileSettingsLinks } from './compile/navigation.js';
import type { CompileTemplate, CheckedTemplate } from './compile/partials.js';
import { compileTemplates, readTemplate } from './compile/partials.js';
import { withRelatedForms } from './compile/related-forms.js';
import { withItemCountsEverywhere } from './compile/item-counts.js';
import { Definitions } from './files/definitions.js';
import { readPhrases, unreadPhrases } from './files/language-files.js';
import type { PluginFiles } from './files/plugin-files.js';
import { COLUMNS } from './keys/columns.js';
import { FILTER } from './keys/config-filter.js';
import { FORM_CONFIG } from './keys/config-form.js';
import { LIST_CONFIG } from './keys/config-list.js';
import { RELATION_CONFIG } from './keys/config-relation.js';
import { FIELDS } from './keys/fields.js';
import type { SchemaProblem } from './yaml/problems.js';
import { formatProblem, Problems, SchemaError, wholeFile } from './yaml/problems.js';
import type { Reader } from './yaml/readers.js';

/**
 * Warns about controllers that plugins declare and the host does not register, because Gatehouse does not serve them. A host
 * may deliberately have only some of a plugin's controllers, so this does not stop startup.
 */
function unregisteredControllers(
  { controllers }: AdminRegistration,
  files: ReadonlyMap<string, unknown>,
): readonly SchemaProblem[] {
  const registered = new Set(controllers.map(({ configDir }) => configDir.replace(/^~\//, '')));
  const declared = [...files.keys()].flatMap((file) => CONFIG_FILE.exec(file)?.[1] ?? []);
  const warnings = new Problems();
  for (const folder of new Set(declared)) {
    if (registered.has(folder)) continue;
    warnings.add(
      wholeFile(folder),
      'the host registers no controller for this folder, so Gatehouse does not serve it',
      {
        expected: `a controller whose configuration directory is ~/${folder}`,
      },
    );
  }
  return warnings.sorted();
}

const CONFIG_FILE = /^(plugins\/[^/]+\/[^/]+\/controllers\/.+)\/config_[^/]*\.ya?ml$/;

export interface CompileInput<Template extends CheckedTemplate> {
  /** The code that the host has. */
  readonly registration: AdminRegistration;
  /** The declarations of the plugins. */
  readonly files: PluginFiles;
  /** The path of the backend's mount point: "/backend". */
  readonly prefix: string;
  /** Whether the host keeps saved views of lists. Default: false. */
  readonly savesViews?: boolean;
  /** Whether the host can search several lists at once. Default: false. */
  readonly searchesRecords?: boolean;
  readonly compileTemplate: CompileTemplate<Template>;
  /** Already contains the problems found while reading the files; reported together with the others. */
  readonly problems: Problems;
}

export interface CompiledAdmin<Template> {
  readonly schema: AdminSchema;
  readonly phrases: PhraseBook;
  /** By file: `PartialSchema.file`. */
  readonly templates: ReadonlyMap<string, Template>;
  /** Problems that do not stop startup but deserve attention, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Combines declarations and code into the schemas from which Gatehouse serves everything: once, locale-neutral, frozen. Throws
 * SchemaError with all problems, in file order.
 */
export function compileAdmin<Template extends CheckedTemplate>(input: CompileInput<Template>): CompiledAdmin<Template> {
  const { registration, files, prefix, problems } = input;
  // Without any files, all other problems would be consequences of that.
  if (files.files.size === 0 && problems.count > 0) throw new SchemaError(problems.sorted());
  const phrases = readPhrases(files, registration.defaultLocale, problems);
  const codes = registration.plugins.flatMap((plugin) => plugin.permissions.map(({ code }) => code));
  const context: CompileContext = {
    problems,
    definitions: new Definitions(files, problems),
    phrases,
    models: new Map(registration.models.map((model) => [model.name, model])),
    // Only one controller of a model sets standsForModel; its relations are the model's.
    managers: new Map(registration.controllers.filter((one) => one.standsForModel).map((one) => [one.model, one])),
    controllers: new Map(registration.controllers.map((one) => [one.id, one])),
    settingsCodes: new Set(registration.plugins.flatMap((plugin) => plugin.settings.map(({ code }) => code))),
    permissionCodes: new Set(codes),
    permissions: registration.plugins.flatMap((plugin) => plugin.permissions),
    prefix,
    savesViews: input.savesViews ?? false,
    searchesRecords: input.searchesRecords ?? false,
  };
  const compiled = registration.controllers.flatMap((one) => compileController(one, context) ?? []);
  const linked = withRelatedForms(withItemCountsEverywhere(compiled.map(({ schema }) => schema)), context.managers);
  const controllers = new Map(linked.map((schema) => [schema.controller.id, schema]));
  const settings = registration.plugins.flatMap((plugin) =>
    plugin.settings.flatMap((screen): [string, SettingsSchema][] => {
      const schema = compileSettings(screen, context);
      return schema === undefined ? [] : [[screen.code, schema]];
    }),
  );
  const partials = compiled.flatMap(({ schema }) => [...schema.partials.values()]);
  const templates = compileTemplates(partials, input.compileTemplate, context);
  const schema: AdminSchema = {
    controllers,
    settings: new Map(settings),
    settingsLinks: compileSettingsLinks(registration, controllers, context),
    navigation: compileNavigation(registration, controllers, context),
    assets: new Map(compiled.flatMap(({ assets }) => assets.map((asset) => [asset.path, asset] as const))),
  };
  const found = problems.sorted();
  if (found.length > 0) throw new SchemaError(found);
  const warnings = [
    ...unregisteredControllers(registration, files.files),
    ...unreadPhrases(files),
    ...problems.warnings(),
  ].map(formatProblem);
  return { schema: deepFreeze(schema), phrases, templates, warnings };
}

/** Validates the content of files with these names; other names do not determine the content. */
const READERS: Readonly<Record<string, Reader<unknown>>> = {
  'config_list.yaml': LIST_CONFIG,
  'config_form.yaml': FORM_CONFIG,
  'config_filter.yaml': FILTER,
  'config_relation.yaml': RELATION_CONFIG,
  'columns.yaml': COLUMNS,
  'fields.yaml': FIELDS,
};

/**
 * Finds the problems of the plugins' files that do not depend on the registration: YAML, keys, phrases, templates. Gatehouse
 * reports them together with an invalid registration, so that authors see all errors in one run.
 *
 * @param problems already contains the problems found while reading the files
 */
export function problemsOfFiles<Template extends CheckedTemplate>(
  files: PluginFiles,
  compile: CompileTemplate<Template>,
  problems: Problems,
): readonly string[] {
  readPhrases(files, LAST_RESORT, problems);
  const definitions = new Definitions(files, problems);
  for (const [file, bytes] of files.files) {
    const reader = READERS[file.slice(file.lastIndexOf('/') + 1)];
    if (reader !== undefined) definitions.read(file, reader);
    if (file.endsWith('.htm')) readTemplate(file, bytes, compile, problems);
  }
  return problems.sorted().map(formatProblem);
}
