import type { Dirent } from 'node:fs';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Problems } from '../yaml/problems.js';
import { wholeFile } from '../yaml/problems.js';

/**
 * Everything that the daemon uses of plugins/{vendor}/{plugin}, read into memory once, with the backend. It reads nothing from disk
 * afterwards, so that it serves exactly what it has checked. It ignores folders and file types that it does not need (the
 * host's code, images, a checkout's .git).
 */
export interface PluginFiles {
  /** By path relative to the folder that contains plugins/: "plugins/acme/blog/models/post/columns.yaml". */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Language files of October and Laravel, which Gatehouse does not read, by path: "plugins/acme/blog/lang/de/lang.php". */
  readonly unread?: readonly string[];
  /** The folder of the built-in plugin, if it is among the files: "plugins/gatehouse/backend/". */
  readonly builtIn?: string;
}

/** The parts of a plugin that the daemon reads: folders with their extensions. */
const READ: Readonly<Record<string, readonly string[]>> = {
  controllers: ['.yaml', '.yml', '.htm'],
  models: ['.yaml', '.yml'],
  assets: ['.js', '.mjs', '.css'],
  lang: ['.yaml', '.yml'],
};

/**
 * Other files in lang/ that may contain phrases. If the daemon ignored them silently, pages would be in the wrong language
 * without explanation.
 */
const UNREAD_PHRASES = ['.php', '.json'];

export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 10_000;
const MAX_DEPTH = 16;

/** Vendor, plugin, controller and model folders, whose names appear in ids and URLs. */
const FOLDER = /^[a-z][a-z0-9_-]*$/;

/** @param root the folder that contains plugins/ */
export function readPluginFiles(root: string, problems: Problems): PluginFiles {
  if (!existsSync(join(root, 'plugins'))) {
    problems.add(wholeFile('plugins'), `no such folder in ${resolve(root)}`, {
      expected: 'backend.root to be the folder that contains plugins/',
    });
  }
  const reader = new Reader(root, problems);
  for (const vendor of reader.folders('plugins')) {
    for (const plugin of reader.folders(`plugins/${vendor}`)) {
      for (const [folder, extensions] of Object.entries(READ)) {
        reader.read(`plugins/${vendor}/${plugin}/${folder}`, extensions, 0);
      }
    }
  }
  return { files: reader.files, unread: reader.unread };
}

class Reader {
  readonly files = new Map<string, Buffer>();
  readonly unread: string[] = [];
  #total = 0;

  constructor(
    private readonly root: string,
    private readonly problems: Problems,
  ) {}

  /** The folders in `path` whose names are valid in an id. */
  folders(path: string): string[] {
    return this.#entries(path).flatMap((entry) => {
      if (entry.isSymbolicLink()) {
        this.#refuseLink(`${path}/${entry.name}`);
        return [];
      }
      if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
      if (FOLDER.test(entry.name)) return [entry.name];
      this.problems.add(wholeFile(`${path}/${entry.name}`), 'is not valid as part of an id', {
        expected: 'lower-case letters, digits, _ and -',
      });
      return [];
    });
  }

  read(path: string, extensions: readonly string[], depth: number): void {
    for (const entry of this.#entries(path)) {
      const below = `${path}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      // A link can lead anywhere, and its target can change later.
      if (entry.isSymbolicLink()) this.#refuseLink(below);
      else if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) this.read(below, extensions, depth + 1);
        else this.problems.add(wholeFile(below), 'is nested too deep', { expected: `at most ${MAX_DEPTH} folders` });
      } else if (!entry.isFile()) continue;
      else if (extensions.some((extension) => entry.name.endsWith(extension))) this.#readFile(below);
      else if (extensions === READ['lang'] && UNREAD_PHRASES.some((ending) => entry.name.endsWith(ending))) {
        this.unread.push(below);
      }
    }
  }

  #entries(path: string): Dirent[] {
    const folder = join(this.root, path);
    if (!existsSync(folder)) return [];
    if (lstatSync(folder).isSymbolicLink()) {
      this.#refuseLink(path);
      return [];
    }
    // Sorted, so that the order is the same on every machine.
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #readFile(path: string): void {
    const bytes = readRegularFile(join(this.root, path));
    if (bytes === undefined) {
      this.problems.add(wholeFile(path), 'is too large', { expected: `at most ${MAX_FILE_BYTES} bytes` });
      return;
    }
    this.#total += bytes.length;
    if (this.files.size >= MAX_FILES || this.#total > MAX_TOTAL_BYTES) {
      this.problems.add(wholeFile('plugins'), 'is too large to keep in memory', {
        expected: `at most ${MAX_FILES} files and ${MAX_TOTAL_BYTES} bytes`,
      });
      return;
    }
    this.files.set(path, bytes);
  }

  #refuseLink(path: string): void {
    this.problems.add(wholeFile(path), 'is a symbolic link', { expected: 'a regular file or folder of the plugin' });
  }
}

/** Undefined if the file is larger than allowed. It takes the size from the opened file and reads no more than that. */
function readRegularFile(path: string): Buffer | undefined {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = fstatSync(descriptor);
    if (size > MAX_FILE_BYTES) return undefined;
    const bytes = Buffer.alloc(size);
    let read = 0;
    while (read < size) {
      const count = readSync(descriptor, bytes, read, size - read, read);
      if (count === 0) break;
      read += count;
    }
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}
