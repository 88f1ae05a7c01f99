import type { YAMLMap } from 'yaml';
import { isSeq } from 'yaml';
import type { YamlFile } from '../yaml-file.js';
import { entriesOf, entry, textAt, textOf } from '../yaml-file.js';
import type { Editing } from './context.js';
import { methodOf } from './context.js';

/** Edits the `options` of a field or filter: a method becomes an option provider, and a label with a color only the label. */
export function editOptions(map: YAMLMap, file: YamlFile, editing: Editing): void {
  const method = textAt(map, 'optionsMethod') ?? textAt(map, 'options');
  if (map.delete('optionsMethod')) file.report.edited('keys renamed or rewritten');
  if (method !== undefined) {
    file.set(map, 'options', methodOf(method));
    editing.needs('option providers', methodOf(method));
    return;
  }
  for (const { pair, value } of entriesOf(entry(map, 'options')?.value)) {
    const label = isSeq(value) ? textOf(value.items[0]) : undefined;
    if (label === undefined) continue;
    pair.value = file.document.createNode(label);
    file.report.edited('colors of options removed');
  }
}
