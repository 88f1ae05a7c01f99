import type { ImportBody } from '../../api/answers.js';
import type { FieldProblem } from '../../api/errors.js';
import { MAX_IMPORT_PROBLEMS } from '../../api/limits.js';

/** The problems of a file, of which an answer has room for some. */
export class ProblemList {
  readonly #problems: ImportBody['problems'][number][] = [];
  count = 0;

  constructor(private readonly texts: { problem(problem: FieldProblem): string }) {}

  add(row: number | null, column: number | null, problem: FieldProblem | string): void {
    this.count += 1;
    if (this.#problems.length === MAX_IMPORT_PROBLEMS) return;
    const message = typeof problem === 'string' ? problem : this.texts.problem(problem);
    this.#problems.push({ row, column, message });
  }

  body(): Pick<ImportBody, 'problems' | 'more_problems'> {
    return { problems: this.#problems, more_problems: this.count - this.#problems.length };
  }
}
