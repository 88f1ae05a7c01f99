/** The variables that shorten, lengthen or select what `make bench` measures. docs/benchmarks.md explains them. */

/** Each measurement is repeated this often, in rounds that take turns between the contenders. An aim is judged by the median. */
export const ROUNDS = wholeNumber('BENCH_ROUNDS', 3);
/** Seconds of load in one round. */
export const SECONDS = wholeNumber('BENCH_SECONDS', 2);
/** Seconds of load before the first round: roughly until the compilers are done. */
export const WARM_UP_SECONDS = wholeNumber('BENCH_WARM_UP_SECONDS', 6);
/** Seconds that the memory scenario `growth` may take. */
export const GROWTH_SECONDS = wholeNumber('BENCH_MEMORY_SECONDS', 120);

/** Sizes of the scale scenarios. */
export const SCALE_ROWS = wholeNumber('BENCH_SCALE_ROWS', 1_000_000);
export const SCALE_PENDING = wholeNumber('BENCH_SCALE_PENDING', 100_000);
export const SCALE_ADMINISTRATORS = wholeNumber('BENCH_SCALE_ADMINISTRATORS', 1000);
export const SCALE_LIST_ROWS = wholeNumber('BENCH_SCALE_LIST_ROWS', 10_000_000);

/** Whether a contender takes part: its name contains one of the given parts. */
export function isChosenContender(name: string): boolean {
  const parts = process.env['BENCH_CONTENDERS']?.split(',') ?? [''];
  return parts.some((part) => name.includes(part));
}

/**
 * The scenarios to run, in the order of `known`. A name that ends with "…" or "*" stands for all that begin with it.
 *
 * @throws {Error} naming what is unknown
 */
export function chosenScenarios(known: readonly string[], byDefault: readonly string[], text?: string): string[] {
  if (text === undefined) return known.filter((name) => byDefault.includes(name));
  const patterns = text.split(',').map((pattern) => pattern.trim());
  const isMatch = (pattern: string, name: string): boolean =>
    /[…*]$/.test(pattern) ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const unknown = patterns.filter((pattern) => !known.some((name) => isMatch(pattern, name)));
  if (unknown.length > 0) {
    throw new Error(`BENCH_SCENARIOS: ${unknown.join(', ')} is no scenario; there are ${known.join(', ')}`);
  }
  return known.filter((name) => patterns.some((pattern) => isMatch(pattern, name)));
}

function wholeNumber(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name}=${text}: give a whole number from 1 on`);
  return value;
}
