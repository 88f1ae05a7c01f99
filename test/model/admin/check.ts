import { violation as search, type RunSettings, type Violation } from '../check.js';
import { history } from './drive.js';
import { PROGRAMS } from './program.js';
import { PROMISES } from './promises.js';
import type { Target } from './target.js';

export function violation(target: Target, settings: RunSettings): Promise<Violation | undefined> {
  return search(
    { programs: PROGRAMS, history: (program) => history(program, target), model: () => PROMISES },
    settings,
  );
}
