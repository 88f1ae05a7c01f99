import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DATA = fileURLToPath(new URL('../../../../test/corpora/html/data', import.meta.url));
/** Between the vectors of one collection. */
const H5SC_SEPARATOR = `//["'\`-->]]>]</div>`;

/** The inputs of test/corpora/html by file; the outputs beside them belong to other filters and parsers. */
export function htmlCorpus(): ReadonlyMap<string, readonly string[]> {
  const corpus = new Map<string, readonly string[]>();
  for (const path of readdirSync(DATA, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(dat|txt)$/.test(path)) continue;
    const inputs = inputsOf(path, readFileSync(join(DATA, path), 'utf8'));
    if (inputs.length === 0) throw new Error(`${path}: no inputs found`);
    corpus.set(path, inputs);
  }
  return corpus;
}

function inputsOf(path: string, text: string): string[] {
  if (path.endsWith('.txt')) return text.split(H5SC_SEPARATOR);
  // The sanitizer's tests are JSON; its inputs are what counts.
  if (text.startsWith('[')) return (JSON.parse(text) as { input: string }[]).map(({ input }) => input);
  return text
    .split(/^#data\n/m)
    .slice(1)
    .map((test) => test.split(/\n#[a-z-]+$/m)[0] ?? '');
}
