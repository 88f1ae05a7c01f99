import type { YAMLMap } from 'yaml';
import { isMap, isSeq } from 'yaml';
import { FIELD_TABLE } from '../../admin/schema/keys/fields.js';
import type { Entry, YamlFile } from '../yaml-file.js';
import { entriesOf, entry, itemsOf, mapAt, textAt, textOf } from '../yaml-file.js';
import { Editing } from './context.js';
import { keepKeysOf, replacementOf } from './field-types.js';
import { fieldsInside, hasFileInside, isNested } from './nested.js';
import { editOptions } from './options.js';
import { editTrigger } from './trigger.js';

const AREAS = ['tabs', 'secondaryTabs'];

/** Types whose choices October takes from a method of the model if the file has none. */
const CHOSEN = ['dropdown', 'radio', 'balloon-selector', 'checkboxlist'];

/** Types without a column of their own. */
const WITHOUT_COLUMN = ['section', 'hint', 'partial', 'widget'];

/** Facts about attributes, from the PHP file of a form's model. */
export interface ModelFacts {
  /** Attributes that it never saves. */
  readonly purgeable: readonly string[];
  /** Its relations by name: "belongsTo Acme\\Shop\\Models\\Maker". */
  readonly relations: ReadonlyMap<string, string>;
}

export const NO_FACTS: ModelFacts = { purgeable: [], relations: new Map() };

/** Edits the fields of a form. */
export function editFields(root: YAMLMap | undefined, model: ModelFacts, file: YamlFile, editing: Editing): void {
  for (const { value } of entriesOf(mapAt(root, 'fields'))) {
    // October looks for it only in fields on tabs.
    if (isMap(value) && value.delete('tab')) file.report.edited('keys removed that only change the look');
  }
  editMaps(
    [root, ...AREAS.map((area) => mapAt(root, area))].flatMap((owner) => mapAt(owner, 'fields') ?? []),
    model,
    file,
    editing,
  );
  for (const area of AREAS) {
    if (mapAt(root, area) !== undefined && entriesOf(mapAt(mapAt(root, area), 'fields')).length === 0)
      root?.delete(area);
  }
}

/** Edits all the fields of one form, which may refer to each other. */
function editMaps(maps: readonly YAMLMap[], model: ModelFacts, file: YamlFile, editing: Editing): void {
  const removed = new Set<string>();
  for (const map of maps) {
    for (const field of entriesOf(map)) {
      const reason = editField(field, model, file, editing);
      if (reason === undefined) continue;
      map.delete(field.pair.key);
      removed.add(bare(field.name));
      file.hint(field, `${field.name} ${reason.what}`, reason.advice);
    }
  }
  for (const map of maps) for (const field of entriesOf(map)) editReferences(field, removed, file);
}

/** Types that need a controller, which a settings screen does not have. */
const OF_CONTROLLERS = ['relation', 'relationmanager', 'partial', 'widget', 'recordfinder'];

interface Reason {
  readonly what: string;
  readonly advice: string;
}

/** The reason for removing the field; undefined if it stays. */
function editField(field: Entry, model: ModelFacts, file: YamlFile, editing: Editing): Reason | undefined {
  const name = bare(field.name);
  if (/[[\]]/.test(field.name)) {
    return {
      what: 'is a value inside of a JSON column',
      advice: 'give it a column of its own, or show the whole column with type codeeditor',
    };
  }
  if (model.purgeable.includes(name)) {
    return { what: 'is never saved by its model', advice: 'offer what it does as an action or a hook of the host' };
  }
  if (!isMap(field.value)) {
    editing.needs('columns', name);
    return undefined;
  }
  const map = field.value;
  const type = textAt(map, 'type') ?? FIELD_TABLE.defaultType;
  if (editing.folder === undefined && OF_CONTROLLERS.includes(type)) {
    return {
      what: `has the type ${type}`,
      advice:
        editing.inside === undefined
          ? 'a settings screen has values only; use a dropdown with an option provider'
          : `${editing.inside} has values only; use a dropdown with a list of options`,
    };
  }
  if (type === 'partial') return editPartial(map, file, editing);
  const tagsAreRecords = type === 'taglist' && textAt(map, 'mode') === 'relation';
  if (tagsAreRecords || !Object.hasOwn(FIELD_TABLE.types, type)) {
    const replacement = replacementOf(type);
    if (replacement.type === undefined) return { what: `has the type ${type}`, advice: replacement.advice };
    file.set(map, 'type', replacement.type);
    keepKeysOf(replacement.type, map);
    for (const [key, value] of Object.entries(replacement.keys ?? {})) file.set(map, key, value);
    if (replacement.advice === '') file.report.edited('types renamed');
    else file.hint(field, `${field.name} has the type ${type}`, replacement.advice);
  }
  if (isNested(type)) editInside(field, map, file, editing);
  editChoice(name, map, model, file);
  editKeys(field, map, file, editing);
  return undefined;
}

