import type { DescribeRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeRequest';
import { PROTOCOL_VERSION } from '@gatehouse/proto/limits';
import { rpcOf } from '@gatehouse/proto/rpc';
import { hostService } from '@gatehouse/proto/services';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../core/runtime.js';
import { randomToken } from '../core/crypto.js';
import type { Pauses } from '../core/timing.js';
import { growingPause } from '../core/timing.js';
import type { Caller } from './channel/call.js';
import type { Connection } from './channel/connection.js';
import type { HostDescription, CheckedDescription } from './from-proto/description.js';
import { fromDescribe } from './from-proto/description.js';

const describeRpc = rpcOf(hostService.Describe);
const PAUSES: Pauses = { firstMs: 100, longestMs: 5000 };

export interface DescriberDependencies {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly logger: Logger;
  readonly gatehouseVersion: string;
  /** Receives a valid answer that differs from the previous one. If it throws, the previous one stays current. */
  readonly onDescription: (description: HostDescription) => void;
  /** Other known problems, reported together with those of an invalid admin registration, one sentence each. */
  readonly furtherProblems?: () => readonly string[];
  /** Called for any valid answer, after onDescription: the connection is new even if the description is not. */
  readonly onAnswer: (description: HostDescription) => void;
}

/**
 * Asks the host for its description until it gets a valid answer, and again after every lost connection. The last valid
 * description stays current meanwhile.
 */
export class Describer {
  #current: HostDescription | undefined;
  #lastProblem = 'the host has not answered Describe yet';
  #asking = false;
  /** The connection was lost during a call: its answer may come from the old host. */
  #askAgain = false;
  #timer: NodeJS.Timeout | undefined;
  /** Since the last valid answer. */
  #failures = 0;
  #stopped = false;

  constructor(private readonly dependencies: DescriberDependencies) {
    dependencies.connection.onReady((ready) => {
      if (ready) this.#ask();
      else if (this.#asking) this.#askAgain = true;
    });
  }

  /** The current description; undefined before the first valid answer. */
  get description(): HostDescription | undefined {
    return this.#current;
  }

  /** Why the daemon is not ready as far as Describe is concerned; an empty string if it is ready. */
  get problem(): string {
    return this.#lastProblem;
  }

  start(): void {
    this.#ask();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * For signs of another host behind a connection that is still up, as a proxy keeps it. A connection about to be detected
   * as lost triggers its own call after reconnecting, so wait first.
   */
  refresh(): void {
    setImmediate(() => {
      if (this.#asking) this.#askAgain = true;
      else if (this.dependencies.connection.isReady()) this.#ask();
    });
  }

  #ask(): void {
    if (this.#asking || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#asking = true;
    this.#askAgain = false;
    const call = { requestId: randomToken(16) };
    const request: DescribeRequest = {
      gatehouseVersion: this.dependencies.gatehouseVersion,
      protocolVersion: PROTOCOL_VERSION,
    };
    this.dependencies.caller
      .unary(describeRpc, request, fromDescribe, { call, read: false })
      .then(
        (checked) => this.#take(checked),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
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

  /** Applies a valid description. Returns the problem, or an empty string. */
  #take(checked: CheckedDescription): string {
    if ('problems' in checked) {
      const further = checked.concernsAdmin ? (this.dependencies.furtherProblems?.() ?? []) : [];
      return `the host's response to Describe is not valid: ${[...checked.problems, ...further].join('; ')}`;
    }
    const { description } = checked;
    try {
      if (!isDeepStrictEqual(description, this.#current)) {
        this.dependencies.onDescription(description);
        this.#current = description;
        const { applicationName, capabilities } = description;
        this.dependencies.logger.info({ applicationName, capabilities }, "received the host's description");
      }
      this.dependencies.onAnswer(description);
      return '';
    } catch (error) {
      return `failed to apply the host's description: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #answered(problem: string): void {
    this.#asking = false;
    if (problem !== '' && problem !== this.#lastProblem) {
      const kept = this.#current === undefined ? '' : '; keeping the previous description';
      this.dependencies.logger.warn({ rpc: describeRpc.name }, problem + kept);
    }
    this.#lastProblem = problem;
    if (this.#stopped) return;
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
