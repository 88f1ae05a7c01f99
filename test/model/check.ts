import fc from 'fast-check';
import { LOST, unexplained, type Event, type Model } from './linearize.js';

export interface RunSettings {
  readonly runs: number;
  readonly seed: number;
  /** The program to begin with, as printed in a report, to repeat a failure. */
  readonly path?: string;
  /** If true, reports the first failing program instead of looking for a smaller one. Default false. */
  readonly first?: boolean;
}

/** The smallest failing program found: no order of its operations explains the answers. */
export interface Violation {
  readonly seed: number;
  readonly path: string;
  readonly text: string;
}

/** A system, the programs to run on it, and its promises. */
export interface Experiment<Program, State, Call, Answer> {
  readonly programs: fc.Arbitrary<Program>;
  /** Runs one program and returns what its clients saw. */
  history(program: Program): Promise<Event<Call, Answer>[]>;
  model(program: Program): Model<State, Call, Answer>;
  /** The events of the parts while the program ran. */
  circumstances?(program: Program): readonly string[];
}

/** Number of attempts for each program while reducing a failure: a race may pass once. */
const TRIES = 3;

export async function violation<Program, State, Call extends object, Answer extends object>(
  { programs, history, model, circumstances }: Experiment<Program, State, Call, Answer>,
  { runs, seed, path, first = false }: RunSettings,
): Promise<Violation | undefined> {
  let text = '';
  const property = fc.asyncProperty(programs, async (program) => {
    for (let attempt = 0; attempt < (text === '' ? 1 : TRIES); attempt++) {
      const found = unexplained(await history(program), model(program));
      if (found === undefined) continue;
      const around = (circumstances?.(program) ?? []).map((fault) => `while: ${fault}`);
      const lines = [...found.explained.map(line), 'and then, in no order:', ...found.rest.map(line)];
      text = [...around, ...lines].join('\n');
      return false;
    }
    return true;
  });
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: first,
    ...(path === undefined ? {} : { path }),
  });
  if (!details.failed) return undefined;
  // Without an unexplained history, the machinery itself failed.
  if (text === '') throw details.errorInstance;
  return { seed: details.seed, path: details.counterexamplePath ?? '', text };
}

function line({ call, answer, began, ended }: Event<object, object>): string {
  const asked = Object.values(call).map(String).join(', ');
  const got = answer === LOST ? 'the answer was lost' : Object.values(answer).map(String).join(', ');
  return `  ${began.toFixed(1)} to ${ended.toFixed(1)} ms: ${asked} → ${got}`;
}
