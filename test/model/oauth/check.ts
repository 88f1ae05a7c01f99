import { violation as search, type RunSettings, type Violation } from '../check.js';
import { history } from './drive.js';
import { programs, type Fault } from './program.js';
import { promises } from './promises.js';
import { CAP, type Target } from './target.js';

export function violation(
  target: Target,
  settings: RunSettings & { readonly faults?: readonly Fault[] },
): Promise<Violation | undefined> {
  return search(
    {
      programs: programs(settings.faults),
      history: (program) => history(program, target),
      model: () => promises(CAP),
      circumstances: ({ faults }) => faults,
    },
    settings,
  );
}
