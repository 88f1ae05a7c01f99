import { fileURLToPath } from 'node:url';
import type { PluginFiles } from '../schema/files/plugin-files.js';
import { readPluginFiles } from '../schema/files/plugin-files.js';
import { Problems } from '../schema/yaml/problems.js';

/** The folder that contains plugins/gatehouse/backend. */
const ROOT = fileURLToPath(new URL('.', import.meta.url));

const OWN = 'plugins/gatehouse/backend/';

let own: PluginFiles | undefined;

/** The form of roles with the demand for a second factor, and the form that it replaces. */
const DEMANDING = `${OWN}models/role/fields_second_factor.yaml`;
const ROLE_FIELDS = `${OWN}models/role/fields.yaml`;

/**
 * The application's files with those of the built-in plugin, which replace files of the same plugin.
 *
 * @param secondFactor whether the host offers CAPABILITY_ADMIN_SECOND_FACTOR
 */
export function withBuiltInFiles({ files, ...more }: PluginFiles, secondFactor: boolean): PluginFiles {
  own ??= readPluginFiles(ROOT, new Problems());
  const others = [...files].filter(([path]) => !path.startsWith(OWN));
  const builtIn = new Map(own.files);
  const demanding = builtIn.get(DEMANDING);
  builtIn.delete(DEMANDING);
  if (secondFactor && demanding !== undefined) builtIn.set(ROLE_FIELDS, demanding);
  return { ...more, files: new Map([...others, ...builtIn]), builtIn: OWN };
}
