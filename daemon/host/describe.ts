import type { DescribeRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeRequest';
import { PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { hostService } from '@gatehouse/proto/services';
import type { StreamSocket } from '@gatehouse/proto/stream-socket';
import type { Logger } from '../core/runtime.js';
import { randomToken } from '../core/crypto.js';
import { HostFailed, messageOf, Unavailable } from '../core/faults.js';
import type { Pauses } from '../core/timing.js';
import { growingPause } from '../core/timing.js';
import type { Caller } from './channel/call.js';
import type { Connection } from './channel/connection.js';
import { HostUnreachable } from './channel/reporter.js';
import type { HostDescription, CheckedDescription } from './from-proto/description.js';
import { fromDescribe } from './from-proto/description.js';

const describeRpc = rpcOf(hostService.Describe);
const PAUSES: Pauses = { firstMs: 100, longestMs: 5000 };
/** How often a host is asked whose restart nothing else would show. */
const REPEATED_MS = 30_000;
/** The library for gRPC adds the moment of its last attempt to some errors, with which each would be a new problem in the log. */
const MOMENT = / \(\d{4}-\d\d-\d\dT[\d:.]+Z\)/;

/** Other known problems, reported together with those of an invalid admin registration, one sentence each. */
export type FurtherProblems = () => readonly string[] | Promise<readonly string[]>;

export interface DescriberDependencies {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly logger: Logger;
  readonly gatehouseVersion: string;
  /** Takes a valid answer. If it throws, that is the problem, and the host is asked again. */
  readonly take: (description: HostDescription) => void | Promise<void>;
  /** Whether a description is in force, of this host or another one. */
  readonly hasDescription: () => boolean;
  readonly furtherProblems?: FurtherProblems;
  /** Called for any answer that was taken: the connection is new even if the description is not. */
  readonly onAnswer: (description: HostDescription, streamSocket: StreamSocket | undefined) => void;
  /** Called after each attempt, when `problem` says how it ended. */
  readonly onSettled: () => void;
}

/**
 * Asks one host for its description until it gets a valid answer, and again after every lost connection. Over HTTP there is no connection to lose: it asks again after a call that did not
 * reach the host, and every 30 seconds.
 */
export class Describer {
  #lastProblem = 'the host has not answered Describe yet';
  #asking: Promise<void> | undefined;
  /** The connection was lost during a call: its answer may come from the old host. */
  #askAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #repeating: NodeJS.Timeout | undefined;
  /** Since the last valid answer. */
  #failures = 0;
  #stopped = false;

  constructor(private readonly dependencies: DescriberDependencies) {
    dependencies.connection.onReady((ready) => {
      if (ready) this.#ask();
      else if (this.#asking !== undefined) this.#askAgain = true;
      // Over HTTP nothing reconnects automatically: Describe, repeated until it succeeds, finds out when the host is back.
      else if (!this.#isWatched()) this.#ask();
    });
  }

  /** Why the daemon is not ready as far as Describe is concerned; an empty string if it is ready. */
  get problem(): string {
    return this.#lastProblem;
  }

  start(): void {
    this.#ask();
    if (this.#isWatched()) return;
    this.#repeating = setInterval(() => this.#ask(), REPEATED_MS);
    this.#repeating.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#repeating);
  }

  /** Asks now, unless a call is under way, and returns the problem when the host has answered. */
  async check(): Promise<string> {
    this.#ask();
    await this.#asking;
    return this.#lastProblem;
  }

  /** Whether the transport itself reports that the host is lost and back. */
  #isWatched(): boolean {
    return this.dependencies.connection.streams !== undefined;
  }

  /** Resolves when the call that is under way has an answer, or has failed; at once if there is none. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  /**
   * For signs of another host behind a connection that is still up, as a proxy keeps it. A connection about to be detected
   * as lost triggers its own call after reconnecting, so wait first.
   */
  refresh(): void {
    setImmediate(() => {
      if (this.#asking !== undefined) this.#askAgain = true;
      else if (this.dependencies.connection.isReady()) this.#ask();
    });
  }

  #ask(): void {
    if (this.#asking !== undefined || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#askAgain = false;
    const call = { requestId: randomToken(16) };
    const request: DescribeRequest = {
      gatehouseVersion: this.dependencies.gatehouseVersion,
      protocolVersion: PROTOCOL_VERSION,
    };
    this.#asking = this.dependencies.caller
      .unary(describeRpc, request, fromDescribe, { call, read: false })
      .then(
        (checked) => this.#take(checked),
        (error: unknown) => this.#failure(error),
      )
      .catch((error: unknown) => {
        this.dependencies.logger.error({ err: error }, 'failed to process the response to Describe');
        return `failed to process the host's response to Describe: ${String(error)}`;
      })
      // Must always run; otherwise no call would ever be made again.
      .then((problem) => this.#answered(problem))
      .catch((error: unknown) =>
        this.dependencies.logger.error({ err: error }, 'failed to process the response to Describe'),
      );
  }

  /** The problem of a call without an answer. If no host is there at all, an operator learns where to look for it. */
  async #failure(error: unknown): Promise<string> {
    const message = messageOf(error).replace(MOMENT, '');
    const { connection } = this.dependencies;
    if (!(error instanceof Unavailable) || error instanceof HostFailed || connection.isReady()) return message;
    const mismatch = await connection.mismatch?.();
    if (mismatch !== undefined) return `${connection.target}: ${mismatch}`;
    if (!(error instanceof HostUnreachable)) return message;
    const key = connection.streams === undefined ? 'host.url' : 'host.address';
    return `no host answers at ${connection.target}; start the application, or correct ${key} (${message})`;
  }

  /** Applies a valid description. Returns the problem, or an empty string. */
  async #take(checked: CheckedDescription): Promise<string> {
    // The host is none of this application any longer, or the daemon is stopping: a late answer changes nothing.
    if (this.#stopped) return this.#lastProblem;
    if ('problems' in checked) {
      const further = checked.concernsAdmin ? ((await this.dependencies.furtherProblems?.()) ?? []) : [];
      return `the host's response to Describe is not valid: ${[...checked.problems, ...further].join('; ')}`;
    }
    const { description, streamSocket } = checked;
    try {
      const taking = this.dependencies.take(description);
      // Without a pause where none is needed: an operator command sends its call as soon as it has the description.
      if (taking !== undefined) await taking;
      this.dependencies.onAnswer(description, streamSocket);
      return '';
    } catch (error) {
      return `failed to apply the host's description: ${messageOf(error)}`;
    }
  }

  #answered(problem: string): void {
    this.#asking = undefined;
    if (this.#stopped) return;
    if (problem !== '' && problem !== this.#lastProblem) {
      const kept = this.dependencies.hasDescription() ? '; keeping the previous description' : '';
      const { target } = this.dependencies.connection;
      this.dependencies.logger.warn({ rpc: describeRpc.name, host: target }, problem + kept);
    }
    this.#lastProblem = problem;
    this.dependencies.onSettled();
    if (problem === '') {
      this.#failures = 0;
      if (this.#askAgain) this.#ask();
      return;
    }
    // Half of the wait is random, so that a fleet of daemons does not ask at the same time.
    const pauseMs = growingPause(this.#failures, PAUSES) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#ask(), pauseMs);
    this.#failures += 1;
  }
}
