import { LineCounter, parseDocument } from 'yaml';
import { parseYaml } from '../admin/schema/yaml/parse.js';
import type { SchemaProblem } from '../admin/schema/yaml/problems.js';
import { Problems } from '../admin/schema/yaml/problems.js';
import type { Reader } from '../admin/schema/yaml/readers.js';
import type { Place, YamlFile } from './yaml-file.js';
import { placesIn, removeAt, setAt } from './yaml-file.js';

/** Removing a value can make what is around it invalid: more often than any definition is deep. */
const MAX_PASSES = 100;

/**
 * Removes everything that the compiler's reader rejects, with a hint for each, so that the result compiles. Keys that only dress
 * the page, and numbers in place of true and false, need no hint. False if the file as a whole is unusable.
 */
export function prune(file: YamlFile, reader: Reader<unknown>): boolean {
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const text = file.text();
    const problems = new Problems();
    const node = parseYaml(file.path, Buffer.from(text), problems);
    if (node === undefined) return false;
    reader.read(node, problems);
    const warnings = problems.warnings();
    const found = warnings.length > 0 ? warnings : problems.sorted();
    const [first] = found;
    if (first === undefined) return true;
    if (!removeCauses(file, text, found, warnings.length > 0)) {
      file.hint(undefined, inWords(first), 'the file is not imported');
      return false;
    }
  }
  return false;
}

/** A problem of a whole mapping starts where its first key does. */
const WHOLE = ['is missing', 'is a mapping'];

/**
 * Removes the causes of many problems at once, because a pass reads the whole file. A problem inside or around the place of
 * another one waits for the next pass, where it may be gone. False if the first cause cannot be found.
 */
function removeCauses(file: YamlFile, text: string, problems: readonly SchemaProblem[], onlyDress: boolean): boolean {
  const lines = new LineCounter();
  const placeAt = placesIn(parseDocument(text, { lineCounter: lines }));
  const taken = new Places();
  const causes = problems.flatMap((problem) => {
    const start = lines.lineStarts[problem.at.line - 1] ?? 0;
    const place = placeAt(start + problem.at.column - 1, WHOLE.includes(problem.what));
    return place !== undefined && taken.take(place) ? [{ problem, place }] : [];
  });
  if (causes[0]?.problem !== problems[0]) return false;
  // From the end, so that the positions before it stay.
  const removed = new Map(
    causes
      .toSorted((a, b) => inOrder(b.place, a.place))
      .map(({ problem, place }) => {
        const flag = flagOf(problem);
        return [problem, flag === undefined ? removeAt(file.document, place) : setAt(file.document, place, flag)];
      }),
  );
  for (const { problem } of causes) {
    if (flagOf(problem) !== undefined) file.report.edited('numbers written as true or false');
    else if (onlyDress) file.report.edited('keys removed that only change the look');
    else file.hint(removed.get(problem), inWords(problem), 'it is removed');
  }
  return true;
}

/** The meaning of 0 or 1 where only true and false are possible: October takes both. */
function flagOf({ what, advice }: SchemaProblem): boolean | undefined {
  if (what !== 'is 0' && what !== 'is 1') return undefined;
  return advice === 'write true' ? true : advice === 'write false' ? false : undefined;
}

/** Places of which none contains another. */
class Places {
  readonly #taken = new Set<string>();
  /** Places around those that are taken. */
  readonly #around = new Set<string>();

  take(place: Place): boolean {
    const path = place.map((_, index) => place.slice(0, index + 1).join('.'));
    const own = place.join('.');
    if (this.#around.has(own) || path.some((one) => this.#taken.has(one))) return false;
    this.#taken.add(own);
    for (const one of path) this.#around.add(one);
    return true;
  }
}

function inOrder(one: Place, other: Place): number {
  const at = one.findIndex((position, index) => position !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/** "update.redirect: is a list; expected text" */
function inWords({ at, what, expected, advice }: SchemaProblem): string {
  const more = advice === undefined || advice === 'remove it for now' ? '' : advice;
  // Without the long list of all keys: there is none that means the same.
  const wanted = expected === undefined || what === 'unknown key' ? '' : `expected ${expected}`;
  const said = [what === 'unknown key' ? 'has no equivalent here' : what, wanted, more].filter((part) => part !== '');
  return `${at.key === '' ? '' : `${at.key}: `}${said.join('; ')}`;
}
