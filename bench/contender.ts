import type { PreparedRequest } from './measure/load.js';
import type { MeasuredProcess } from './measure/process.js';
import type { Synchronous } from './peers/durability.js';
import type { Scenario } from './peers/peer.js';

/** A participant in some scenarios: one or several processes, and their requests. */
export interface Contender {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  /** Whether it checks everything that Gatehouse checks. Peers do what their libraries do. */
  readonly checksEverything: boolean;
  start(): Promise<Running>;
}

export interface Running {
  /** The load is spread evenly over them; all but a few contenders have one. */
  readonly ports: readonly number[];
  /** How many processes share the load, so that each is warmed up as much as a single one. Default: 1. */
  readonly warmUps?: number;
  /** CPU and memory are those of all of them, with everything that they started. */
  readonly processes: readonly MeasuredProcess[];
  /**
   * Process ids by part ("daemon", "host"), each with everything that it started; also servers beside it, whose CPU is reported but does
   * not count. Absent: one part.
   */
  readonly parts?: ReadonlyMap<string, readonly number[]>;
  /** Authorization header of its requests. */
  readonly authorization?: string;
  /** What SQLite says about the connection that serves; undefined without SQLite. */
  readonly synchronous?: Synchronous;
  prepare(
    scenario: Scenario,
    count: number,
    options?: { readonly expired?: boolean },
  ): Promise<readonly PreparedRequest[]>;
  stop(): Promise<void>;
}
