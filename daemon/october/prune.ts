import { LineCounter, parseDocument } from 'yaml';
import { parseYaml } from '../admin/schema/yaml/parse.js';
import type { SchemaProblem } from '../admin/schema/yaml/problems.js';
import { Problems } from '../admin/schema/yaml/problems.js';
import type { Reader } from '../admin/schema/yaml/readers.js';
import type { YamlFile } from './yaml-file.js';
import { placeAt, removeAt } from './yaml-file.js';

/** More problems than any definition has keys that Gatehouse does not know. */
const MAX_REMOVED = 500;

/**
 * Removes everything that the compiler's reader rejects, with a hint for each, so that the result compiles. Keys that only dress
 * the page need no hint. False if the file as a whole is unusable.
 */
export function prune(file: YamlFile, reader: Reader<unknown>): boolean {
  for (let removed = 0; removed <= MAX_REMOVED; removed += 1) {
    const text = file.text();
    const problems = new Problems();
    const node = parseYaml(file.path, Buffer.from(text), problems);
    if (node === undefined) return false;
    reader.read(node, problems);
    const [warning] = problems.warnings();
    const [first] = problems.sorted();
    const problem = warning ?? first;
    if (problem === undefined) return true;
    if (!removeCause(file, text, problem, problem === warning)) {
      file.hint(undefined, inWords(problem), 'the file is not imported');
      return false;
    }
  }
  return false;
}

/** A problem of a whole mapping starts where its first key does. */
const WHOLE = ['is missing', 'is a mapping'];

function removeCause(file: YamlFile, text: string, problem: SchemaProblem, onlyDresses: boolean): boolean {
  const lines = new LineCounter();
  const edited = parseDocument(text, { lineCounter: lines });
  const start = lines.lineStarts[problem.at.line - 1] ?? 0;
  const place = placeAt(edited, start + problem.at.column - 1, WHOLE.includes(problem.what));
  const removed = place && removeAt(file.document, place);
  if (removed === undefined) return false;
  if (onlyDresses) file.report.edited('keys removed that only dress');
  else file.hint(removed, inWords(problem), 'it is removed');
  return true;
}

/** "update.redirect: is a list; expected text" */
function inWords({ at, what, expected, advice }: SchemaProblem): string {
  const more = advice === undefined || advice === 'remove it for now' ? '' : advice;
  const said = [what, expected === undefined ? '' : `expected ${expected}`, more].filter((part) => part !== '');
  return `${at.key === '' ? '' : `${at.key}: `}${said.join('; ')}`;
}
