import { redact } from '@gatehouse/proto/redact';
import type { Rpc } from '@gatehouse/proto/rpc';
import { status } from '@grpc/grpc-js';
import type { CancelSignal } from '../../core/cancellation.js';
import { ContractViolation, Unavailable } from '../../core/faults.js';
import { InFlight } from '../../core/in-flight.js';
import type { CallContext } from '../../core/runtime.js';
import type { Connection, Failed } from './connection.js';
import type { Reporter } from './reporter.js';
import { outcomeOf } from './reporter.js';

/** Calls that wait for the host. One more than `max` fails immediately, so that a slow host cannot fill our memory. */
export class CallLimit {
  readonly #inFlight = new InFlight();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { size } = this.#inFlight;
    if (size >= this.#max)
      throw new Unavailable('host', `${size} calls to the host are already in progress (host.max_in_flight)`);
    this.#inFlight.add();
    try {
      return await work();
    } finally {
      this.#inFlight.remove();
    }
  }

  /** Resolves with the number of calls still under way, when none is left or after the time limit. */
  settled(timeoutMs: number): Promise<number> {
    return this.#inFlight.settled(timeoutMs);
  }
}

/** A transport for the bytes of a call, as an alternative to a unary call. */
export interface CallTransport {
  /** Whether it can carry the request now. */
  takes(request: Buffer): boolean;
  /** @param method service and rpc: "AdminRecordService.ListRecords" */
  call(method: string, request: Buffer, call: CallContext, signal?: CancelSignal): Promise<Buffer | Failed>;
}

/** The result of a call that we cancelled. */
export const CANCELLED: Failed = { code: status.CANCELLED, details: 'the caller no longer waits for the response' };

export interface CallOptions {
  readonly call: CallContext;
  /**
   * True if the call changes nothing. It is then retried once on UNAVAILABLE, within the same deadline, and cancelled at the
   * host when the signal of `call` is aborted.
   */
  readonly read: boolean;
  /** Preferred to a unary call for the first attempt, if it accepts the request. */
  readonly transport?: CallTransport;
  /** If it is longer than the configured time limit of a call. */
  readonly timeoutMs?: number;
}

/** One unary call to the host: deadline, metrics, one retry for reads, and the faults of core/faults.ts. */
export class Caller {
  constructor(
    private readonly connection: Pick<Connection, 'send'>,
    private readonly timeoutMs: number,
    private readonly reporter: Reporter,
  ) {}

  /**
   * `decode` validates the answer and converts it into our own types. A ContractViolation that it throws is counted and
   * logged. Throws Unavailable for every gRPC status other than OK.
   */
  async unary<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    decode: (response: Response) => T,
    options: CallOptions,
  ): Promise<T> {
    const bytes = rpc.serialize(request);
    const deadline = Date.now() + Math.max(this.timeoutMs, options.timeoutMs ?? 0);
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now();
      const answer = await this.#send(rpc, bytes, deadline, attempt, options).catch((error: unknown) => {
        throw this.#broken(rpc, error, options.call, startedAt);
      });
      if (Buffer.isBuffer(answer)) return this.#decoded(rpc, answer, decode, options.call, startedAt);
      this.reporter.finished(rpc.name, outcomeOf(answer.code), startedAt);
      if (options.read && attempt === 1 && answer.code === (status.UNAVAILABLE as number)) continue;
      throw this.reporter.statusFault(rpc.name, answer.code, answer.details, options.call);
    }
  }

  async #send(
    rpc: Omit<Rpc<never, never>, 'serialize' | 'deserialize'>,
    bytes: Buffer,
    deadline: number,
    attempt: number,
    { call, read, transport }: CallOptions,
  ): Promise<Buffer | Failed> {
    const signal = read ? call.signal : undefined;
    if (signal?.aborted === true) return CANCELLED;
    const alone = () => this.connection.send(rpc, bytes, { deadline, call, signal });
    if (attempt > 1 || transport?.takes(bytes) !== true) return alone();
    const answer = await transport.call(rpc.name, bytes, call, signal);
    const neverSent = !Buffer.isBuffer(answer) && answer.neverSent === true;
    return neverSent ? alone() : answer;
  }

  #decoded<Response extends object, T>(
    rpc: Rpc<never, Response>,
    bytes: Buffer,
    decode: (response: Response) => T,
    call: CallContext,
    startedAt: number,
  ): T {
    let answer: Response | undefined;
    try {
      answer = deserialize(rpc, bytes);
      const result = decode(answer);
      this.reporter.finished(rpc.name, 'ok', startedAt);
      return result;
    } catch (error) {
      throw this.#broken(rpc, error, call, startedAt, () => answer && redact(rpc.responseName, answer));
    }
  }

  /** Counts and logs an answer that breaks the contract. */
  #broken(
    { name }: Pick<Rpc<never, never>, 'name'>,
    error: unknown,
    call: CallContext,
    startedAt: number,
    answer?: () => unknown,
  ): unknown {
    this.reporter.finished(name, 'contract_violation', startedAt);
    if (error instanceof ContractViolation) this.reporter.violation(error, call, answer);
    return error;
  }
}

/** Unparsable bytes are the host's fault, not an error of ours. */
export function deserialize<Response>(rpc: Rpc<never, Response>, bytes: Buffer): Response {
  try {
    return rpc.deserialize(bytes);
  } catch (error) {
    throw new ContractViolation(rpc.name, `the response is not a valid protobuf message: ${String(error)}`);
  }
}
