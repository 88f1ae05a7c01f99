import type { Figure, FigureAim, Limit, RatioAim } from './aims.js';
import { median, spread } from './measure/statistics.js';
import { COMPARED, type ContenderResult, type Measurement, type ScenarioResult } from './results.js';

/** An aim, or one scenario and number of connections of it, with what was measured. */
export interface Verdict {
  readonly what: string;
  readonly reviewed: string;
  /** Absent for a figure. */
  readonly scenario?: string;
  readonly connections?: number;
  readonly unit: 'x' | 'MiB' | 'ms';
  /** One for each run. */
  readonly values: readonly number[];
  readonly median: number;
  readonly limit: Limit;
  readonly isMet: boolean;
  /** By how much the control varied meanwhile, as a share of its median. */
  readonly noise: number;
}

/** Readings of a figure, one for each run, with the control before each of them. */
export interface FigureResult {
  readonly values: readonly number[];
  readonly control: readonly number[];
}

/**
 * Compares the rounds one by one, since contenders take turns within a round: a slow minute of the machine is in both
 * sides of a ratio. The median of these ratios decides. An aim without a measurement has no verdict.
 *
 * @param ours name of the contender that is judged
 */
export function judgeRatios(
  aims: readonly RatioAim[],
  results: readonly ScenarioResult[],
  ours: string,
): readonly Verdict[] {
  return aims.flatMap((aim) =>
    aim.scenarios.flatMap((scenario) =>
      results
        .filter((result) => result.scenario === scenario)
        .flatMap((result) =>
          aim.connections.flatMap((connections) => judgeRatio(aim, result, connections, ours) ?? []),
        ),
    ),
  );
}

function judgeRatio(
  aim: RatioAim,
  { scenario, contenders, control }: ScenarioResult,
  connections: number,
  ours: string,
): Verdict | undefined {
  const value = COMPARED[aim.compared];
  const roundsOf = ({ rounds }: ContenderResult): number[] => (rounds.get(connections) ?? []).map(value);
  const mine = contenders.filter(({ name }) => name === ours).map(roundsOf)[0] ?? [];
  const theirs = contenders.filter(({ name }) => aim.against.includes(name)).map(roundsOf);
  const best = theirs.filter((values) => values.length > 0).sort((a, b) => median(a) - median(b))[0];
  if (best === undefined || mine.length === 0) return undefined;
  const isShare = 'atMost' in aim.limit;
  const values = mine.map((own, round) => {
    const other = best[round] ?? NaN;
    return isShare ? own / other : other / own;
  });
  return {
    ...judged(values, aim.limit, control),
    what: aim.what,
    reviewed: aim.reviewed,
    scenario,
    connections,
    unit: 'x',
  };
}

export function judgeFigures(
  aims: readonly FigureAim[],
  results: ReadonlyMap<Figure, FigureResult>,
): readonly Verdict[] {
  return aims.flatMap(({ what, reviewed, figure, unit, limit }) => {
    const result = results.get(figure);
    return result === undefined ? [] : [{ ...judged(result.values, limit, result.control), what, reviewed, unit }];
  });
}

function judged(values: readonly number[], limit: Limit, control: readonly number[]) {
  const middle = median(values);
  const isMet = 'atMost' in limit ? middle <= limit.atMost : middle >= limit.atLeast;
  return { values, median: middle, limit, isMet, noise: spread(control) };
}

/** For tables that show every contender beside ours. */
export function ratioOf(
  theirs: readonly Measurement[],
  ours: readonly Measurement[],
  value: (measurement: Measurement) => number,
): number {
  return median(theirs.map((measurement, round) => value(measurement) / (ours[round] ? value(ours[round]) : NaN)));
}
