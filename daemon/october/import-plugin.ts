import { isMap } from 'yaml';
import { FORM_CONFIG } from '../admin/schema/keys/config-form.js';
import { LIST_CONFIG } from '../admin/schema/keys/config-list.js';
import { RELATION_CONFIG } from '../admin/schema/keys/config-relation.js';
import type { Reader } from '../admin/schema/yaml/readers.js';
import { Definitions } from './definitions.js';
import { Editing } from './edit/context.js';
import { editList } from './edit/list.js';
import { editRelations } from './edit/relations.js';
import { editScreens } from './edit/screens.js';
import { Languages } from './languages.js';
import { isArray, namespaceIn, propertyIn, textsOf } from './php-source.js';
import type { PluginSource } from './plugin-source.js';
import { NotImportable } from './plugin-source.js';
import { prune } from './prune.js';
import type { ImportReport } from './report.js';
import { DEFAULT_LOCALE, editTexts } from './texts.js';
import { entriesOf, entry, mapAt, textAt, YamlFile } from './yaml-file.js';

/** A plugin in the layout of Gatehouse. */
export interface ImportedPlugin {
  /** "acme.shop". */
  readonly id: string;
  readonly controllers: readonly string[];
  /** By path below plugins/acme/shop/. */
  readonly files: ReadonlyMap<string, string>;
}

const NAME = /^[a-z][a-z0-9_-]*$/;

/** Config files that Gatehouse has no equivalent for, with the way on. */
const OTHER_CONFIGS: Readonly<Record<string, string>> = {
  'config_reorder.yaml': 'add the order as a column, and sort by it',
  'config_import_export.yaml':
    'write one with import and columns, the fields that a file can fill; export needs no file',
  'config_dashboard.yaml': 'show numbers in a headerPartial of a list',
};

/**
 * Copies the YAML and the languages of an October or Winter plugin, with the edits that need no decision. Everything that
 * needs one is in the report. It runs none of the plugin's code.
 *
 * @param id "acme.shop", for a plugin without a Plugin.php
 */
export function importPlugin({ files }: PluginSource, id: string | undefined, report: ImportReport): ImportedPlugin {
  const plugin = idOf(files.get('Plugin.php'), id);
  const languages = new Languages(plugin, files, report);
  const definitions = new Definitions(plugin, files, languages);
  const folders = [...files.keys()].flatMap(
    (path) => /^(controllers\/[^/]+)\/config_(?:list|form)\.ya?ml$/.exec(path)?.[1] ?? [],
  );
  const controllers = [...new Set(folders)].flatMap((folder) => {
    const name = folder.slice('controllers/'.length);
    if (!NAME.test(name)) {
      report.hint(
        folder,
        0,
        `${name} is not valid in an id`,
        'rename the folder with lower-case letters, digits, _ and -',
      );
      return [];
    }
    new ControllerImport(plugin, folder, files, definitions, languages, report).run();
    return [`${plugin}.${name}`];
  });
  importSettings(plugin, files, definitions, report);
  if (definitions.written.size === 0)
    throw new NotImportable(`${plugin} has no controllers or settings with YAML files`);
  return { id: plugin, controllers, files: new Map([...definitions.written, ...languages.write(DEFAULT_LOCALE)]) };
}

function idOf(source: string | undefined, given: string | undefined): string {
  const [vendor, plugin, ...more] = (namespaceIn(source ?? '') ?? '').toLowerCase().split('\\');
  if (
    vendor !== undefined &&
    plugin !== undefined &&
    more.length === 0 &&
    [vendor, plugin].every((name) => NAME.test(name))
  ) {
    const id = `${vendor}.${plugin}`;
    // Its files refer to each other and to their phrases by this id.
    if (given !== undefined && given !== id) throw new NotImportable(`Plugin.php is ${id}; import it without --as`);
    return id;
  }
  if (given !== undefined) return given;
  throw new NotImportable('Plugin.php has no namespace such as Acme\\Shop; name the plugin with --as acme.shop');
}

/** One controller: its config files, and the definitions that they name. */
class ControllerImport {
  readonly #editing: Editing;
  readonly #php: string;

  constructor(
    private readonly plugin: string,
    private readonly folder: string,
    private readonly files: ReadonlyMap<string, string>,
    private readonly definitions: Definitions,
    private readonly languages: Languages,
    private readonly report: ImportReport,
  ) {
    this.#editing = new Editing(plugin, files, folder, report);
    this.#php = [...files].find(([path]) => path.toLowerCase() === `${folder}.php`)?.[1] ?? '';
  }

