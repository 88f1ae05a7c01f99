import type { YAMLMap } from 'yaml';
import type { YamlFile } from '../yaml-file.js';
import { entry, mapAt, rename, textAt } from '../yaml-file.js';
import type { Editing } from './context.js';

/** Edits config_list.yaml, without the columns and filters. */
export function editList(root: YAMLMap | undefined, hasForm: boolean, file: YamlFile, editing: Editing): void {
  if (root === undefined) return;
  if (rename(root, 'defaultSortColumn', 'defaultSort')) file.report.edited('keys renamed or rewritten');
  editTree(root, file);
  const view = entry(root, 'customViewPath');
  if (view !== undefined) {
    root.delete('customViewPath');
    file.hint(view, 'customViewPath replaces the list by a view in PHP', 'the list shows its columns');
  }
  const url = entry(root, 'recordUrl');
  const placeholders = (textAt(root, 'recordUrl') ?? '').match(/:(?!id\b)\w+/g);
  if (placeholders !== null) {
    root.delete('recordUrl');
    file.hint(url, `recordUrl has ${placeholders.join(', ')}`, 'write a path with :id');
  }
  editToolbar(root, hasForm, file, editing);
}

/** One hint for all keys that are about a tree or an order by hand. */
function editTree(root: YAMLMap, file: YamlFile): void {
  const found = ['showTree', 'treeExpanded', 'structure'].flatMap((name) => entry(root, name) ?? []);
  for (const { pair } of found) root.delete(pair.key);
  const [first] = found;
  if (first === undefined) return;
  file.hint(
    first,
    'the list is a tree, or has an order by hand',
    'the list is flat; add the order as a column, and sort by it',
  );
}

/** In October, the toolbar is a partial in PHP. Its links and handlers say which buttons it has. */
function editToolbar(root: YAMLMap, hasForm: boolean, file: YamlFile, editing: Editing): void {
  const toolbar = mapAt(root, 'toolbar');
  const name = textAt(toolbar, 'buttons');
  if (toolbar === undefined || name === undefined) return;
  const partial = editing.partial(name.replace(/^.*\/_?/, '').replace(/\.(?:htm|php)$/, ''));
  const text = (partial?.text ?? '').replaceAll(/<\?php\s*\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const handlers = [...new Set([...text.matchAll(/['"](on[A-Z]\w*)['"]/g)].flatMap(([, handler]) => handler ?? []))];
  const deletes = handlers.filter((handler) => /^onDelete/.test(handler));
  const others = handlers.filter((handler) => !/^on(?:Delete|Refresh|LoadImport|LoadExport)/.test(handler));
  const buttons = [
    ...(hasForm && (partial === undefined || /\/create\b/.test(text)) ? ['create'] : []),
    ...(hasForm && (partial === undefined || deletes.length > 0) ? ['delete'] : []),
  ];
  if (buttons.length === 0) toolbar.delete('buttons');
  else file.set(toolbar, 'buttons', buttons);
  file.report.edited('toolbars written as lists of buttons');
  for (const handler of others) editing.needs('actions to register for toolbar buttons', actionOf(handler));
  if (others.length === 0 || partial === undefined) return;
  file.report.hint(
    partial.path,
    0,
    `the toolbar runs ${others.join(', ')}`,
    `register actions in the host (${others.map(actionOf).join(', ')}), and name them in toolbar.buttons`,
  );
}

/** `activate_selected` of `onActivateSelected`. */
function actionOf(handler: string): string {
  return handler
    .slice(2)
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase();
}
