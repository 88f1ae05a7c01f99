import type { Ledger, Sample } from './ledger.js';

/** The report that `make soak` prints: violations first. */
export function report(ledger: Ledger): string {
  const findings = (title: string, found: readonly string[]): string =>
    [`${title}: ${found.length}`, ...found.map((what) => `  ${what}`)].join('\n');
  const medians = [...ledger.latencies].map(([phase, all]) => `  ${median(all).toFixed(1).padStart(8)} ms  ${phase}`);
  const explained = [...ledger.explained.values()].reduce((sum, n) => sum + n, 0);
  return [
    findings('Requests that failed in a rolling restart', ledger.failedInRollingRestart),
    findings('Requests answered 500 by a daemon that knows its host', ledger.faults),
    findings('Tokens lost without a reason', ledger.lost),
    findings('Tokens usable twice', ledger.usedTwice),
    'Requests that succeeded',
    counts(ledger.succeeded),
    'Requests that failed, by kind and cause',
    counts(ledger.failed),
    'Median time of a refresh, by phase',
    ...medians,
    'Processes, sampled each second',
    ...[...new Set(ledger.samples.map(({ name }) => name))].flatMap((name) => ranges(name, ledger.samples)),
    `Connections that ended for a documented reason, or still worked at the end: ${explained}`,
    counts(ledger.explained),
  ].join('\n');
}

function counts(entries: ReadonlyMap<string, number>): string {
  const sorted = [...entries].sort(([, a], [, b]) => b - a);
  return sorted.map(([what, n]) => `  ${String(n).padStart(8)}  ${what}`).join('\n') || '      none';
}

function ranges(name: string, samples: readonly Sample[]): string[] {
  const of = samples.filter((sample) => sample.name === name);
  const range = (what: string, field: 'memoryMiB' | 'descriptors' | 'eventLoopMs'): string => {
    const all = of.map((sample) => sample[field]);
    const [first, last, most] = [all[0]!, all.at(-1)!, Math.max(...all)].map((value) => value.toFixed(0));
    return `  ${name}, ${what}: first ${first}, median ${median(all).toFixed(0)}, last ${last}, most ${most}`;
  };
  return [
    range('MiB of memory', 'memoryMiB'),
    range('descriptors', 'descriptors'),
    range('ms of delay of the event loop', 'eventLoopMs'),
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
