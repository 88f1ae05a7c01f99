import { bearer } from '@gatehouse/proto/metadata';
import { healthCheck } from '@gatehouse/proto/rpc';
import { messageOf } from '../../core/faults.js';
import type { CallContext, Logger } from '../../core/runtime.js';
import { AdminStream } from '../admin/admin-stream.js';
import { TransactStream } from '../backend.js';
import { Caller } from '../channel/call.js';
import type { Connection, HostConfig, HostTarget } from '../channel/connection.js';
import { openConnection } from '../channel/open-connection.js';
import type { Reporter } from '../channel/reporter.js';
import type { FurtherProblems } from '../describe.js';
import { Describer } from '../describe.js';
import type { HostDescription } from '../from-proto/description.js';
import { Failing } from './failing.js';

/** The metrics of one host. */
export interface HostSeries {
  /** Whether it gets requests. */
  inUse(isInUse: boolean): void;
  called(outcome: 'answered' | 'failed'): void;
  /** It is no host of this daemon any longer. */
  gone(): void;
}

/** Of a host without metrics. */
export const NO_SERIES: HostSeries = { inUse: () => undefined, called: () => undefined, gone: () => undefined };

export interface MemberDependencies {
  readonly reporter: Reporter;
  readonly logger: Logger;
  readonly gatehouseVersion: string;
  readonly series: HostSeries;
  readonly furtherProblems?: FurtherProblems;
  /** Takes a valid description of this host. If it throws, the host is not in use, and is asked again. */
  readonly take: (member: Member, description: HostDescription) => void | Promise<void>;
  readonly hasDescription: () => boolean;
  /** This host is not in use any longer. */
  readonly onLost: () => void;
  /** Whether another host can take its calls. */
  readonly isReplaceable: (member: Member) => boolean;
  /** For how long a host that only fails is left out, the first time. */
  readonly leftOutMs: number;
}

/** One host: its connection, its streams, and its description. */
export class Member {
  readonly at: HostTarget;
  readonly connection: Connection;
  readonly transactStream: TransactStream;
  readonly adminStream: AdminStream;
  #series: HostSeries;
  readonly #describer: Describer;
  readonly #caller: Caller;
  readonly #failing: Failing;
  readonly #dependencies: Pick<MemberDependencies, 'logger' | 'isReplaceable'>;
  /** It has described itself since it was last connected, as all hosts in use do. */
  #isDescribed = false;
  #wasInUse = false;

  constructor(config: HostConfig, dependencies: MemberDependencies) {
    const { reporter, logger, gatehouseVersion, furtherProblems, take, hasDescription, onLost } = dependencies;
    this.at = config.at;
    this.#dependencies = dependencies;
    this.#failing = new Failing(dependencies.leftOutMs);
    this.#series = dependencies.series;
    this.connection = openConnection(config);
    this.#caller = new Caller(this.connection, config.timeoutMs, reporter);
    const streaming = {
      timeoutMs: config.timeoutMs,
      maxOverdue: config.maxInFlight,
      authorization: bearer(config.token),
      onLost: () => this.describeAgain(),
    };
    this.transactStream = new TransactStream(this.connection, reporter, streaming);
    this.adminStream = new AdminStream(this.connection, reporter, streaming);
    this.connection.onReady((ready) => {
      if (ready) return;
      this.#isDescribed = false;
      this.#report(onLost);
    });
    this.#describer = new Describer({
      caller: this.#caller,
      connection: this.connection,
      logger,
      gatehouseVersion,
      hasDescription,
      ...(furtherProblems && { furtherProblems }),
      take: (description) => take(this, description),
      onAnswer: ({ capabilities }, streamSocket) => {
        this.#isDescribed = true;
        this.transactStream.want(capabilities.transactStream, streamSocket);
        this.adminStream.want(capabilities.adminStream, streamSocket);
      },
      onSettled: () => this.#report(onLost),
    });
    this.#series.inUse(false);
  }

  /** The address or URL. */
  get target(): string {
    return this.connection.target;
  }

  /** Connected, and described like all others in use. */
  get isInUse(): boolean {
    return this.connection.isReady() && this.#isDescribed && this.#describer.problem === '';
  }

  /** Why it is not in use; an empty string if it is. */
  get problem(): string {
    const { problem } = this.#describer;
    return problem !== '' || this.connection.isReady() ? problem : `not connected to the host at ${this.target}`;
  }

  /** In use, and not left out for a while because it only fails. */
  get getsCalls(): boolean {
    return this.isInUse && !this.#failing.isOut;
  }

  /** Why it gets no calls although it is in use; an empty string if it does. */
  get leftOut(): string {
    return this.isInUse && this.#failing.isOut ? 'its last calls all failed; it gets no calls for a while' : '';
  }

  answered(): void {
    this.#series.called('answered');
    this.#failing.answered();
  }

  failed(isFault: boolean): void {
    this.#series.called('failed');
    const { logger, isReplaceable } = this.#dependencies;
    if (!isFault || !this.#failing.failed() || !isReplaceable(this)) return;
    const ms = this.#failing.leaveOut(() => this.#series.inUse(this.isInUse));
    this.#series.inUse(false);
    logger.warn({ host: this.target, ms }, 'the last calls of a host all failed; it gets no calls for a while');
  }

  start(): void {
    this.connection.connect();
    this.#describer.start();
  }

  describeAgain(): void {
    this.#describer.refresh();
  }

  /** Why it does not serve; an empty string if it does. */
  async checkHealth(call: CallContext): Promise<string> {
    if (this.connection.streams === undefined) return this.#describer.check();
    try {
      const health = await this.#caller.unary(healthCheck, { service: '' }, ({ status }) => status, {
        call,
        read: true,
      });
      return health === 'SERVING' ? '' : `the host reports its health as ${health}`;
    } catch (error) {
      return `the host's health is unknown: ${messageOf(error)}`;
    }
  }

  /** Resolves when the call for its description that is under way has ended. */
  settled(): Promise<void> {
    return this.#describer.settled();
  }

  stopDescribing(): void {
    this.#describer.stop();
  }

  /**
   * It finishes the calls that it has, and gets no more. Its metrics end now: a host may return to the same address before
   * the last of these calls ends, and has the metrics of that address from then on.
   */
  leave(): void {
    this.stopDescribing();
    this.#series.gone();
    this.#series = NO_SERIES;
  }

  /** Calls in progress fail. */
  close(): void {
    this.transactStream.close();
    this.adminStream.close();
    this.connection.close();
    this.#failing.forget();
    this.#series.gone();
    this.#series = NO_SERIES;
  }

  #report(onLost: () => void): void {
    const { isInUse } = this;
    if (isInUse === this.#wasInUse) return;
    this.#wasInUse = isInUse;
    this.#failing.forget();
    this.#series.inUse(isInUse);
    if (!isInUse) onLost();
  }
}
