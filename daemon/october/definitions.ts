import type { YAMLMap } from 'yaml';
import { isMap } from 'yaml';
import { COLUMNS } from '../admin/schema/keys/columns.js';
import { FILTER } from '../admin/schema/keys/config-filter.js';
import type { Reader } from '../admin/schema/yaml/readers.js';
import { editColumns } from './edit/columns.js';
import { Editing, ownPath } from './edit/context.js';
import type { ModelFacts } from './edit/fields.js';
import { editFields, NO_FACTS } from './edit/fields.js';
import { editFilters } from './edit/filters.js';
import { FIELDS_WITH_NESTED } from './edit/nested.js';
import type { Languages } from './languages.js';
import { propertyIn, relationsIn, textsOf } from './php-source.js';
import { prune } from './prune.js';
import { editTexts } from './texts.js';
import { entriesOf, entry, mapAt, textOf, YamlFile } from './yaml-file.js';

/** The kind of definitions in a file, or in a part of one. */
export type Role = 'columns' | 'fields' | 'filter';

const READERS: Readonly<Record<Role, Reader<unknown>>> = {
  columns: COLUMNS,
  fields: FIELDS_WITH_NESTED,
  filter: FILTER,
};

/** The files that config files refer to. Each is edited once, however many name it. */
export class Definitions {
  /** The edited files by path. */
  readonly written = new Map<string, string>();
  /** The needs from the host of each of them. */
  readonly #needs = new Map<string, Editing['names']>();

  constructor(
    private readonly plugin: string,
    private readonly files: ReadonlyMap<string, string>,
    private readonly languages: Languages,
  ) {}

  /** Edits the value of a key: definitions written there, or the path of a file with them. */
  follow(owner: YAMLMap | undefined, key: string, role: Role, from: YamlFile, editing: Editing): void {
    const found = entry(owner, key);
    if (owner === undefined || found === undefined) return;
    if (isMap(found.value)) {
      this.#edit(found.value, role, from, editing, NO_FACTS);
      return;
    }
    const written = textOf(found.value) ?? '';
    const path = ownPath(written, this.plugin);
    const folder = from.path.slice(0, from.path.lastIndexOf('/'));
    const source = path?.split('/').slice(4).join('/') ?? `${folder}/${written}`;
    const text = this.files.get(source) ?? this.files.get(source.replace(/\.yaml$/, '.yml'));
    if (text === undefined) {
      owner.delete(key);
      from.hint(
        found,
        `${key}: ${written} is not a file of this plugin`,
        'write the definitions, and name their file here',
      );
      return;
    }
    if (!this.read(source, text, role, editing)) {
      owner.delete(key);
      return;
    }
    if (path === undefined || path === written) return;
    from.set(owner, key, path);
    from.report.edited('paths rewritten');
  }

  /** Edits one file. False if nothing is left of it. */
  read(path: string, text: string, role: Role, editing: Editing): boolean {
    const target = path.replace(/\.yml$/, '.yaml');
    const known = this.#needs.get(target);
    if (known !== undefined) {
      editing.include(known);
      return true;
    }
    const file = YamlFile.open(path, text, editing.report);
    if (file === undefined || isEmpty(file, role)) return false;
    const own = new Editing(this.plugin, this.files, editing.folder, editing.report);
    this.#edit(file.root, role, file, own, this.#factsOf(path));
    editing.include(own.names);
    editTexts(file, this.plugin, this.languages);
    if (!prune(file, READERS[role])) return false;
    this.written.set(target, file.text());
    this.#needs.set(target, own.names);
    return true;
  }

  #edit(map: YAMLMap | undefined, role: Role, file: YamlFile, editing: Editing, facts: ModelFacts): void {
    if (role === 'columns') editColumns(map, file, editing);
    else if (role === 'fields') editFields(map, facts, file, editing);
    else editFilters(map, file, editing);
  }

  /** From the PHP file of the model to whose folder the file belongs. */
  #factsOf(path: string): ModelFacts {
    const folder = /^models\/([^/]+)\//.exec(path)?.[1];
    const model = [...this.files].find(([file]) => file.toLowerCase() === `models/${folder ?? ''}.php`);
    return model === undefined
      ? NO_FACTS
      : { purgeable: textsOf(propertyIn(model[1], 'purgeable')), relations: relationsIn(model[1]) };
  }
}

/** `scopes: []` and the like. */
function isEmpty({ root }: YamlFile, role: Role): boolean {
  return role === 'filter' && entriesOf(mapAt(root, 'scopes')).length === 0;
}
