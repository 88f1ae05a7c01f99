import { status } from '@grpc/grpc-js';
import { isDeepStrictEqual } from 'node:util';
import type { CallContext, Logger } from '../../core/runtime.js';
import type { CallTransport } from '../channel/call.js';
import type { Connection, Failed, HostConfig, HostTarget } from '../channel/connection.js';
import { nameOf } from '../channel/connection.js';
import type { Reporter } from '../channel/reporter.js';
import { HostUnreachable } from '../channel/reporter.js';
import type { FurtherProblems } from '../describe.js';
import type { TransactTransport } from '../backend.js';
import type { HostDescription } from '../from-proto/description.js';
import { isFailureOfHost, isHostsFault } from './failing.js';
import type { HostSeries } from './member.js';
import { Member } from './member.js';

export interface FleetDependencies {
  readonly reporter: Reporter;
  readonly logger: Logger;
  readonly gatehouseVersion: string;
  readonly seriesOf: (target: string) => HostSeries;
  readonly furtherProblems?: FurtherProblems;
  /** A description that replaces the one in force. If it throws, that one stays. */
  readonly onDescription: (description: HostDescription) => void | Promise<void>;
  /** For how long a host that only fails is left out, the first time. */
  readonly leftOutMs?: number;
}

const LEFT_OUT_MS = 10_000;

/**
 * The hosts of one application, used in turn. A host is in use while it is connected and describes itself as the description
 * in force says. A lost one is left out at once, and taken back when it has described itself again. One that only fails is
 * left out for a while, if another one can take its calls.
 *
 * The description in force changes when no host in use gives it any longer. Until then, a host that describes itself
 * differently gets no requests and is reported: a rolling restart with a new description goes over to it once, when the last
 * host with the old one stops.
 */
export class Fleet {
  readonly #config: Omit<HostConfig, 'at'>;
  readonly #dependencies: FleetDependencies;
  #members: readonly Member[] = [];
  #description: HostDescription | undefined;
  #adopting: Promise<void> | undefined;
  #turn = 0;
  #isStarted = false;

  constructor(config: Omit<HostConfig, 'at'>, dependencies: FleetDependencies) {
    this.#config = config;
    this.#dependencies = dependencies;
  }

  get description(): HostDescription | undefined {
    return this.#description;
  }

  get isConnected(): boolean {
    return this.#members.some(({ connection }) => connection.isReady());
  }

  /** Why no host is in use; an empty string if one is. */
  get problem(): string {
    const [first, ...others] = this.#members;
    if (first === undefined) return 'no host is known yet';
    if (others.length === 0) return first.problem;
    return this.#members.some(({ isInUse }) => isInUse) ? '' : `no host is in use: ${this.#problems().join('; ')}`;
  }

  /** Hosts that are not in use, while others are. */
  get warnings(): readonly string[] {
    return this.problem === '' ? this.#problems() : [];
  }