/** The fields inside of a nested form are members of its JSON column: without a model, a controller and a column of their own. */
function editInside({ name, pair }: Entry, map: YAMLMap, file: YamlFile, { plugin, files, report }: Editing): void {
  if (hasFileInside(map)) {
    const advice = 'they are not edited; gatehouse check names what is left';
    file.hint(pair.key, `${name} has its fields in another file`, advice);
  }
  const inside = new Editing(plugin, files, undefined, report, name);
  for (const fields of fieldsInside(map, file)) editMaps([fields], NO_FACTS, file, inside);
}

/** A dropdown over a relation, whose choices October takes from a method, is a relation field. */
function editChoice(name: string, map: YAMLMap, { relations }: ModelFacts, file: YamlFile): void {
  const isRelated = relations.get(name)?.startsWith('belongsTo') === true;
  if (!isRelated || !CHOSEN.includes(textAt(map, 'type') ?? '')) return;
  file.set(map, 'type', 'relation');
  for (const key of ['options', 'optionsMethod', 'default']) map.delete(key);
  file.report.edited('choices over relations made relation fields');
}

/** In October, a partial is PHP. One that only renders a relation manager becomes a field of that type. */
function editPartial(map: YAMLMap, file: YamlFile, editing: Editing): Reason | undefined {
  const path = textAt(map, 'path');
  const name = /([a-z][a-z0-9_-]*?)(?:\.(?:htm|php))?$/.exec(path ?? '')?.[1];
  const text = name === undefined ? undefined : editing.partial(name.replace(/^_/, ''))?.text;
  const relation = /relationRender\(\s*['"](\w+)['"]/.exec(text ?? '')?.[1];
  if (relation === undefined) {
    return { what: 'shows a partial in PHP', advice: 'write a template and its data (docs/admin/partials.md)' };
  }
  file.set(map, 'type', 'relationmanager');
  file.set(map, 'relation', relation);
  map.delete('path');
  file.report.edited('types renamed');
  return undefined;
}

function editKeys(field: Entry, map: YAMLMap, file: YamlFile, editing: Editing): void {
  const name = bare(field.name);
  const type = textAt(map, 'type') ?? FIELD_TABLE.defaultType;
  editTrigger(field, map, file);
  if (editing.inside !== undefined) editMember(field, map, file);
  else if (CHOSEN.includes(type)) {
    editOptions(map, file, editing);
    if (!map.has('options')) {
      // The name of the method that October calls.
      const provider = `get${name.replaceAll(/(?:^|_)([a-z0-9])/g, (_all, first: string) => first.toUpperCase())}Options`;
      file.set(map, 'options', provider);
      editing.needs('option providers', provider);
      file.report.edited('option providers named after the methods of the models');
    }
  }
  editFlags(map, type, file);
  const scope = textAt(map, 'scope');
  if (type === 'relation' && scope !== undefined) editing.needs('query scopes of related models', `${name}.${scope}`);
  if (type === 'relation' || type === 'relationmanager') editing.needs('relations', textAt(map, 'relation') ?? name);
  else if (!WITHOUT_COLUMN.includes(type) && !name.startsWith('_')) editing.needs('columns', name);
}

/** The choices of a member are in the file, because the host checks no value inside of a column. */
function editMember(field: Entry, map: YAMLMap, file: YamlFile): void {
  // Tabs are only in the form around it, and only the choices of the host depend on other fields.
  for (const key of ['tab', 'dependsOn']) map.delete(key);
  const options = entry(map, 'options');
  const isListed = options !== undefined && textOf(options.value) === undefined;
  if (!CHOSEN.includes(textAt(map, 'type') ?? '') || isListed) return;
  file.set(map, 'type', 'text');
  keepKeysOf('text', map);
  file.hint(field, `${field.name} has choices from a method`, 'the form shows the value as text; list its options');
}

/** October takes 0 and 1 for false and true. */
function editFlags(map: YAMLMap, type: string, file: YamlFile): void {
  if (type !== 'checkbox' && type !== 'switch') return;
  const value = entry(map, 'default')?.value;
  const number = Number(textOf(value) ?? (value as { readonly value?: unknown } | undefined)?.value);
  if (number === 0 || number === 1) file.set(map, 'default', number === 1);
}

/** Removes what refers to removed fields, and effects that Gatehouse does not have. */
function editReferences(field: Entry, removed: ReadonlySet<string>, file: YamlFile): void {
  if (!isMap(field.value)) return;
  const map = field.value;
  const trigger = mapAt(map, 'trigger');
  const watched = bare(textAt(trigger, 'field') ?? '').replace(/\[\]$/, '');
  const preset = textAt(map, 'preset') ?? textAt(mapAt(map, 'preset'), 'field');
  for (const [key, target] of [
    ['trigger', watched],
    ['preset', preset],
  ] as const) {
    if (target !== undefined && removed.has(target)) {
      map.delete(key);
      file.report.edited('references to removed fields removed');
    }
  }
  const depends = entry(map, 'dependsOn');
  if (depends === undefined) return;
  const kept = itemsOf(depends.value)
    .flatMap((one) => textOf(one) ?? [])
    .filter((name) => !removed.has(name));
  if (kept.length === 0) map.delete('dependsOn');
  else if (isSeq(depends.value) && kept.length < depends.value.items.length) file.set(map, 'dependsOn', kept);
}

/** Without the context: `password` of `password@create`. */
function bare(name: string): string {
  return name.replace(/@.*$/, '');
}
