import type { Dirent } from 'node:fs';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Problems } from '../yaml/problems.js';
import { wholeFile } from '../yaml/problems.js';

/**
 * Everything the daemon uses of plugins/{vendor}/{plugin}, read once at startup into memory. Nothing is read from disk
 * afterwards, so that what was checked is what is served. Folders and kinds of files that the daemon has no use for (the
 * host's code, images, a checkout's .git) are left alone.
 */
export interface PluginFiles {
  /** By path from the folder that contains plugins/: "plugins/acme/blog/models/post/columns.yaml". */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Language files of October and Laravel that nothing here reads, by path: "plugins/acme/blog/lang/de/lang.php". */
  readonly unread?: readonly string[];
}

/** What is read of a plugin: folder, extensions. */
const READ: Readonly<Record<string, readonly string[]>> = {
  controllers: ['.yaml', '.yml', '.htm'],
  models: ['.yaml', '.yml'],
  assets: ['.js', '.mjs', '.css'],
  lang: ['.yaml', '.yml'],
};

/** What else may hold phrases in a folder lang/. Silence about it would be a page in another language than was meant. */
const UNREAD_PHRASES = ['.php', '.json'];

export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 10_000;
const MAX_DEPTH = 16;

/** Vendor, plugin, controller and model folders: what stands in ids and URLs. */
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

  /** The folders in `path` whose names can stand in an id. */
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
      // A link can lead anywhere, and be turned to somewhere else later.
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
    // In the same order on every machine.
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

/** Undefined when it is larger than allowed: the size is taken from the opened file, and no more than that is read. */
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