  /** The hosts from now on. Those that are none any longer finish the calls that they have. */
  setTargets(targets: readonly HostTarget[]): void {
    const kept = this.#members.filter(({ at }) => targets.some((target) => isDeepStrictEqual(target, at)));
    const added = targets
      .filter((target) => !kept.some(({ at }) => isDeepStrictEqual(target, at)))
      .map((at) => this.#memberAt(at));
    const removed = this.#members.filter((member) => !kept.includes(member));
    this.#members = [...kept, ...added];
    if (this.#isStarted) for (const member of added) member.start();
    for (const member of removed) {
      member.leave();
      setTimeout(() => member.close(), this.#config.timeoutMs).unref();
    }
  }

  /** Resolves when the calls for descriptions that are under way have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.settled()));
  }

  start(): void {
    this.#isStarted = true;
    for (const member of this.#members) member.start();
  }

  stopDescribing(): void {
    for (const member of this.#members) member.stopDescribing();
  }

  close(): void {
    for (const member of this.#members) member.close();
  }

  /** Sends a unary call to the next host, and to another one only if it never left this process. */
  readonly send: Connection['send'] = async (rpc, request, sending) => {
    const tried: Member[] = [];
    for (let failure: Failed = NO_HOST; ;) {
      const member = this.#next(this.#serving().filter((one) => !tried.includes(one)));
      if (member === undefined) return failure;
      tried.push(member);
      const answer = await member.connection.send(rpc, request, sending).catch((violation: unknown) => {
        member.failed(true);
        throw violation;
      });
      ended(member, answer);
      if (Buffer.isBuffer(answer) || answer.neverSent !== true) return answer;
      failure = answer;
    }
  };

  /** Transactions over the streams of the hosts. */
  readonly transactions: TransactTransport = {
    isUp: () => this.#serving().some(({ transactStream }) => transactStream.isUp()),
    transact: (request, decode, call) => {
      const member = this.#next(this.#serving().filter(({ transactStream }) => transactStream.isUp()));
      if (member === undefined) return Promise.reject(new HostUnreachable('no stream is up', true));
      const answer = member.transactStream.transact(request, decode, call);
      answer.then(
        () => member.answered(),
        (error: unknown) => member.failed(isHostsFault(error)),
      );
      return answer;
    },
  };

  /** Calls of the admin services over the streams of the hosts. */
  readonly adminCalls: CallTransport = {
    takes: (request) => this.#serving().some(({ adminStream }) => adminStream.takes(request)),
    call: async (method, request, call, signal): Promise<Buffer | Failed> => {
      const member = this.#next(this.#serving().filter(({ adminStream }) => adminStream.takes(request)));
      if (member === undefined) return NO_HOST;
      const answer = await member.adminStream.call(method, request, call, signal);
      ended(member, answer);
      return answer;
    },
  };

  /** Why no host serves; an empty string if one does. */
  async checkHealth(call: CallContext): Promise<string> {
    const problems = await Promise.all(this.#serving().map((member) => member.checkHealth(call)));
    return problems.includes('') ? '' : problems.join('; ');
  }

  /** Those in use that do not only fail; if there are none, those in use; if none is, those connected, or else all. */
  #serving(): readonly Member[] {
    const members = this.#members;
    if (members.length === 1) return members;
    const ready = members.filter(({ getsCalls }) => getsCalls);
    if (ready.length > 0) return ready;
    const inUse = members.filter(({ isInUse }) => isInUse);
    if (inUse.length > 0) return inUse;
    const connected = members.filter(({ connection }) => connection.isReady());
    return connected.length > 0 ? connected : members;
  }

  #next(members: readonly Member[]): Member | undefined {
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return members[this.#turn % members.length];
  }

  /** The hosts that get no calls, each with its reason. */
  #problems(): string[] {
    return this.#members
      .filter(({ getsCalls }) => !getsCalls)
      .map(({ target, problem, leftOut }) => `${target}: ${leftOut === '' ? problem : leftOut}`);
  }

  #memberAt(at: HostTarget): Member {
    const { reporter, logger, gatehouseVersion, furtherProblems, seriesOf } = this.#dependencies;
    const config = { ...this.#config, at };
    return new Member(config, {
      reporter,
      logger,
      gatehouseVersion,
      series: seriesOf(nameOf(at)),
      ...(furtherProblems && { furtherProblems }),
      take: (member, description) => this.#take(member, description),
      hasDescription: () => this.#description !== undefined,
      onLost: () => this.#lost(),
      isReplaceable: (member) => this.#members.some((other) => other !== member && other.getsCalls),
      leftOutMs: this.#dependencies.leftOutMs ?? LEFT_OUT_MS,
    });
  }

  /** Synchronous where possible: an operator command sends its call as soon as it has the description. */
  #take(member: Member, description: HostDescription): void | Promise<void> {
    if (this.#adopting !== undefined) return this.#adopting.then(() => this.#take(member, description));
    const inForce = this.#description;
    if (isDeepStrictEqual(description, inForce)) return;
    const other = this.#members.find((one) => one !== member && one.isInUse);
    if (inForce !== undefined && other !== undefined) {
      const keys = differingKeys(description, inForce).join(', ');
      throw new Error(
        `${member.target} describes itself differently from ${other.target} (${keys}), and gets no requests until they agree`,
      );
    }
    const adopted = (): void => {
      this.#description = description;
      const { applicationName, capabilities } = description;
      this.#dependencies.logger.info({ applicationName, capabilities }, "received the host's description");
    };
    const applying = this.#dependencies.onDescription(description);
    if (applying === undefined) {
      adopted();
      return;
    }
    const adopting = applying.then(adopted).finally(() => (this.#adopting = undefined));
    this.#adopting = adopting.catch(() => undefined);
    return adopting;
  }

  /** The description of another host may take the place of that of the lost one. */
  #lost(): void {
    if (this.#members.some(({ isInUse }) => isInUse)) return;
    for (const member of this.#members) member.describeAgain();
  }
}

function ended(member: Member, answer: Buffer | Failed): void {
  if (Buffer.isBuffer(answer)) member.answered();
  else member.failed(isFailureOfHost(answer));
}

const NO_HOST: Failed = { code: status.UNAVAILABLE, details: 'no host is known yet', neverSent: true };

/** "oauth.issuer", "capabilities": where two descriptions differ. Values stay out: a log line would be too long. */
function differingKeys(one: object, other: object): string[] {
  const [a, b] = [one, other] as unknown as Record<string, unknown>[];
  return Object.keys({ ...a, ...b }).flatMap((key) => {
    const [left, right] = [a?.[key], b?.[key]];
    if (isDeepStrictEqual(left, right)) return [];
    if (!isPlain(left) || !isPlain(right)) return [key];
    return Object.keys({ ...left, ...right })
      .filter((inner) => !isDeepStrictEqual(left[inner], right[inner]))
      .map((inner) => `${key}.${inner}`);
  });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
