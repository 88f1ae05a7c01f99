import { Impostor } from '@gatehouse/proto/stream-socket-client';
import { status } from '@grpc/grpc-js';
import { AnswerTooLong, ContractViolation, HostFailed, Unavailable } from '../../core/faults.js';
import type { CallContext, Logger } from '../../core/runtime.js';

/** Events of the connection to the host, which observability/ turns into metrics. Every label comes from a fixed set. */
export interface HostTelemetry {
  /** One call, or one transaction of the stream, has ended. */
  rpcFinished(rpc: string, outcome: RpcOutcome, seconds: number): void;
  /** The host answered something that the contract does not allow: host_contract_violations_total. */
  contractViolation(rpc: string): void;
}

/** "ok", "contract_violation", or a gRPC status in lower case: "unavailable", "deadline_exceeded". */
type RpcOutcome = 'ok' | 'contract_violation' | Lowercase<string>;

/** gRPC status UNAVAILABLE, or a broken stream: the only fault after which a read is retried. */
export class HostUnreachable extends Unavailable {
  constructor(
    message: string,
    /** The request never left this process, so even a write may be sent another way. */
    readonly neverSent = false,
    options?: { cause?: unknown },
  ) {
    super('host', message, options);
  }
}

/** Statuses of a host that is away or did not answer in time: the call may succeed later. All others are failures. */
const AWAY: ReadonlySet<number> = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

/** Statuses that do not go away with time: someone has to change something. */
const MISTAKES = new Map<number, string>([
  [status.INVALID_ARGUMENT, 'the host rejected a request as malformed; this is a bug in Gatehouse'],
  [status.UNAUTHENTICATED, 'the host rejected our credentials; check host.token and host.tls'],
  [status.PERMISSION_DENIED, 'the host rejected our credentials; check host.token and host.tls'],
]);

/** Counts and logs how calls to the host end, in the same way for unary calls and the stream. */
export class Reporter {
  constructor(
    private readonly telemetry: HostTelemetry,
    private readonly logger: Logger,
  ) {}

  /** `startedAt` is of performance.now(). */
  finished(rpc: string, outcome: RpcOutcome, startedAt: number): void {
    this.telemetry.rpcFinished(rpc, outcome, (performance.now() - startedAt) / 1000);
  }

  /** `answer` prepares the host's answer for the log, without its secrets. It may fail on unparsable bytes. */
  violation(violation: ContractViolation, call: CallContext | undefined, answer?: () => unknown): void {
    this.telemetry.contractViolation(violation.rpc);
    const fields = { rpc: violation.rpc, requestId: call?.requestId, answer: answer && loggable(answer) };
    this.logger.error(fields, `contract violation: ${violation.message}`);
  }

  /** The host's stream socket cannot be used, as in another container: gRPC carries the same. */
  socketUnusable(error: unknown): void {
    const text = "cannot use the host's stream socket; using gRPC instead";
    if (error instanceof Impostor) this.logger.warn({ err: error }, `${text}: another process has taken its name`);
    else this.logger.debug({ err: error }, text);
  }

  /** A Gatehouse error while handling an answer: not the host's fault. */
  defect(rpc: string, error: unknown): void {
    this.logger.error({ rpc, err: error }, 'failed to process a response of the host; this is a bug in Gatehouse');
  }

  /**
   * The fault for a gRPC status other than OK. OAuth clients get the same answer for all of them, "try again later". The
   * admin API distinguishes a host that failed (HostFailed, 500) from one that is away (503). The host's operator reads the
   * log (backend.proto, table of Transact; admin_record.proto, table of the service).
   */
  statusFault(rpc: string, code: number, details: string, call: CallContext | undefined): Unavailable {
    const name = status[code];
    if (name === undefined || code === (status.OK as number)) {
      const violation = new ContractViolation(rpc, `returned gRPC status ${code}, which is not an error status`);
      this.violation(violation, call);
      return new HostFailed(violation.message);
    }
    const message = `${rpc}: ${name}: ${details.slice(0, 500)}`;
    const fields = { rpc, requestId: call?.requestId };
    if (code === (status.UNAVAILABLE as number)) return new HostUnreachable(message);
    if (code === (status.UNIMPLEMENTED as number)) {
      this.violation(new ContractViolation(rpc, `not implemented by the host: ${details.slice(0, 500)}`), call);
    }
    const mistake = MISTAKES.get(code);
    if (mistake !== undefined) this.logger.error(fields, `${mistake}: ${message}`);
    if (code === (status.RESOURCE_EXHAUSTED as number)) return new AnswerTooLong(message);
    return AWAY.has(code) ? new Unavailable('host', message) : new HostFailed(message);
  }
}

/** A page of records may be megabytes, and a host that breaks the contract once does so in every answer. */
const LOGGED_CHARACTERS = 4000;

function loggable(answer: () => unknown): unknown {
  try {
    const whole = answer();
    // An answer without content, which JSON.stringify makes no text of.
    if (whole === undefined) return undefined;
    const text = JSON.stringify(whole);
    if (text.length <= LOGGED_CHARACTERS) return whole;
    return `${text.slice(0, LOGGED_CHARACTERS)}… (${text.length} characters)`;
  } catch (error) {
    return `not suitable for the log: ${String(error)}`;
  }
}

/** The label of a status in metrics: "deadline_exceeded". */
export function outcomeOf(code: number): RpcOutcome {
  return (status[code] ?? 'unknown').toLowerCase() as RpcOutcome;
}
