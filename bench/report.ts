import type { LoadResult } from './measure/load.js';
import { median, spread } from './measure/statistics.js';

export interface Measurement extends LoadResult {
  readonly cpuSeconds: number;
  readonly memoryMiB: number;
}

export interface ContenderRounds {
  readonly name: string;
  readonly rounds: readonly Measurement[];
}

const HEADINGS = ['', 'requests/s', 'ours is', 'spread', 'p50 ms', 'p99 ms', 'CPU µs', 'MiB'];

/** A table of medians over the rounds; "ours is" is the ratio of Gatehouse's requests per second to the row's. */
export function printScenario(scenario: string, contenders: readonly ContenderRounds[]): void {
  const ours = contenders[0] === undefined ? NaN : perSecond(contenders[0].rounds);
  const rows = contenders.map(({ name, rounds }) => row(name, rounds, `${(ours / perSecond(rounds)).toFixed(2)}x`));
  print(`\n## ${scenario}\n\n${table([HEADINGS, ...rows])}`);
}

export function printEcho(rounds: readonly Measurement[]): void {
  print(
    `\n## grpc-js unary echo: what one hop costs in itself\n\n${table([HEADINGS, row('grpc-js echo', rounds, '')])}`,
  );
}

export function printMemory(readings: readonly number[]): void {
  const [first = NaN, ...later] = readings;
  print('\n## memory of daemon and host over 100,000 requests\n');
  print(`MiB after each 10,000: ${readings.map((reading) => reading.toFixed(0)).join(' ')}`);
  print(`last against the median of the rest: ${((later.at(-1) ?? NaN) / median([first, ...later])).toFixed(2)}`);
}

export function printNoise(calibrations: readonly number[]): void {
  if (calibrations.length === 0) return;
  const percent = (spread(calibrations) * 100).toFixed(0);
  print('\n## control\n');
  print(
    `The same hashing before every round varied by up to ${percent} % around its median: ratios closer than that say nothing.`,
  );
}

function row(name: string, rounds: readonly Measurement[], ratio: string): string[] {
  const of = (value: (measurement: Measurement) => number): number => median(rounds.map(value));
  return [
    name,
    perSecond(rounds).toFixed(0),
    ratio,
    `±${(spread(rounds.map(rate)) * 100).toFixed(0)} %`,
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    of(({ cpuSeconds, requests }) => (cpuSeconds / requests) * 1e6).toFixed(0),
    of(({ memoryMiB }) => memoryMiB).toFixed(0),
  ];
}

function rate({ requests, seconds }: Measurement): number {
  return requests / seconds;
}

function perSecond(rounds: readonly Measurement[]): number {
  return median(rounds.map(rate));
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
