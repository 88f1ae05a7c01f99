import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CONTENDERS, peerFile, type Running } from './contenders.js';
import { generateLoad, type LoadResult } from './measure/load.js';
import { calibrate } from './measure/noise.js';
import { MeasuredProcess } from './measure/process.js';
import { SCENARIOS, type Scenario } from './peers/peer.js';
import { printEcho, printMemory, printNoise, printScenario, type Measurement } from './report.js';

/**
 * `make bench`: Gatehouse (daemon and host together on one core) against its peers on the same core, the load generator
 * on the other. Rounds are interleaved, so that a slow moment of the machine hits everybody; ratios of medians are what
 * counts. BENCH_ROUNDS, BENCH_SECONDS and BENCH_SCENARIOS make it shorter.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 32;
/** Requests that can be sent once each, per second of a round: more than anybody answers. */
const PREPARED_PER_SECOND = 8000;
const FLATNESS_REQUESTS = 100_000;
const EXPECTED: Readonly<Record<Scenario, readonly number[]>> = {
  metadata: [200],
  register: [201],
  authorize: [302, 303],
  exchange: [200],
  refresh: [200],
};
const chosen = process.env['BENCH_SCENARIOS']?.split(',') ?? [...SCENARIOS, 'echo', 'memory'];

const run = promisify(execFile);
const calibrations: number[] = [];

for (const scenario of SCENARIOS) if (chosen.includes(scenario)) await measureScenario(scenario);
if (chosen.includes('echo')) await measureEcho();
if (chosen.includes('memory')) await measureMemory();
printNoise(calibrations);

/** Everybody is started once and warmed up, so that no round measures a compiler; then the rounds, in turn. */
async function measureScenario(scenario: Scenario): Promise<void> {
  const started = await Promise.all(
    CONTENDERS.filter(({ scenarios }) => scenarios.includes(scenario)).map(async (contender) => ({
      name: contender.name,
      running: await contender.start(),
      rounds: [] as Measurement[],
    })),
  );
  try {
    for (const { running } of started) await load(running, scenario, WARM_UP_SECONDS);
    for (let round = 0; round < ROUNDS; round++) {
      calibrations.push(await calibrate());
      for (const { running, rounds } of started) rounds.push(await load(running, scenario, SECONDS));
    }
  } finally {
    await Promise.all(started.map(({ running }) => running.stop()));
  }
  printScenario(scenario, started);
}

async function load(running: Running, scenario: Scenario, seconds: number): Promise<Measurement> {
  const requests = await running.prepare(scenario, seconds * PREPARED_PER_SECOND);
  const cpuBefore = cpuOf(running.processes);
  const result = await generateLoad({
    port: running.port,
    requests,
    expectedStatuses: EXPECTED[scenario],
    connections: CONNECTIONS,
    seconds,
  });
  return { ...result, cpuSeconds: cpuOf(running.processes) - cpuBefore, memoryMiB: memoryOf(running.processes) };
}

async function measureEcho(): Promise<void> {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile('grpc-echo'));
    const cpuBefore = server.cpuSeconds();
    const { stdout } = await run('taskset', [
      '-c',
      '1',
      process.execPath,
      peerFile('grpc-client'),
      String(port),
      String(CONNECTIONS),
      String(SECONDS),
    ]);
    const result = JSON.parse(stdout) as LoadResult;
    rounds.push({ ...result, cpuSeconds: server.cpuSeconds() - cpuBefore, memoryMiB: server.memoryMiB() });
    await server.stop();
  }
  printEcho(rounds);
}

/** Memory after each tenth of 100,000 exchanges and refreshes on one daemon and host: it must not climb. */
async function measureMemory(): Promise<void> {
  const running = await CONTENDERS[0]?.start();
  if (running === undefined) return;
  const readings: number[] = [];
  try {
    for (let sent = 0; sent < FLATNESS_REQUESTS; sent += FLATNESS_REQUESTS / 10) {
      const scenario = readings.length % 2 === 0 ? 'exchange' : 'refresh';
      const requests = await running.prepare(scenario, FLATNESS_REQUESTS / 10);
      await generateLoad({
        port: running.port,
        requests,
        expectedStatuses: [200],
        connections: CONNECTIONS,
        seconds: 60,
      });
      readings.push(memoryOf(running.processes));
    }
  } finally {
    await running.stop();
  }
  printMemory(readings);
}

function cpuOf(processes: readonly MeasuredProcess[]): number {
  return processes.reduce((sum, measured) => sum + measured.cpuSeconds(), 0);
}

function memoryOf(processes: readonly MeasuredProcess[]): number {
  return processes.reduce((sum, measured) => sum + measured.memoryMiB(), 0);
}
