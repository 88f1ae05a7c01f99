import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportReport } from './report.js';

/** The files of an October or Winter plugin that the import reads, as texts. */
export interface PluginSource {
  /** By path in the plugin's folder: "controllers/posts/config_list.yaml". */
  readonly files: ReadonlyMap<string, string>;
}

const FOLDERS = ['controllers', 'models', 'lang'];
const EXTENSIONS = ['.yaml', '.yml', '.php', '.htm', '.json'];
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_FILES = 5000;
const MAX_DEPTH = 8;

/** The folder is not a plugin, or cannot be imported as a whole. The message is for the user. */
export class NotImportable extends Error {
  override readonly name = 'NotImportable';
}

/** Reads a plugin's folder. It follows no links, so that it reads nothing outside of the folder. */
export function readPluginSource(folder: string, report: ImportReport): PluginSource {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) throw new NotImportable(`${folder} is not a folder; give the folder that contains Plugin.php`);
  const files = new Map<string, string>();
  const read = (path: string): void => {
    const text = readText(join(folder, path));
    if (text === undefined) {
      report.hint(path, 0, `is not UTF-8, or larger than ${MAX_FILE_BYTES} bytes`, 'it is not imported');
    } else if (files.size >= MAX_FILES) throw new NotImportable(`${folder} has more than ${MAX_FILES} files`);
    else files.set(path, text);
  };
  const walk = (path: string, depth: number): void => {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(below, depth + 1);
      else if (entry.isFile() && EXTENSIONS.some((extension) => entry.name.endsWith(extension))) read(below);
      else if (entry.isSymbolicLink()) report.hint(below, 0, 'is a symbolic link', 'it is not imported');
    }
  };
  for (const name of FOLDERS) {
    if (lstatSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true) walk(name, 0);
  }
  if (lstatSync(join(folder, 'Plugin.php'), { throwIfNoEntry: false })?.isFile() === true) read('Plugin.php');
  return { files };
}

function readText(path: string): string | undefined {
  if (lstatSync(path).size > MAX_FILE_BYTES) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
