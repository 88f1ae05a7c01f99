import { loadavg } from 'node:os';
import { ratioOf, type Verdict } from './judge.js';
import { median, spread } from './measure/statistics.js';
import { cpuMicroseconds, medianOf, type ContenderResult, type Measurement, type ScenarioResult } from './results.js';

const HEADINGS = ['', 'connections', 'CPU µs', 'ours is', 'spread', 'requests/s', 'p50 ms', 'p99 ms'];

/**
 * A table of medians over the rounds. CPU is the time of one request, summed over all processes of the contender; "ours is"
 * says how many times as good the first contender is, as the median of the ratios of each round.
 */
export function printScenario({ scenario, contenders, control }: ScenarioResult): void {
  const [ours] = contenders;
  const connections = [...(ours?.rounds.keys() ?? [])].sort((a, b) => a - b);
  const rows = connections.flatMap((count) =>
    contenders.map((contender) => row(contender, count, ours?.rounds.get(count) ?? [])),
  );
  print(`\n## ${scenario}\n\n${table([HEADINGS, ...rows])}`);
  printParts(contenders, connections);
  const onSqlite = contenders.flatMap(({ name, synchronous }) => (synchronous ? [`${name}: ${synchronous}`] : []));
  if (onSqlite.length > 0) print(`synchronous, as SQLite reports it: ${onSqlite.join('; ')}`);
  print(noiseOf(control));
}

/** Where the CPU of a request goes, for contenders of several parts. Servers beside them are not in the table above. */
function printParts(contenders: readonly ContenderResult[], connections: readonly number[]): void {
  const rows = connections.flatMap((count) =>
    contenders.map((contender) => ({ contender, count, parts: partsOf(contender.rounds.get(count) ?? []) })),
  );
  const names = [...new Set(rows.flatMap(({ parts }) => [...parts.keys()]))];
  if (names.length === 0) return;
  const cells = rows
    .filter(({ parts }) => parts.size > 0)
    .map(({ contender, count, parts }) => [
      contender.name,
      String(count),
      ...names.map((name) => parts.get(name)?.toFixed(0) ?? ''),
    ]);
  print(`\n${table([['CPU µs by part', 'connections', ...names], ...cells])}\n`);
}

function partsOf(rounds: readonly Measurement[]): Map<string, number> {
  const names = rounds[0]?.partSeconds?.keys() ?? [];
  return new Map(
    [...names].map((name) => [
      name,
      medianOf(rounds, ({ partSeconds, requests }) => ((partSeconds?.get(name) ?? 0) / requests) * 1e6),
    ]),
  );
}

/** Printed with every result: by how much it may be wrong. */
export function noiseOf(control: readonly number[]): string {
  const [minute] = loadavg();
  return (
    `control: ${median(control).toFixed(0)} µs a request, ±${percent(spread(control))} over ${String(control.length)} runs; ` +
    `load average ${(minute ?? NaN).toFixed(1)}`
  );
}

/** The table for docs/benchmarks.md. */
export function markdownOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.what + (verdict.what.includes(' and ') && verdict.scenario !== undefined ? `: ${verdict.scenario}` : ''),
    verdict.connections === undefined ? '' : String(verdict.connections),
    verdict.reviewed,
    verdict.values.map((value) => quantity(value, verdict.unit)).join(', '),
    quantity(verdict.median, verdict.unit) + (verdict.unit === 'x' ? '' : ` ${verdict.unit}`),
    limitOf(verdict),
    verdict.isMet ? 'met' : '**not met**',
    `±${percent(verdict.noise)}`,
  ]);
  const headings = ['aim', 'connections', 'review', 'each run', 'median', 'limit', '', 'noise'];
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function limitOf({ limit, unit }: Verdict): string {
  const [sign, value] = 'atMost' in limit ? ['≤', limit.atMost] : ['≥', limit.atLeast];
  return `${sign} ${String(value)}${unit === 'x' ? 'x' : ` ${unit}`}`;
}

function quantity(value: number, unit: Verdict['unit']): string {
  return unit === 'x' ? `${value.toFixed(2)}x` : value.toFixed(0);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function row({ name, rounds }: ContenderResult, connections: number, ours: readonly Measurement[]): string[] {
  const own = rounds.get(connections) ?? [];
  const of = (value: (measurement: Measurement) => number): number => medianOf(own, value);
  return [
    name,
    String(connections),
    of(cpuMicroseconds).toFixed(0),
    `${ratioOf(own, ours, cpuMicroseconds).toFixed(2)}x`,
    `±${percent(spread(own.map(cpuMicroseconds)))}`,
    of(({ requests, seconds }) => requests / seconds).toFixed(0),
    of(({ p50 }) => p50).toFixed(2),
    of(({ p99 }) => p99).toFixed(1),
  ];
}

/** Aligned columns: the first one on the left, the others on the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
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
