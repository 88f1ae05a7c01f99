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

const HEADINGS = ['', 'CPU µs', 'ours is', 'spread', 'requests/s', 'ours is', 'p50 ms', 'p99 ms', 'MiB'];

/**
 * A table of medians over the rounds. CPU is the time of one request, summed over all processes of the contender; "ours is"
 * says how many times as good Gatehouse is in the column before it.
 */
export function printScenario(scenario: string, contenders: readonly ContenderRounds[]): void {
  const [ours] = contenders;
  const rows = contenders.map(({ name, rounds }) => row(name, rounds, ours?.rounds ?? []));
  print(`\n## ${scenario}\n\n${table([HEADINGS, ...rows])}`);
}

export function printEcho(rounds: readonly Measurement[]): void {
  print(`\n## grpc-js unary echo: the cost of one hop\n\n${table([HEADINGS, row('grpc-js echo', rounds, [])])}`);
}

export function printMemory(readings: readonly number[]): void {
  const half = Math.ceil(readings.length / 2);
  const growth = median(readings.slice(half)) / median(readings.slice(0, half));
  print(`\n## memory of daemon and host over ${String(readings.length * 10_000)} requests\n`);
  print(`MiB after each 10,000: ${readings.map((reading) => reading.toFixed(0)).join(' ')}`);
  print(`second half compared with first half: ${growth.toFixed(2)}x`);
}

export function printNoise(calibrations: readonly number[]): void {
  if (calibrations.length === 0) return;
  const percent = (spread(calibrations) * 100).toFixed(0);
  print('\n## control\n');
  print(
    `The same hashing before every round varied by up to ${percent} % around its median: smaller differences are noise.`,
  );
}

function row(name: string, rounds: readonly Measurement[], ours: readonly Measurement[]): string[] {
  const ratio = (value: number): string => (ours.length === 0 ? '' : `${value.toFixed(2)}x`);
  const of = (value: (measurement: Measurement) => number): number => median(rounds.map(value));
  return [
    name,
    cpuPerRequest(rounds).toFixed(0),
    ratio(cpuPerRequest(rounds) / cpuPerRequest(ours)),
    `±${(spread(rounds.map(cpuMicroseconds)) * 100).toFixed(0)} %`,
    perSecond(rounds).toFixed(0),
    ratio(perSecond(ours) / perSecond(rounds)),
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    of(({ memoryMiB }) => memoryMiB).toFixed(0),
  ];
}

/** Median of the rounds in microseconds. */
export function cpuPerRequest(rounds: readonly Measurement[]): number {
  return median(rounds.map(cpuMicroseconds));
}

function cpuMicroseconds({ cpuSeconds, requests }: Measurement): number {
  return (cpuSeconds / requests) * 1e6;
}

function rate({ requests, seconds }: Measurement): number {
  return requests / seconds;
}

function perSecond(rounds: readonly Measurement[]): number {
  return median(rounds.map(rate));
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
