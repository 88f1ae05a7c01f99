import type { PluginFiles } from '../../assets/plugin-files.js';
import type { Problems } from '../problems.js';
import { didYouMeanFile } from './nearest-file.js';
import type { Given } from '../spot.js';

const FORM = 'a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one';

/**
 * The file that a path in a config file means: `~` is the folder that contains plugins/, a mere file name lies beside the
 * config file. Undefined when there is none, which is then among the problems.
 */
export function resolvePath(
  { value, at }: Given<string>,
  { files }: PluginFiles,
  problems: Problems,
): string | undefined {
  const file = fileOf(value, at.file);
  if (file !== undefined) {
    if (files.has(file)) return file;
    problems.add(at, `there is no file ${file}`, { advice: didYouMeanFile(file, files.keys()) });
    return undefined;
  }
  const meant = meantBy(value);
  const advice = meant === undefined ? undefined : `write ${meant}`;
  problems.add(at, `"${value}" is not a path of this form`, { expected: FORM, advice });
  // Whatever else is wrong in the file that was meant is told in the same run.
  const meantFile = meant === undefined ? undefined : fileOf(meant, at.file);
  return meantFile !== undefined && files.has(meantFile) ? meantFile : undefined;
}

function fileOf(path: string, from: string): string | undefined {
  if (/^~\/plugins(\/[A-Za-z0-9_-]+)+\.yaml$/.test(path)) return path.slice(2);
  return /^[A-Za-z0-9_-]+\.yaml$/.test(path) ? `${from.slice(0, from.lastIndexOf('/'))}/${path}` : undefined;
}

/** October's other roots, and slips. */
function meantBy(path: string): string | undefined {
  const legacy = /^[$@]\/(.+)$/.exec(path)?.[1];
  if (legacy !== undefined) return `~/plugins/${legacy}`;
  if (path.endsWith('.yml')) return path.replace(/yml$/, 'yaml');
  return /^\/?plugins\//.test(path) ? `~/${path.replace(/^\//, '')}` : undefined;
}
