import type { Contender, Running } from './contender.js';
import { LOADS } from './loads.js';
import type { Control } from './measure/control.js';
import { generateLoad, type LoadResult } from './measure/load.js';
import { cpuSecondsOf } from './measure/usage.js';
import type { Synchronous } from './peers/durability.js';
import type { Scenario } from './peers/peer.js';
import { cpuMicroseconds, type Measurement, type ScenarioResult } from './results.js';
import { ROUNDS, SECONDS, WARM_UP_SECONDS } from './settings.js';

/** Requests prepared for each second of warm-up. */
const WARM_UP_RATE = 2500;
/** The compilers need requests, not seconds: on a busy machine the warm-up takes up to this many times as long. */
const WARM_UP_REQUESTS = 24_000;
const MOST_WARM_UPS = 8;
/** Minimum of prepared requests: a contender that is slow now may be faster in the next round. */
const LEAST_PER_SECOND = 500;

/**
 * Starts and warms up every contender once, so that no round measures a compiler. Then the contenders take turns in every
 * round, and each round begins with another one: a slow minute of the machine affects all of them.
 *
 * @param check run on each contender before its warm-up: throws if it answers wrongly
 */
export async function measureScenario(
  scenario: Scenario,
  contenders: readonly Contender[],
  control: Control,
  check: (running: Running, contender: Contender) => Promise<void>,
  connections: readonly number[] = LOADS[scenario].connections,
): Promise<ScenarioResult> {
  const participants: Participant[] = [];
  const controls: number[] = [];
  try {
    for (const contender of contenders) {
      const participant = new Participant(contender.name, await contender.start());
      participants.push(participant);
      await check(participant.running, contender);
      await participant.warmUp(scenario);
    }
    for (let round = 0; round < ROUNDS; round++) {
      controls.push(await control.measure());
      const turns = [
        ...participants.slice(round % participants.length),
        ...participants.slice(0, round % participants.length),
      ];
      for (const count of connections) {
        for (const participant of turns) await participant.measure(scenario, count);
      }
    }
  } finally {
    await Promise.all(participants.map(({ running }) => running.stop()));
  }
  return { scenario, contenders: participants, control: controls };
}

class Participant {
  readonly rounds = new Map<number, Measurement[]>();
  /** Measured requests per second by number of connections, which determine the number of prepared requests. */
  readonly #rates = new Map<number, number>();
  #rate = WARM_UP_RATE;

  constructor(
    readonly name: string,
    readonly running: Running,
  ) {}

  get synchronous(): Synchronous | undefined {
    return this.running.synchronous;
  }

  async warmUp(scenario: Scenario): Promise<void> {
    const { connections, as = scenario } = LOADS[scenario].warmUp;
    const times = this.running.warmUps ?? 1;
    const enough = times * WARM_UP_REQUESTS;
    const endsAt = performance.now() + times * MOST_WARM_UPS * WARM_UP_SECONDS * 1000;
    let answered = 0;
    do {
      const { requests, seconds } = await this.#load(as, connections, WARM_UP_SECONDS, this.#rate);
      this.#rate = Math.max(LEAST_PER_SECOND, requests / seconds);
      answered += requests;
    } while (answered < enough && performance.now() < endsAt);
  }

  async measure(scenario: Scenario, connections: number): Promise<void> {
    const rate = Math.max(LEAST_PER_SECOND, 1.5 * (this.#rates.get(connections) ?? this.#rate));
    const measurement = await this.#load(scenario, connections, SECONDS, rate);
    this.#rates.set(connections, measurement.requests / measurement.seconds);
    this.rounds.set(connections, [...(this.rounds.get(connections) ?? []), measurement]);
    const cpu = cpuMicroseconds(measurement).toFixed(0);
    process.stderr.write(`${scenario}, ${String(connections)} connections: ${this.name}: ${cpu} µs a request\n`);
  }

  async #load(scenario: Scenario, connections: number, seconds: number, rate: number): Promise<Measurement> {
    const { running } = this;
    const { expected, most } = LOADS[scenario];
    const requests = await running.prepare(scenario, Math.min(Math.ceil(rate * seconds), most));
    const before = cpuOf(running);
    const partsBefore = partsOf(running);
    const { ports, authorization } = running;
    // Several ports share requests and connections; request by request, so that each gets the same mixture.
    const results = await Promise.all(
      ports.map((port, index) =>
        generateLoad({
          port,
          requests: ports.length === 1 ? requests : requests.filter((_, number) => number % ports.length === index),
          expected,
          connections: Math.ceil(connections / ports.length),
          seconds,
          ...(authorization !== undefined && { authorization }),
        }),
      ),
    );
    const partSeconds = new Map([...partsOf(running)].map(([name, now]) => [name, now - (partsBefore.get(name) ?? 0)]));
    return { ...together(results), cpuSeconds: cpuOf(running) - before, partSeconds };
  }
}

function cpuOf({ processes }: Running): number {
  return processes.reduce((sum, measured) => sum + measured.cpuSeconds(), 0);
}

function partsOf({ parts }: Running): Map<string, number> {
  return new Map(
    [...(parts ?? [])].map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)]),
  );
}

/** Of several generators at the same time: the slowest p99, and the mean p50. */
function together(results: readonly LoadResult[]): LoadResult {
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return {
    requests,
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
    p50: results.reduce((sum, result) => sum + (result.p50 * result.requests) / requests, 0),
    p99: Math.max(...results.map(({ p99 }) => p99)),
  };
}
