import { nearestOf } from '../../../core/nearest.js';
import { parseYaml } from '../yaml/parse.js';
import type { Given, Problems } from '../yaml/problems.js';
import { wholeFile } from '../yaml/problems.js';
import type { Reader } from '../yaml/readers.js';
import { given } from '../yaml/readers.js';
import type { PluginFiles } from './plugin-files.js';

/**
 * Advice for a missing file: a file with a similar name in the same folder, or one with the same name in a similar folder.
 * Comparing whole paths would find all files similar.
 */
export function didYouMeanFile(file: string, files: Iterable<string>): string | undefined {
  const [folder, name] = split(file);
  const all = [...files].map((one) => [one, ...split(one)] as const);
  const names = all.flatMap(([, inFolder, known]) => (inFolder === folder ? known : []));
  const folders = all.flatMap(([, known, ofName]) => (ofName === name ? known : []));
  const nearestName = nearestOf(name, names);
  if (nearestName !== undefined) return `did you mean ${folder}/${nearestName}?`;
  const nearestFolder = nearestOf(folder, folders);
  return nearestFolder === undefined ? undefined : `did you mean ${nearestFolder}/${name}?`;
}

function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, end), path.slice(end + 1)];
}

const FORM = 'a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one';

/**
 * Resolves a path in a config file: `~` is the folder that contains plugins/, and a plain file name is relative to the config
 * file. Undefined if the file does not exist; the problems then say so.
 */
function resolvePath({ value, at }: Given<string>, { files }: PluginFiles, problems: Problems): string | undefined {
  const file = fileOf(value, at.file);
  if (file !== undefined) {
    if (files.has(file)) return file;
    problems.add(at, `file ${file} does not exist`, { advice: didYouMeanFile(file, files.keys()) });
    return undefined;
  }
  const meant = meantBy(value);
  const advice = meant === undefined ? undefined : `write ${meant}`;
  problems.add(at, `"${value}" is not a valid path`, { expected: FORM, advice });
  // Also reads the file that the author probably meant, so that the same run reports its errors.
  const meantFile = meant === undefined ? undefined : fileOf(meant, at.file);
  return meantFile !== undefined && files.has(meantFile) ? meantFile : undefined;
}

function fileOf(path: string, from: string): string | undefined {
  if (/^~\/plugins(\/[A-Za-z0-9_-]+)+\.yaml$/.test(path)) return path.slice(2);
  return /^[A-Za-z0-9_-]+\.yaml$/.test(path) ? `${from.slice(0, from.lastIndexOf('/'))}/${path}` : undefined;
}

/** Suggests a path for October's other roots, and for common mistakes. */
function meantBy(path: string): string | undefined {
  const legacy = /^[$@]\/(.+)$/.exec(path)?.[1];
  if (legacy !== undefined) return `~/plugins/${legacy}`;
  if (path.endsWith('.yml')) return path.replace(/yml$/, 'yaml');
  return /^\/?plugins\//.test(path) ? `~/${path.replace(/^\//, '')}` : undefined;
}

/**
 * Reads definitions from the plugins' files. A file that several controllers use is read again for each, because files are
 * small.
 */
export class Definitions {
  constructor(
    readonly plugins: PluginFiles,
    private readonly problems: Problems,
  ) {}

  has(file: string): boolean {
    return this.plugins.files.has(file);
  }

  /** Undefined if there is no such file, or if it is empty or invalid, which the problems then report. */
  read<T>(file: string, reader: Reader<T>): Given<T> | undefined {
    const bytes = this.plugins.files.get(file);
    if (bytes === undefined) return undefined;
    const before = this.problems.count;
    const node = parseYaml(file, bytes, this.problems);
    if (node !== undefined) return given(reader, node, this.problems);
    if (this.problems.count === before) {
      this.problems.add(wholeFile(file), 'is empty', { expected: reader.expects });
    }
    return undefined;
  }

  /** Reads the value of a key: the definitions themselves, or the path of the file that contains them. */
  readGiven<T extends object>(source: Given<string | T>, reader: Reader<T>): Given<T> | undefined {
    const { value, at } = source;
    if (typeof value !== 'string') return { value, at };
    const file = resolvePath({ value, at }, this.plugins, this.problems);
    return file === undefined ? undefined : this.read(file, reader);
  }
}
