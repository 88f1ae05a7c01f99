import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostileHtml } from './hostile-html.js';

/** From Debian's golang-golang-x-net-dev, which the tests of hosts in Go need as well. */
const TREE_CONSTRUCTION = '/usr/share/gocode/src/golang.org/x/net/html/testdata/webkit';
/** More inputs, if this folder exists next to the repository. */
const SHARED = fileURLToPath(new URL('../../../../../shared/corpora/html/data', import.meta.url));
/** Separates the vectors of a collection that has no other separator. */
const VECTOR_SEPARATOR = `//["'\`-->]]>]</div>`;

/**
 * Hostile and odd HTML by source. Leaves out the outputs next to the inputs, because they belong to other filters and
 * parsers.
 */
export function htmlCorpus(): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...hostileHtml(),
    ...filesIn(TREE_CONSTRUCTION),
    ...(existsSync(SHARED) ? filesIn(SHARED) : new Map<string, readonly string[]>()),
  ]);
}

function filesIn(folder: string): Map<string, readonly string[]> {
  const files = new Map<string, readonly string[]>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(dat|txt)$/.test(path)) continue;
    const inputs = inputsOf(path, readFileSync(join(folder, path), 'utf8'));
    if (inputs.length === 0) throw new Error(`${join(folder, path)}: no inputs found`);
    files.set(path, inputs);
  }
  return files;
}

function inputsOf(path: string, text: string): string[] {
  if (path.endsWith('.txt')) return text.split(VECTOR_SEPARATOR);
  // The sanitizer's tests are JSON. Uses only the inputs.
  if (text.startsWith('[')) return (JSON.parse(text) as { input: string }[]).map(({ input }) => input);
  return text
    .split(/^#data\n/m)
    .slice(1)
    .map((test) => test.split(/\n#[a-z-]+$/m)[0] ?? '');
}
