import { nearestOf } from '../../../core/nearest.js';

/** A point in what a person wrote: where an error message sends them. */
export interface Spot {
  /** "plugins/acme/blog/controllers/posts/config_list.yaml", or "host" for what the host registers. */
  readonly file: string;
  /** From 1; 0 where the file as a whole is meant, and in what the host registers. */
  readonly line: number;
  readonly column: number;
  /** Path of the key inside the file: "toolbar.buttons[1]"; empty for the file as a whole. */
  readonly key: string;
}

/** A value with the place where it was given, so that rules which join two files can still point at a line. */
export interface Given<T> {
  readonly value: T;
  readonly at: Spot;
}

/** For a file that is missing, or wrong as a whole. */
export function wholeFile(file: string): Spot {
  return { file, line: 0, column: 0, key: '' };
}

/** For what the host registers: `key` is a path such as "acme.blog.posts: actions.publish". */
export function registered(key: string): Spot {
  return { file: 'host', line: 0, column: 0, key };
}

/** The same place, for a key inside it that nobody has written. */
export function under(at: Spot, name: string): Spot {
  return { ...at, key: at.key === '' ? name : `${at.key}.${name}` };
}

/** One thing that is wrong with a plugin, or with how the host's registration fits it. */
export interface SchemaProblem {
  readonly at: Spot;
  /** What is wrong: `is "yes"`, `unknown key`. */
  readonly what: string;
  /** What could stand there: "true or false". */
  readonly expected?: string;
  /** What to do about it, where that does not follow: "write ~/plugins/…". */
  readonly advice?: string;
}

/** Collects everything that is wrong in one run: nobody should have to start a daemon five times to find five mistakes. */
export class Problems {
  readonly #found: SchemaProblem[] = [];

  add(at: Spot, what: string, more: { readonly expected?: string; readonly advice?: string | undefined } = {}): void {
    const { expected, advice } = more;
    this.#found.push({
      at,
      what,
      ...(expected !== undefined && { expected }),
      ...(advice !== undefined && { advice }),
    });
  }

  /** A name that is not among `known`: says which one was probably meant, and which there are. */
  unknown(at: Spot, what: string, name: string, known: readonly string[]): void {
    this.add(at, what, {
      expected: known.length === 0 ? 'nothing, because none exists' : `one of ${known.join(', ')}`,
      advice: didYouMean(name, known),
    });
  }

  /** With the same problems in it, and a life of its own. */
  copy(): Problems {
    const copy = new Problems();
    copy.#found.push(...this.#found);
    return copy;
  }

  get count(): number {
    return this.#found.length;
  }

  /** By file, line and column; the same thing said twice about one place is said once. */
  sorted(): readonly SchemaProblem[] {
    const byText = new Map(this.#found.map((problem) => [formatProblem(problem), problem]));
    return [...byText.values()].sort((a, b) => compare(a, b));
  }
}

/** Advice for a name that does not exist; undefined when none of the known ones is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}

/** "1 error", "2 errors". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Stops startup. The message holds every problem, one a line. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';

  constructor(readonly problems: readonly SchemaProblem[]) {
    const lines = problems.map((problem) => `  ${formatProblem(problem)}`);
    super(`the plugins' schemas are not valid (${counted(problems.length, 'error')}):\n${lines.join('\n')}`);
  }
}

/** "plugins/…/columns.yaml:3:5: title.label: is a list; expected text". */
export function formatProblem({ at, what, expected, advice }: SchemaProblem): string {
  const where = at.line === 0 ? at.file : `${at.file}:${at.line}:${at.column}`;
  const subject = at.key === '' ? '' : `${at.key}: `;
  const said = [what, expected === undefined ? '' : `expected ${expected}`, advice ?? ''].filter((part) => part !== '');
  return `${where}: ${subject}${said.join('; ')}`;
}

function compare(a: SchemaProblem, b: SchemaProblem): number {
  return (
    order(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    order(formatProblem(a), formatProblem(b))
  );
}

/** By code unit: the same order on every machine. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
