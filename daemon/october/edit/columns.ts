import type { YAMLMap } from 'yaml';
import { isMap } from 'yaml';
import { COLUMN_TABLE } from '../../admin/schema/keys/columns.js';
import { NAME } from '../../admin/schema/yaml/readers.js';
import type { Entry, YamlFile } from '../yaml-file.js';
import { entriesOf, entry, mapAt, textAt } from '../yaml-file.js';
import type { Editing } from './context.js';

/** Types that October and Winter CMS have under another name. */
const RENAMED: Readonly<Record<string, string>> = { timetense: 'timesince', string: 'text', boolean: 'switch' };

/** The replacements of types that Gatehouse does not have. */
const REPLACED: Readonly<Record<string, { readonly type: string; readonly advice: string }>> = {
  image: { type: 'text', advice: 'the list shows the value as text' },
  linkage: { type: 'text', advice: 'the list shows the value as text; `recordUrl` makes the row a link' },
  summary: { type: 'text', advice: 'the list shows the beginning of the value as text' },
  currency: { type: 'number', advice: 'the list shows a number; add `format`' },
};

/** Edits the columns of a list. */
export function editColumns(owner: YAMLMap | undefined, file: YamlFile, editing: Editing): void {
  const columns = mapAt(owner, 'columns');
  for (const column of entriesOf(columns)) {
    if (columns !== undefined && column.name.includes('[')) {
      columns.delete(column.pair.key);
      file.hint(
        column,
        `${column.name} is a value inside of another one`,
        'register a computed column in the host, and name it here',
      );
    } else if (isMap(column.value)) editColumn(column, column.value, file, editing);
    else editing.needs('columns', column.name);
  }
}

function editColumn(column: Entry, map: YAMLMap, file: YamlFile, editing: Editing): void {
  if (textAt(map, 'type') === 'partial') {
    // The host computes what the partial in PHP would show.
    file.set(map, 'type', 'text');
    for (const key of ['path', 'relation', 'select']) map.delete(key);
    editing.needs('computed columns', column.name);
    file.report.edited('columns with a partial made texts');
    return;
  }
  editType(column, map, file);
  editRelation(column, map, file, editing);
}

function editType(column: Entry, map: YAMLMap, file: YamlFile): void {
  const type = textAt(map, 'type');
  if (type === undefined || Object.hasOwn(COLUMN_TABLE.types, type)) {
    // A moment shown as a switch says only whether there is one.
    if (type !== 'switch' || !/_(?:at|on|date)$/.test(column.name)) return;
    file.set(map, 'type', 'datetime');
    file.hint(
      column,
      `${column.name} shows whether there is a date as a switch`,
      'the list shows the date; let the host compute a bool for a switch',
    );
    return;
  }
  const renamed = Object.hasOwn(RENAMED, type) ? RENAMED[type] : undefined;
  const replaced = Object.hasOwn(REPLACED, type) ? REPLACED[type] : undefined;
  if (renamed !== undefined) {
    file.set(map, 'type', renamed);
    file.report.edited('types renamed');
    return;
  }
  file.set(map, 'type', replaced?.type ?? 'text');
  for (const key of ['path', 'displayFrom', 'currencyFrom', 'format']) map.delete(key);
  file.hint(column, `${column.name} has the type ${type}`, replaced?.advice ?? 'the list shows the value as text');
}

function editRelation(column: Entry, map: YAMLMap, file: YamlFile, editing: Editing): void {
  const written = textAt(map, 'relation') ?? (textAt(map, 'type') === 'relation' ? column.name : undefined);
  if (written === undefined) {
    const isCount = entry(map, 'useRelationCount') !== undefined;
    if (!isCount) editing.needs('columns', textAt(map, 'valueFrom') ?? column.name);
    return;
  }
  // October counts related records through a relation of its own: `comments_count` with valueFrom: count.
  const counted = textAt(map, 'valueFrom') === 'count' ? written.replace(/_count$/, '') : undefined;
  if (counted !== undefined || map.delete('useRelationCount')) {
    for (const key of ['valueFrom', 'default', 'select', 'sortable', 'searchable']) map.delete(key);
    file.set(map, 'relation', counted ?? written);
    file.set(map, 'relationCount', true);
    file.report.edited('counts of related records rewritten');
  }
  const select = textAt(map, 'select');
  if (select !== undefined && !NAME.test(select)) {
    map.delete('select');
    file.hint(
      column,
      `${column.name} selects SQL: ${select}`,
      'it shows the label column of the relation; for another text, register a computed column in the host',
    );
  }
  editing.needs('relations', textAt(map, 'relation') ?? written);
}
