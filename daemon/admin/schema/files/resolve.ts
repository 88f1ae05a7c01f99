import type { PluginFiles } from '../../assets/plugin-files.js';
import type { Problems } from '../problems.js';
import { didYouMeanFile } from './nearest-file.js';
import type { Given } from '../spot.js';

const FORM = 'a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one';

/**
 * The file that a path in a config file means: `~` is the folder that contains plugins/, a mere file name lies beside the
 * config file. Undefined when there is none, which is then among the problems.
 */
export function resolvePath(path: Given<string>, { files }: PluginFiles, problems: Problems): string | undefined {
  const { value, at } = path;
  const file = fileOf(value, at.file);
  if (file !== undefined && files.has(file)) return file;
  if (file === undefined) {
    problems.add(at, `"${value}" is not a path of this form`, { expected: FORM, advice: advise(value) });
  } else {
    problems.add(at, `there is no file ${file}`, { advice: didYouMeanFile(file, files.keys()) });
  }
  return undefined;
}

function fileOf(path: string, from: string): string | undefined {
  if (/^~\/plugins(\/[A-Za-z0-9_-]+)+\.yaml$/.test(path)) return path.slice(2);
  return /^[A-Za-z0-9_-]+\.yaml$/.test(path) ? `${from.slice(0, from.lastIndexOf('/'))}/${path}` : undefined;
}

/** October's other roots, and slips. */
function advise(path: string): string | undefined {
  const legacy = /^[$@]\/(.+)$/.exec(path)?.[1];
  if (legacy !== undefined) return `write ~/plugins/${legacy}`;
  if (path.endsWith('.yml')) return 'name the file .yaml';
  if (/^\/?plugins\//.test(path)) return `write ~/${path.replace(/^\//, '')}`;
  return undefined;
}
