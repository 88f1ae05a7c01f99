import { parseYaml } from '../yaml/parse.js';
import { Problems } from '../yaml/problems.js';
import type { Reader } from '../yaml/readers.js';
import type { CompileContext } from './context.js';

/**
 * The definitions under a key of a config file that is not valid itself. The compiler cannot use such a file, but it reports the
 * errors of the definitions in the same run: a missing `name` does not hide the mistakes of fields.yaml (AD-2).
 *
 * @param keys the key, and those around it, outermost first
 */
export function definitionsIn<T extends object>(
  file: string,
  keys: readonly string[],
  reader: Reader<T>,
  { definitions }: CompileContext,
): T | undefined {
  const bytes = definitions.plugins.files.get(file);
  // The file's own problems have been reported.
  const whole = bytes && parseYaml(file, bytes, new Problems());
  const node = keys.reduce(
    (around, key) => (around?.kind === 'map' ? around.entries.find(({ name }) => name === key)?.value : undefined),
    whole,
  );
  if (node === undefined) return undefined;
  if (node.kind !== 'scalar') return reader.read(node, new Problems());
  if (node.text.trim() === '') return undefined;
  return definitions.readGiven<T>({ value: node.text, at: node.at }, reader)?.value;
}