  run(): void {
    const form = this.#open('formConfig', 'config_form.yaml');
    const list = this.#open('listConfig', 'config_list.yaml');
    const relation = this.#open('relationConfig', 'config_relation.yaml');
    const model = textAt(list?.root, 'modelClass') ?? textAt(form?.root, 'modelClass') ?? '';
    if (form !== undefined) this.#form(form);
    if (list !== undefined) this.#list(list, form !== undefined);
    if (relation !== undefined) this.#relation(relation);
    for (const path of this.files.keys()) {
      const name = path.startsWith(`${this.folder}/`) ? path.slice(this.folder.length + 1) : '';
      const advice = Object.hasOwn(OTHER_CONFIGS, name) ? OTHER_CONFIGS[name] : undefined;
      if (advice !== undefined) this.report.hint(path, 0, 'has no equivalent here', advice);
    }
    this.report.requires({
      of: `controller ${this.plugin}.${this.folder.slice('controllers/'.length)}`,
      model,
      permissions: textsOf(propertyIn(this.#php, 'requiredPermissions')),
      names: this.#editing.names,
    });
  }

  /** A config file, under its usual name or under the one in the controller's PHP file. */
  #open(property: string, usual: string): YamlFile | undefined {
    const named = propertyIn(this.#php, property);
    const [first] = isArray(named) ? named.entries.map(({ value }) => value) : [named];
    const path = [typeof first === 'string' ? first : usual, usual]
      .map((name) => `${this.folder}/${name}`)
      .find((one) => this.files.has(one));
    if (path === undefined) return undefined;
    if (isArray(named) && named.entries.length > 1) {
      this.report.hint(
        path,
        0,
        `${property} names several files`,
        'a controller has one; register a controller for each of the others',
      );
    }
    return YamlFile.open(path, this.files.get(path) ?? '', this.report);
  }

  #form(file: YamlFile): void {
    const { root } = file;
    for (const owner of [root, ...['create', 'update', 'preview'].map((name) => mapAt(root, name))]) {
      this.definitions.follow(owner, 'form', 'fields', file, this.#editing);
    }
    this.#finish(file, 'config_form.yaml', FORM_CONFIG);
  }

  #list(file: YamlFile, hasForm: boolean): void {
    const { root } = file;
    editList(root, hasForm, file, this.#editing);
    this.definitions.follow(root, 'list', 'columns', file, this.#editing);
    this.definitions.follow(root, 'filter', 'filter', file, this.#editing);
    const usual = `${this.folder}/config_filter.yaml`;
    const text = this.files.get(usual);
    if (text !== undefined && !this.definitions.written.has(usual) && root?.has('filter') === false) {
      this.definitions.read(usual, text, 'filter', this.#editing);
    }
    this.#finish(file, 'config_list.yaml', LIST_CONFIG);
  }

  #relation(file: YamlFile): void {
    editRelations(file.root, file, this.#editing);
    for (const { name, value } of entriesOf(file.root)) {
      for (const part of ['view', 'manage']) {
        const owner = entry(value, part)?.value;
        // Columns of another model, which the host registers with that model.
        const related = new Editing(this.plugin, this.files, this.folder, this.report);
        if (isMap(owner)) this.definitions.follow(owner, 'list', 'columns', file, related);
        for (const kind of ['columns', 'computed columns'] as const) {
          for (const column of related.names.get(kind) ?? []) {
            this.#editing.needs('columns of related models', `${name}.${column}`);
          }
        }
      }
    }
    this.#finish(file, 'config_relation.yaml', RELATION_CONFIG);
  }

  #finish(file: YamlFile, name: string, reader: Reader<unknown>): void {
    editTexts(file, this.plugin, this.languages);
    editScreens(file.root, file, this.#editing);
    if (prune(file, reader)) this.definitions.written.set(`${this.folder}/${name}`, file.text());
  }
}

/** The settings screens: models with `settingsFields`. */
function importSettings(
  plugin: string,
  files: ReadonlyMap<string, string>,
  definitions: Definitions,
  report: ImportReport,
): void {
  for (const [path, source] of files) {
    const model = /^models\/([A-Za-z0-9_]+)\.php$/.exec(path)?.[1];
    const [fields] = textsOf(propertyIn(source, 'settingsFields'));
    if (model === undefined || fields === undefined) continue;
    const [code = `${plugin}.${model.toLowerCase()}`] = textsOf(propertyIn(source, 'settingsCode'));
    const editing = new Editing(plugin, files, undefined, report);
    const file = `models/${model.toLowerCase()}/${fields}`;
    const text = files.get(file);
    if (text === undefined || !definitions.read(file, text, 'fields', editing)) continue;
    report.requires({
      of: `settings screen ${code}, fields ~/plugins/${plugin.replace('.', '/')}/${file}`,
      model: '',
      permissions: [],
      names: editing.names,
    });
  }
}
