import { setTimeout as sleep } from 'node:timers/promises';
import { startGatehouseAdmin } from './admin/contenders.js';
import type { Figure } from './aims.js';
import type { Running } from './contender.js';
import { FLOOR, GATEHOUSE, OAUTH_CONTENDERS, PROVIDER_ON_SQLITE } from './contenders.js';
import type { FigureResult } from './judge.js';
import { LOADS } from './loads.js';
import type { Control } from './measure/control.js';
import { generateLoad } from './measure/load.js';
import { memoryOf, totalOf, type Memory } from './measure/memory.js';
import { median } from './measure/statistics.js';
import type { Scenario } from './peers/peer.js';
import { noiseOf, print, table } from './report.js';
import { GROWTH_SECONDS, isChosenContender, ROUNDS } from './settings.js';

/** After the start, until lazily loaded code and the collector have settled. */
const IDLE_MS = 3000;
const CONNECTIONS = 16;
/** Requests of the load, in equal parts of each of its two scenarios. */
const REQUESTS = 10_000;
const PART = 2500;
const OAUTH_LOAD = ['exchange', 'refresh'] as const;
const ADMIN_LOAD = ['admin-page', 'admin-show'] as const;
type Load = typeof OAUTH_LOAD | typeof ADMIN_LOAD;
const GROWTH_REQUESTS = 100_000;
const GROWTH_PART = 10_000;
const GROWTH_CONNECTIONS = 256;
/** More than a load takes: it ends with its last request. */
const LOAD_SECONDS = 120;

/** The admin backend is a daemon and a host of its own here. */
const MEASURED: readonly { readonly name: string; readonly load: Load; start(): Promise<Running> }[] = [
  ...OAUTH_CONTENDERS.filter(({ name }) => [GATEHOUSE, FLOOR, PROVIDER_ON_SQLITE].includes(name)).map(
    ({ name, start }) => ({ name, load: OAUTH_LOAD, start }),
  ),
  { name: `${GATEHOUSE}, admin backend`, load: ADMIN_LOAD, start: () => startGatehouseAdmin() },
];

/** Memory of all processes of a contender, idle and after a load; each run with new processes. */
export async function measureFootprint(control: Control): Promise<ReadonlyMap<Figure, FigureResult>> {
  const idle = new Map<string, Memory[]>();
  const loaded = new Map<string, Memory[]>();
  const controls: number[] = [];
  const contenders = MEASURED.filter(({ name }) => isChosenContender(name));
  for (let run = 0; run < ROUNDS; run++) {
    controls.push(await control.measure());
    for (const { name, start, load } of contenders) {
      const running = await start();
      try {
        await sleep(IDLE_MS);
        idle.set(name, [...(idle.get(name) ?? []), memoryOfAll(running)]);
        for (let sent = 0; sent < REQUESTS; sent += PART) {
          await sendPart(running, scenarioOf(load, sent / PART), PART, CONNECTIONS);
        }
        loaded.set(name, [...(loaded.get(name) ?? []), memoryOfAll(running)]);
      } finally {
        await running.stop();
      }
    }
  }
  const rows = contenders.flatMap(({ name }) => [
    [`${name}, idle`, ...cells(idle.get(name) ?? [])],
    [`${name}, after load`, ...cells(loaded.get(name) ?? [])],
  ]);
  print(
    `\n## memory: ${String(REQUESTS)} requests over ${String(CONNECTIONS)} connections\n\n` +
      table([['MiB, median', 'anonymous', 'file pages, once', 'together'], ...rows]),
  );
  print(noiseOf(controls));
  const figure = (readings: ReadonlyMap<string, readonly Memory[]>): FigureResult => ({
    values: (readings.get(GATEHOUSE) ?? []).map(totalOf),
    control: controls,
  });
  if (!idle.has(GATEHOUSE)) return new Map();
  return new Map<Figure, FigureResult>([
    ['memory after load', figure(loaded)],
    ['memory idle', figure(idle)],
  ]);
}

/** Memory after every 10,000 of 100,000 exchanges and refreshes on one daemon and host. It must not grow. */
export async function measureGrowth(): Promise<void> {
  const running = await OAUTH_CONTENDERS.find(({ name }) => name === GATEHOUSE)?.start();
  if (running === undefined) return;
  const readings: number[] = [];
  try {
    const endsAt = performance.now() + GROWTH_SECONDS * 1000;
    for (let part = 0; part < GROWTH_REQUESTS / GROWTH_PART && performance.now() < endsAt; part++) {
      await sendPart(running, scenarioOf(OAUTH_LOAD, part), GROWTH_PART, GROWTH_CONNECTIONS);
      readings.push(totalOf(memoryOfAll(running)));
    }
  } finally {
    await running.stop();
  }
  const half = Math.ceil(readings.length / 2);
  const growth = median(readings.slice(half)) / median(readings.slice(0, half));
  print(`\n## memory of daemon and host over ${String(readings.length * GROWTH_PART)} requests\n`);
  print(`MiB after each ${String(GROWTH_PART)}: ${readings.map((reading) => reading.toFixed(0)).join(' ')}`);
  print(`second half compared with first half: ${growth.toFixed(2)}x`);
}

function scenarioOf([even, odd]: Load, part: number): Scenario {
  return part % 2 === 0 ? even : odd;
}

async function sendPart(running: Running, scenario: Scenario, count: number, connections: number): Promise<void> {
  for (const port of running.ports) {
    await generateLoad({
      port,
      requests: await running.prepare(scenario, count),
      expected: LOADS[scenario].expected,
      connections,
      seconds: LOAD_SECONDS,
      ...(running.authorization !== undefined && { authorization: running.authorization }),
    });
  }
}

function memoryOfAll({ processes }: Running): Memory {
  return memoryOf(processes.flatMap(({ pids }) => pids));
}

function cells(readings: readonly Memory[]): string[] {
  const of = (value: (memory: Memory) => number): string => median(readings.map(value)).toFixed(0);
  return [of(({ anonymous }) => anonymous), of(({ file }) => file), of(totalOf)];
}
