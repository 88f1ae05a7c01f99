import type { DescribeRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeRequest';
import { rpcOf } from '@gatehouse/proto/rpc';
import { hostService } from '@gatehouse/proto/services';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../core/runtime.js';
import { randomToken } from '../core/crypto.js';
import type { Caller } from './channel/call.js';
import type { Connection } from './channel/connection.js';
import type { HostDescription, CheckedDescription } from './from-proto/description.js';
import { fromDescribe, PROTOCOL_VERSION } from './from-proto/description.js';

const describeRpc = rpcOf(hostService.Describe);
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;

export interface DescriberDependencies {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly logger: Logger;
  readonly gatehouseVersion: string;
  /** A valid answer that differs from the one before. If it throws, the one before stays in force. */
  readonly onDescription: (description: HostDescription) => void;
  /** What else is known to be wrong when the registration of an admin backend is: told with it, a sentence each. */
  readonly furtherProblems?: () => readonly string[];
  /** Any valid answer, after onDescription: the connection is new even if the description is not. */
  readonly onAnswer: (description: HostDescription) => void;
}

/**
 * Asks the host what it is, until it answers validly, and again whenever the connection had been lost. The last valid
 * description stays in force meanwhile.
 */
export class Describer {
  private current: HostDescription | undefined;
  private lastProblem = 'the host has not answered Describe yet';
  private asking = false;
  /** The connection was lost while an answer was under way: that answer may be the old host's. */
  private askAgain = false;
  private timer: NodeJS.Timeout | undefined;
  private backoffMs = FIRST_BACKOFF_MS;
  private stopped = false;

  constructor(private readonly needs: DescriberDependencies) {
    needs.connection.onReady((ready) => {
      if (ready) this.ask();
      else if (this.asking) this.askAgain = true;
    });
  }

  /** The description in force; undefined before the first valid answer. */
  get description(): HostDescription | undefined {
    return this.current;
  }

  /** Why the daemon is not ready as far as Describe goes; an empty string when it is. */
  get problem(): string {
    return this.lastProblem;
  }

  start(): void {
    this.ask();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /**
   * For what looks like another host behind a connection that is still up, as a proxy keeps it. A connection that is about
   * to be seen as lost asks by itself when it is back, hence the wait.
   */
  refresh(): void {
    setImmediate(() => {
      if (this.asking) this.askAgain = true;
      else if (this.needs.connection.isReady()) this.ask();
    });
  }

  private ask(): void {
    if (this.asking || this.stopped) return;
    clearTimeout(this.timer);
    this.asking = true;
    this.askAgain = false;
    const call = { requestId: randomToken(16) };
    const request: DescribeRequest = {
      gatehouseVersion: this.needs.gatehouseVersion,
      protocolVersion: PROTOCOL_VERSION,
    };
    this.needs.caller
      .unary(describeRpc, request, fromDescribe, { call, read: false })
      .then(
        (checked) => this.take(checked),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      .catch((error: unknown) => {
        this.needs.logger.error({ err: error }, 'failed to process the response to Describe');
        return `the host's answer to failed to process the response to Describe: ${String(error)}`;
      })
      // In any case, or nothing would ever be asked again.
      .then((problem) => this.answered(problem))
      .catch((error: unknown) => this.needs.logger.error({ err: error }, 'failed to process the response to Describe'));
  }

  /** Puts a valid description in force. Returns what is wrong, or an empty string. */
  private take(checked: CheckedDescription): string {
    if ('problems' in checked) {
      const further = checked.concernsAdmin ? (this.needs.furtherProblems?.() ?? []) : [];
      return `the host's response to Describe is not valid: ${[...checked.problems, ...further].join('; ')}`;
    }
    const { description } = checked;
    try {
      if (!isDeepStrictEqual(description, this.current)) {
        this.needs.onDescription(description);
        this.current = description;
        const { applicationName, capabilities } = description;
        this.needs.logger.info({ applicationName, capabilities }, "received the host's description");
      }
      this.needs.onAnswer(description);
      return '';
    } catch (error) {
      return `failed to apply the host's description: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private answered(problem: string): void {
    this.asking = false;
    if (problem !== '' && problem !== this.lastProblem) {
      const kept = this.current === undefined ? '' : '; keeping the previous description';
      this.needs.logger.warn({ rpc: describeRpc.name }, problem + kept);
    }
    this.lastProblem = problem;
    if (this.stopped) return;
    if (problem === '') {
      this.backoffMs = FIRST_BACKOFF_MS;
      if (this.askAgain) this.ask();
      return;
    }
    // Half of the wait is random, so that a fleet of daemons does not ask in step.
    this.timer = setTimeout(() => this.ask(), this.backoffMs * (0.5 + Math.random() / 2));
    this.backoffMs = Math.min(this.backoffMs * 2, MAX_BACKOFF_MS);
  }
}
