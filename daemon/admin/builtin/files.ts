import { fileURLToPath } from 'node:url';
import type { PluginFiles } from '../schema/files/plugin-files.js';
import { readPluginFiles } from '../schema/files/plugin-files.js';
import { Problems } from '../schema/yaml/problems.js';

/** The folder that contains plugins/gatehouse/backend. */
const ROOT = fileURLToPath(new URL('.', import.meta.url));

const OWN = 'plugins/gatehouse/backend/';

let own: PluginFiles | undefined;

/** The application's files with those of the built-in plugin, which replace files of the same plugin. */
export function withBuiltInFiles({ files, ...more }: PluginFiles): PluginFiles {
  own ??= readPluginFiles(ROOT, new Problems());
  const others = [...files].filter(([path]) => !path.startsWith(OWN));
  return { ...more, files: new Map([...others, ...own.files]), builtIn: OWN };
}
