import type { YAMLMap } from 'yaml';
import type { YamlFile } from '../yaml-file.js';
import { entry, mapAt, textAt } from '../yaml-file.js';
import type { Editing } from './context.js';

const FORMS = ['create', 'update', 'preview'];
const REDIRECTS = ['redirect', 'redirectClose'];

/** Removes paths of the backend that lead to none of the plugin's lists and forms: their pages are code of the plugin. */
export function editScreens(root: YAMLMap | undefined, file: YamlFile, editing: Editing): void {
  const owners = FORMS.flatMap((form) => mapAt(root, form) ?? []);
  if (root !== undefined) editPaths(root, ['recordUrl', 'defaultRedirect'], file, editing);
  for (const owner of owners) editPaths(owner, REDIRECTS, file, editing);
}

function editPaths(owner: YAMLMap, keys: readonly string[], file: YamlFile, editing: Editing): void {
  for (const key of keys) {
    const path = textAt(owner, key);
    if (path === undefined || !isPage(path, editing)) continue;
    file.hint(
      entry(owner, key),
      `${key} leads to ${path}, which is no list and no form here`,
      'it is removed; lead to one',
    );
    owner.delete(key);
  }
}

/** Whether the path is in this plugin, but neither a list nor a form. */
function isPage(path: string, { plugin, files }: Editing): boolean {
  const [vendor, name, controller, form, ...id] = path.split('/').filter((part) => part !== '');
  if (`${vendor ?? ''}.${name ?? ''}` !== plugin || controller === undefined) return false;
  if (form !== undefined && (!FORMS.includes(form) || id.length !== (form === 'create' ? 0 : 1))) return true;
  const config = `controllers/${controller}/config_${form === undefined ? 'list' : 'form'}`;
  return ![...files.keys()].some((file) => file.startsWith(config));
}
