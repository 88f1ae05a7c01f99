import type { PluginFiles } from '../assets/plugin-files.js';
import { readPhrases } from '../i18n/read-phrases.js';
import type { PhraseBook } from '../i18n/phrase-book.js';
import type { AdminRegistration } from '../model/registration.js';
import type { AdminSchema } from '../model/schema/admin-schema.js';
import type { SettingsSchema } from '../model/schema/settings-schema.js';
import type { CompileContext } from './compile/context.js';
import { compileController } from './compile/controller.js';
import { compileNavigation } from './compile/navigation.js';
import type { CompileTemplate, UsesPhrases } from './compile/partials.js';
import { compileTemplates } from './compile/partials.js';
import { compileSettings } from './compile/settings.js';
import { unreadPhrases } from './compile/unread-phrases.js';
import { unregisteredControllers } from './compile/unregistered.js';
import { deepFreeze } from '../../core/deep-freeze.js';
import { Definitions } from './files/definitions.js';
import type { Problems } from './problems.js';
import { formatProblem, SchemaError } from './problems.js';

export interface CompileInput<Template extends UsesPhrases> {
  /** What the host says there is. */
  readonly registration: AdminRegistration;
  /** What the plugins declare. */
  readonly files: PluginFiles;
  /** Where the backend is mounted: "/backend". */
  readonly prefix: string;
  readonly compileTemplate: CompileTemplate<Template>;
  /** Holds what reading the files found already; told together with the rest. */
  readonly problems: Problems;
}

export interface CompiledAdmin<Template> {
  readonly schema: AdminSchema;
  readonly phrases: PhraseBook;
  /** By file: `PartialSchema.file`. */
  readonly templates: ReadonlyMap<string, Template>;
  /** What does not stop startup and deserves a look, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Joins declarations and code into the schemas that everything is served from: once, locale-neutral, frozen. Throws
 * SchemaError with everything that is wrong, in the order of the files.
 */
export function compileAdmin<Template extends UsesPhrases>(input: CompileInput<Template>): CompiledAdmin<Template> {
  const { registration, files, prefix, problems } = input;
  // Without any file, everything else that could be said would follow from that.
  if (files.files.size === 0 && problems.count > 0) throw new SchemaError(problems.sorted());
  const phrases = readPhrases(files, registration.defaultLocale, problems);
  const codes = registration.plugins.flatMap((plugin) => plugin.permissions.map(({ code }) => code));
  const context: CompileContext = {
    problems,
    definitions: new Definitions(files, problems),
    phrases,
    models: new Map(registration.models.map((model) => [model.name, model])),
    // A later entry of a Map replaces an earlier one, and the first is meant.
    managers: new Map(registration.controllers.filter((one) => one.standsForModel).map((one) => [one.model, one])),
    permissionCodes: new Set(codes),
    prefix,
  };
  const compiled = registration.controllers.flatMap((one) => compileController(one, context) ?? []);
  const controllers = new Map(compiled.map(({ schema }) => [schema.controller.id, schema]));
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
    navigation: compileNavigation(registration, controllers, context),
    assets: new Map(compiled.flatMap(({ assets }) => assets.map((asset) => [asset.path, asset] as const))),
  };
  const found = problems.sorted();
  if (found.length > 0) throw new SchemaError(found);
  const warnings = [...unregisteredControllers(registration, files.files), ...unreadPhrases(files)].map(formatProblem);
  return { schema: deepFreeze(schema), phrases, templates, warnings };
}
