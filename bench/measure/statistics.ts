/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? NaN;
  return (upper + lower) / 2;
}

/** Largest deviation from the median, as a share of it: 0.1 is ten per cent. */
export function spread(values: readonly number[]): number {
  const middle = median(values);
  return Math.max(...values.map((value) => Math.abs(value - middle))) / middle;
}

/**
 * Tests whether two samples differ in location (Mann-Whitney U, normal approximation, accurate from 20 values).
 * `superiority`: the share of pairs in which the value of `a` is larger; `p`: two-sided.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): { p: number; superiority: number } {
  const pairs = a.length * b.length;
  const wins = a.reduce((sum, x) => sum + b.reduce((count, y) => count + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0);
  const deviation = Math.sqrt((pairs * (a.length + b.length + 1)) / 12);
  return { p: 2 * upperTail(Math.abs(wins - pairs / 2) / deviation), superiority: wins / pairs };
}

/** Distribution function of the standard normal distribution; Abramowitz and Stegun 26.2.17, to seven digits. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
