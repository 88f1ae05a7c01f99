import { isMap, isSeq } from 'yaml';
import type { YAMLMap } from 'yaml';
import { columnOfConditions } from '../conditions.js';
import type { Entry, YamlFile } from '../yaml-file.js';
import { entriesOf, entry, itemsOf, mapAt, rename, textAt, textOf } from '../yaml-file.js';
import type { Editing } from './context.js';
import { methodOf } from './context.js';
import { editOptions } from './options.js';

/** Edits the filters of a list, in a file of their own or inside config_list.yaml. */
export function editFilters(owner: YAMLMap | undefined, file: YamlFile, editing: Editing): void {
  for (const filter of entriesOf(mapAt(owner, 'scopes'))) {
    if (isMap(filter.value)) editFilter(filter, filter.value, file, editing);
  }
}

function editFilter(filter: Entry, map: YAMLMap, file: YamlFile, editing: Editing): void {
  const type = textAt(map, 'type') ?? 'group';
  if (type === 'range') file.set(map, 'type', 'numberrange');
  editOptions(map, file, editing);
  // October calls a method of the model; here the provider belongs to the controller.
  if (textAt(map, 'options') !== undefined && map.delete('modelClass')) file.report.edited('keys renamed or rewritten');
  if (rename(map, 'modelScope', 'scope')) file.report.edited('keys renamed or rewritten');
  const scope = textAt(map, 'scope');
  if (scope !== undefined) file.set(map, 'scope', methodOf(scope));
  editConditions(filter, map, type, file);
  const named = textAt(map, 'scope');
  if (named !== undefined) editing.needs('query scopes', named);
  else editing.needs(map.has('modelClass') ? 'relations' : 'columns', textAt(map, 'valueFrom') ?? filter.name);
}

function editConditions(filter: Entry, map: YAMLMap, type: string, file: YamlFile): void {
  const conditions = entry(map, 'conditions');
  if (conditions === undefined) return;
  map.delete('conditions');
  if (map.has('scope')) return;
  const values = itemsOf(conditions.value);
  const texts = values.flatMap((one) => textOf(one) ?? []);
  const column = texts.length === values.length ? columnOfConditions(type, texts) : undefined;
  if (column !== undefined) {
    if (column !== filter.name) file.set(map, 'valueFrom', column);
    file.report.edited('SQL conditions replaced by their column');
    return;
  }
  file.set(map, 'scope', filter.name);
  const sql = isSeq(conditions.value) || isMap(conditions.value) ? 'SQL conditions' : `the SQL ${texts.join('')}`;
  file.hint(conditions, `${filter.name} filters by ${sql}`, `register a query scope ${filter.name} in the host`);
}
