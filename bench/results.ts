import type { LoadResult } from './measure/load.js';
import { median } from './measure/statistics.js';
import type { Synchronous } from './peers/durability.js';
import type { Scenario } from './peers/peer.js';

/** One load of one contender. */
export interface Measurement extends LoadResult {
  /** Of all processes of the contender. */
  readonly cpuSeconds: number;
  /** By part, where a contender has several. */
  readonly partSeconds?: ReadonlyMap<string, number>;
}

export interface ContenderResult {
  readonly name: string;
  /** As SQLite reports it; undefined without SQLite. */
  readonly synchronous?: Synchronous | undefined;
  /** By number of connections, the measurements of each round, in the order of the rounds. */
  readonly rounds: ReadonlyMap<number, readonly Measurement[]>;
}

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly contenders: readonly ContenderResult[];
  /** CPU µs of the control (measure/control.ts), before each round. */
  readonly control: readonly number[];
}

export function cpuMicroseconds({ cpuSeconds, requests }: Measurement): number {
  return (cpuSeconds / requests) * 1e6;
}

/** The values that an aim can compare: less is better in all of them. */
export const COMPARED = {
  cpu: cpuMicroseconds,
  p50: ({ p50 }) => p50,
  p99: ({ p99 }) => p99,
} satisfies Record<string, (measurement: Measurement) => number>;

export type Compared = keyof typeof COMPARED;

export function medianOf(rounds: readonly Measurement[], value: (measurement: Measurement) => number): number {
  return median(rounds.map(value));
}
