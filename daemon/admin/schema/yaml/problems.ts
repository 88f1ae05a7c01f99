import { nearestOf } from '../../../core/nearest.js';

/** A position in an author's file, for error messages. */
export interface Spot {
  /** "plugins/acme/blog/controllers/posts/config_list.yaml", or "host" for the host's registration. */
  readonly file: string;
  /** Starts at 1; 0 for the file as a whole, and in the host's registration. */
  readonly line: number;
  readonly column: number;
  /** Path of the key inside the file: "toolbar.buttons[1]"; empty for the file as a whole. */
  readonly key: string;
}

/** A value with its position, so that rules that combine two files can still report a line. */
export interface Given<T> {
  readonly value: T;
  readonly at: Spot;
}

/** For a file that is missing or invalid as a whole. */
export function wholeFile(file: string): Spot {
  return { file, line: 0, column: 0, key: '' };
}

/** For the host's registration: `key` is a path such as "acme.blog.posts: actions.publish". */
export function registered(key: string): Spot {
  return { file: 'host', line: 0, column: 0, key };
}

/** The same position, for a key inside it that the file does not contain. */
export function under(at: Spot, name: string): Spot {
  return { ...at, key: at.key === '' ? name : `${at.key}.${name}` };
}

/** One problem of a plugin, or a mismatch between it and the host's registration. */
export interface SchemaProblem {
  readonly at: Spot;
  /** The problem: `is "yes"`, `unknown key`. */
  readonly what: string;
  /** The valid values: "true or false". */
  readonly expected?: string;
  /** The correction, if it does not follow from the rest: "write ~/plugins/…". */
  readonly advice?: string;
}

/**
 * Collects all problems of one run, so that authors need not restart the daemon for each mistake. Only errors stop startup;
 * warnings are for the author.
 */
export class Problems {
  readonly #found: SchemaProblem[] = [];
  readonly #warnings: SchemaProblem[] = [];

  add(at: Spot, what: string, more: { readonly expected?: string; readonly advice?: string | undefined } = {}): void {
    const { expected, advice } = more;
    this.#found.push({
      at,
      what,
      ...(expected !== undefined && { expected }),
      ...(advice !== undefined && { advice }),
    });
  }

  /** For what has no effect on data, so that one file can serve Gatehouse and October or Winter CMS. */
  warn(at: Spot, what: string, advice: string): void {
    this.#warnings.push({ at, what, advice });
  }

  /** Reports a name that is not among `known`, with the valid names and the one that the author probably meant. */
  unknown(at: Spot, what: string, name: string, known: readonly string[]): void {
    this.add(at, what, {
      ...(known.length > 0 && { expected: `one of ${known.join(', ')}` }),
      advice: didYouMean(name, known),
    });
  }

  /** An independent copy with the same problems. */
  copy(): Problems {
    const copy = new Problems();
    copy.#found.push(...this.#found);
    copy.#warnings.push(...this.#warnings);
    return copy;
  }

  /** The number of errors. */
  get count(): number {
    return this.#found.length;
  }

  /** The errors by file, line and column, without repetitions of the same message at the same position. */
  sorted(): readonly SchemaProblem[] {
    return inOrder(this.#found);
  }

  /** The warnings in the same order. */
  warnings(): readonly SchemaProblem[] {
    return inOrder(this.#warnings);
  }
}

/** Advice for an unknown name; undefined if no known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}

/** "1 error", "2 errors". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** More than anybody corrects before the next start. One broken bracket can cause a hundred thousand problems. */
const MAX_LINES = 200;

/** Stops startup. The message contains the first problems, one per line. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';

  constructor(readonly problems: readonly SchemaProblem[]) {
    const lines = problems.slice(0, MAX_LINES).map((problem) => `  ${formatProblem(problem)}`);
    if (problems.length > MAX_LINES) lines.push(`  and ${String(problems.length - MAX_LINES)} more`);
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

function inOrder(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const byText = new Map(problems.map((problem) => [formatProblem(problem), problem]));
  return [...byText.values()].sort((a, b) => compare(a, b));
}

function compare(a: SchemaProblem, b: SchemaProblem): number {
  return (
    order(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    order(formatProblem(a), formatProblem(b))
  );
}

/** By code unit, so that the order is the same on every machine. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
