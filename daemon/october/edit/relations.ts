import type { YAMLMap } from 'yaml';
import { isMap } from 'yaml';
import type { YamlFile } from '../yaml-file.js';
import { entriesOf, entry, mapAt, rename, textAt } from '../yaml-file.js';
import type { Editing } from './context.js';

const PARTS = ['view', 'manage'];

/** The buttons of a relation manager that Gatehouse has. */
const BUTTONS = ['add', 'remove', 'link', 'unlink'];

/** Edits config_relation.yaml. */
export function editRelations(root: YAMLMap | undefined, file: YamlFile, editing: Editing): void {
  for (const relation of entriesOf(root)) {
    if (!isMap(relation.value)) continue;
    const map = relation.value;
    editing.needs('relations', relation.name);
    for (const part of PARTS) editView(mapAt(map, part), file);
    // A panel shows the form of the controller that manages the related model.
    const owners = [map, ...PARTS.map((part) => mapAt(map, part))];
    if (owners.filter((owner) => owner?.delete('form') === true).length > 0) {
      file.report.edited('forms of relations left to the controllers of the related models');
    }
    if (rename(map, 'title', 'label')) file.report.edited('keys renamed or rewritten');
    editList(map, file);
    for (const part of PARTS) {
      const value = entry(map, part)?.value;
      if (isMap(value)) editButtons(value, file);
    }
  }
}

function editView(part: YAMLMap | undefined, file: YamlFile): void {
  const view = entry(part, 'customViewPath');
  if (view === undefined) return;
  part?.delete('customViewPath');
  file.hint(view, 'customViewPath replaces the list by a view in PHP', 'the manager shows the columns of its list');
}

/** October has the columns above `view` and `manage`. */
function editList(map: YAMLMap, file: YamlFile): void {
  const list = entry(map, 'list');
  if (list === undefined) return;
  map.delete('list');
  for (const part of PARTS) {
    const found = entry(map, part);
    if (found === undefined && part === 'manage') continue;
    if (!isMap(found?.value)) file.set(map, part, {});
    const value = mapAt(map, part);
    if (value?.has('list') === false) file.set(value, 'list', list.value?.clone());
  }
  file.report.edited('keys renamed or rewritten');
}

function editButtons(map: YAMLMap, file: YamlFile): void {
  const written = textAt(map, 'toolbarButtons');
  if (written === undefined) return;
  const names = written.split('|').map((name) => name.trim());
  const kept = names.filter((name) => BUTTONS.includes(name));
  if (kept.length === names.length) return;
  const lost = names.filter((name) => !BUTTONS.includes(name));
  file.hint(
    entry(map, 'toolbarButtons'),
    `the buttons ${lost.join(', ')} do not exist here`,
    'give the related model a controller with a form; add then also offers New, and rows open in a panel',
  );
  // Without the button that links records, there is none that creates them.
  if (lost.includes('create') && !kept.some((name) => name === 'add' || name === 'link')) kept.unshift('add');
  if (kept.length === 0) file.set(map, 'toolbarButtons', false);
  else file.set(map, 'toolbarButtons', kept.join('|'));
}
