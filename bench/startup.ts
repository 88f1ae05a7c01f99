import type { Figure } from './aims.js';
import { FLOOR, GATEHOUSE, PROVIDER, ROUTER } from './contenders.js';
import { startDaemon } from './daemon.js';
import type { HostReady } from './gatehouse.js';
import type { FigureResult } from './judge.js';
import type { Control } from './measure/control.js';
import { peerFile, MeasuredProcess } from './measure/process.js';
import { median } from './measure/statistics.js';
import { noiseOf, print, table } from './report.js';
import { ROUNDS } from './settings.js';
import { sqliteStore } from './stores.js';

/** A run is the median of this many starts. */
const STARTS = 3;
const PEERS = { [FLOOR]: 'floor/server', [ROUTER]: 'mcp-sdk', [PROVIDER]: 'oidc-provider' } as const;

/**
 * From the start of a process until it answers: of a host until it listens, of a daemon beside a running host until its
 * readiness probe answers 200.
 */
export async function measureStartup(control: Control): Promise<ReadonlyMap<Figure, FigureResult>> {
  const readings = new Map<string, number[]>();
  const controls: number[] = [];
  for (let run = 0; run < ROUNDS; run++) {
    controls.push(await control.measure());
    const starts = new Map<string, number[]>();
    for (let start = 0; start < STARTS; start++) {
      for (const [name, ms] of await onceEach()) starts.set(name, [...(starts.get(name) ?? []), ms]);
    }
    for (const [name, values] of starts) readings.set(name, [...(readings.get(name) ?? []), median(values)]);
  }
  const rows = [...readings].map(([name, values]) => [
    name,
    ...values.map((ms) => ms.toFixed(0)),
    median(values).toFixed(0),
  ]);
  const headings = ['ms until ready', ...controls.map((_, run) => `run ${String(run + 1)}`), 'median'];
  print(`\n## startup: each run the median of ${String(STARTS)} starts\n\n${table([headings, ...rows])}`);
  print(noiseOf(controls));
  return new Map<Figure, FigureResult>([
    ['daemon ready', { values: readings.get(`${GATEHOUSE}, daemon`) ?? [], control: controls }],
    ['host ready', { values: readings.get(`${GATEHOUSE}, host`) ?? [], control: controls }],
  ]);
}

async function onceEach(): Promise<[string, number][]> {
  const store = await sqliteStore();
  const times: [string, number][] = [];
  try {
    const [host, { address }, hostMs] = await timed<HostReady>('gatehouse-host', store.env);
    try {
      const { daemon, readyMs } = await startDaemon(address, {});
      await daemon.stop();
      times.push([`${GATEHOUSE}, host`, hostMs], [`${GATEHOUSE}, daemon`, readyMs]);
    } finally {
      await host.stop();
    }
    for (const [name, file] of Object.entries(PEERS)) {
      const [server, , ms] = await timed(file, {});
      await server.stop();
      times.push([name, ms]);
    }
  } finally {
    await store.close();
  }
  return times;
}

async function timed<Ready>(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<[MeasuredProcess, Ready, number]> {
  const startedAt = performance.now();
  const [server, ready] = await MeasuredProcess.start<Ready>(peerFile(file), env);
  return [server, ready, performance.now() - startedAt];
}
