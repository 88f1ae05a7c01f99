import type { PluginFiles } from '../../assets/plugin-files.js';
import type { Problems } from '../problems.js';
import type { Reader } from '../read/reader.js';
import { given } from '../read/reader.js';
import type { Given } from '../spot.js';
import { wholeFile } from '../spot.js';
import { parseYaml } from '../yaml/parse.js';
import { resolvePath } from './resolve.js';

/** Reads definitions out of the plugins' files. A file that several controllers use is read again for each: they are small. */
export class Definitions {
  constructor(
    readonly plugins: PluginFiles,
    private readonly problems: Problems,
  ) {}

  has(file: string): boolean {
    return this.plugins.files.has(file);
  }

  /** Undefined when there is no such file; also when it is empty or wrong, and the problems then say so. */
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

  /** What a key gave: the definitions themselves, or the path of the file that has them. */
  readGiven<T extends object>(source: Given<string | T>, reader: Reader<T>): Given<T> | undefined {
    const { value, at } = source;
    if (typeof value !== 'string') return { value, at };
    const file = resolvePath({ value, at }, this.plugins, this.problems);
    return file === undefined ? undefined : this.read(file, reader);
  }
}
