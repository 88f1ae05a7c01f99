import { measureApplication } from './admin/application.js';
import { ADMIN_CONTENDERS } from './admin/contenders.js';
import { countHostCalls } from './admin/host-calls.js';
import { measurePartials } from './admin/partials.js';
import { measureSignInTiming } from './admin/sign-in-timing.js';
import { printAims, printMemoryAim, printSnapshotAim } from './aims.js';
import { OAUTH_CONTENDERS, type Contender, type Running } from './contenders.js';
import { measureHostile } from './hostile/measure.js';
import { LOADS } from './loads.js';
import { measureFlood } from './flood/flood.js';
import { generateLoad, type LoadResult } from './measure/load.js';
import { machine, calibrate, runPinned } from './measure/machine.js';
import { peerFile, MeasuredProcess } from './measure/process.js';
import { SCENARIOS, type Scenario } from './peers/peer.js';
import { printEcho, printMemory, printNoise, printScenario, type ContenderRounds, type Measurement } from './report.js';

/**
 * `make bench`: compares Gatehouse (daemon and host together on one core) with its peers on the same core, with the load
 * generator on another. Rounds are interleaved, so that a slow moment of the machine affects all contenders; compare the ratios
 * of medians. BENCH_ROUNDS, BENCH_SECONDS, BENCH_SCENARIOS and BENCH_CONTENDERS shorten the run. docs/benchmarks.md explains the
 * results.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ECHO_CONNECTIONS = 64;
/** Keeps the whole run within a quarter of an hour: on a busy machine there are fewer rounds, but at least three. */
const SCENARIO_MS = 70_000;
const FEWEST_ROUNDS = 3;
/** Requests prepared for each second of warm-up. */
const WARM_UP_RATE = 2500;
/** Minimum of prepared requests: a contender that is slow now may be faster in the next round. */
const LEAST_PER_SECOND = 1000;
const FLATNESS_REQUESTS = 100_000;
const FLATNESS_CONNECTIONS = 256;
const FLATNESS_MS = Number(process.env['BENCH_MEMORY_SECONDS'] ?? 120) * 1000;
/** Parts of names: only matching contenders run. */
const NAMES = process.env['BENCH_CONTENDERS']?.split(',') ?? [''];
const CONTENDERS = [...OAUTH_CONTENDERS, ...ADMIN_CONTENDERS].filter((contender) =>
  NAMES.some((part) => contender.name.includes(part)),
);
const chosen = process.env['BENCH_SCENARIOS']?.split(',') ?? [
  ...SCENARIOS,
  'admin-calls',
  'admin-timing',
  'echo',
  'memory',
  'application',
  'hostile',
  'partials',
  'flood',
];
const calibrations: number[] = [];
const results = new Map<Scenario, readonly ContenderRounds[]>();

for (const scenario of SCENARIOS) if (chosen.includes(scenario)) await measureScenario(scenario);
if (chosen.includes('admin-calls')) await countHostCalls();
if (chosen.includes('admin-timing')) await measureSignInTiming();
if (chosen.includes('echo')) await measureEcho();
if (chosen.includes('memory')) await measureMemory();
if (chosen.includes('application')) await measureApplication();
if (chosen.includes('hostile')) await measureHostile();
if (chosen.includes('partials')) measurePartials();
if (chosen.includes('flood')) await measureFlood();
printAims(results);
printSnapshotAim(results);
printMemoryAim(results);
printNoise(calibrations);

interface Participant extends ContenderRounds {
  readonly running: Running;
  readonly rounds: Measurement[];
  /** Measured requests per second, which determines the number of prepared requests. */
  rate: number;
}

/** Starts and warms up every contender once, so that no round measures a compiler, then runs the rounds in turn. */
async function measureScenario(scenario: Scenario): Promise<void> {
  const participants: Participant[] = [];
  const endsAt = performance.now() + SCENARIO_MS;
  try {
    for (const contender of CONTENDERS) {
      if (contender.scenarios.includes(scenario)) participants.push(await warmedUp(contender, scenario));
    }
    for (let round = 0; round < ROUNDS && (round < FEWEST_ROUNDS || performance.now() < endsAt); round++) {
      calibrations.push(await calibrate());
      for (const participant of participants) participant.rounds.push(await load(participant, scenario, SECONDS));
    }
  } finally {
    await Promise.all(participants.map(({ running }) => running.stop()));
  }
  results.set(scenario, participants);
  printScenario(scenario, participants);
}

async function warmedUp({ name, start }: Contender, scenario: Scenario): Promise<Participant> {
  const participant: Participant = { name, running: await start(), rounds: [], rate: WARM_UP_RATE };
  const { seconds, connections, as = scenario } = LOADS[scenario].warmUp;
  await load(participant, as, seconds, connections);
  return participant;
}

async function load(
  participant: Participant,
  scenario: Scenario,
  seconds: number,
  connections = LOADS[scenario].connections,
): Promise<Measurement> {
  const { running } = participant;
  const { expected, most } = LOADS[scenario];
  const requests = await running.prepare(scenario, Math.min(Math.ceil(participant.rate * seconds), most));
  const cpuBefore = cpuOf(running.processes);
  const { port, authorization } = running;
  const result = await generateLoad({
    port,
    requests,
    expected,
    connections,
    seconds,
    ...(authorization !== undefined && { authorization }),
  });
  participant.rate = Math.max(LEAST_PER_SECOND, (1.5 * result.requests) / result.seconds);
  return { ...result, cpuSeconds: cpuOf(running.processes) - cpuBefore, memoryMiB: memoryOf(running.processes) };
}

async function measureEcho(): Promise<void> {
  const rounds: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile('grpc-echo'));
    const cpuBefore = server.cpuSeconds();
    const client = [process.execPath, peerFile('grpc-client'), String(port), String(ECHO_CONNECTIONS), String(SECONDS)];
    const { stdout } = await runPinned(machine.clientCore, client);
    const result = JSON.parse(stdout) as LoadResult;
    rounds.push({ ...result, cpuSeconds: server.cpuSeconds() - cpuBefore, memoryMiB: server.memoryMiB() });
    await server.stop();
  }
  printEcho(rounds);
}

/** Memory after every 10,000 of 100,000 exchanges and refreshes on one daemon and host. It must not grow. */
async function measureMemory(): Promise<void> {
  const running = await OAUTH_CONTENDERS[0]?.start();
  if (running === undefined) return;
  const readings: number[] = [];
  try {
    const endsAt = performance.now() + FLATNESS_MS;
    for (let sent = 0; sent < FLATNESS_REQUESTS && performance.now() < endsAt; sent += FLATNESS_REQUESTS / 10) {
      const scenario = readings.length % 2 === 0 ? 'exchange' : 'refresh';
      const requests = await running.prepare(scenario, FLATNESS_REQUESTS / 10);
      await generateLoad({
        port: running.port,
        requests,
        expected: LOADS[scenario].expected,
        connections: FLATNESS_CONNECTIONS,
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
