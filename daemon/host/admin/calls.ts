import type { AdminStreamRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { AdminStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamResponse';
import type { StreamedAnswer__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedAnswer';
import type { StreamedCall } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedCall';
import { MAX_STREAM_MESSAGE_BYTES } from '@gatehouse/proto/limits';
import { batches } from '@gatehouse/proto/message';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminStreamService } from '@gatehouse/proto/services';
import type { StreamClientProtocol } from '@gatehouse/proto/stream-client';
import { toDuration } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import type { CancelSignal } from '../../core/cancellation.js';
import { Unavailable } from '../../core/faults.js';
import type { CallContext, Logger } from '../../core/runtime.js';
import type { AnsweredStreamOptions } from '../channel/answered-stream.js';
import { AnsweredStream } from '../channel/answered-stream.js';
import type { Caller, CallTransport, CallLimit } from '../channel/call.js';
import { CANCELLED } from '../channel/call.js';
import type { Connection, Failed } from '../channel/connection.js';
import type { HostTelemetry, Reporter } from '../channel/reporter.js';
import type { InvalidValue, Reading } from '../from-proto/cell.js';
import { checkAnswer } from '../from-proto/checks.js';

/** The approximate size of the other fields of a call on the stream. */
const CALL_BYTES = 512;

const PROTOCOL: StreamClientProtocol<
  AdminStreamRequest,
  AdminStreamResponse__Output,
  StreamedCall,
  StreamedAnswer__Output
> = {
  rpc: rpcOf(adminStreamService.AdminStream),
  messages: (items) =>
    batches(items, MAX_STREAM_MESSAGE_BYTES, ({ request = '' }) => request.length + CALL_BYTES).map((calls) => ({
      calls,
    })),
  answers: ({ answers }) => answers,
  cancellation: (cancelled) => ({ cancelled: [...cancelled] }),
  closing: ({ closing }) => closing?.taken,
};

/** Sends calls of the admin services over AdminStreamService.AdminStream. Caller uses it as an alternative to unary calls. */
export class AdminStream
  extends AnsweredStream<AdminStreamRequest, AdminStreamResponse__Output, StreamedCall, StreamedAnswer__Output>
  implements CallTransport
{
  readonly #timeoutMs: number;

  constructor(connection: Connection, reporter: Reporter, options: AnsweredStreamOptions) {
    super(PROTOCOL, connection, reporter, options);
    this.#timeoutMs = options.timeoutMs;
  }

  takes(bytes: Buffer): boolean {
    return this.isUp() && bytes.length + CALL_BYTES <= MAX_STREAM_MESSAGE_BYTES;
  }

  call(method: string, request: Buffer, call: CallContext, signal?: CancelSignal): Promise<Buffer | Failed> {
    return new Promise((resolve) => {
      const item = (id: number): StreamedCall => ({
        id,
        method,
        request,
        timeout: toDuration(this.#timeoutMs),
        requestId: call.requestId,
        traceparent: call.traceparent ?? '',
        tracestate: call.tracestate ?? '',
      });
      this.send(
        item,
        {
          answered: ({ response, fault }) => {
            if (fault) resolve({ code: fault.code, details: fault.message });
            // An answer without an outcome is as invalid as one with an unknown status, and is reported in the same way.
            else resolve(response ?? { code: status.OK, details: 'a response in the stream has no outcome' });
          },
          timedOut: () =>
            resolve({ code: status.DEADLINE_EXCEEDED, details: `no response within ${this.#timeoutMs} ms` }),
          lost: (why, neverSent) =>
            resolve({ code: status.UNAVAILABLE, details: `the stream ended before the response: ${why}`, neverSent }),
          cancelled: () => resolve(CANCELLED),
        },
        signal,
      );
    });
  }
}

/** Whose records are read: a controller's id, or the code of a settings screen. */
/** `relation`: the record is a related one. Contains nothing else, because it becomes part of the log line. */
type ReadTarget = { readonly controller: string; readonly relation?: string } | { readonly settings: string };

/** How many places are remembered. A database with more has a problem that no single log line explains. */
const MAX_REMEMBERED = 1000;

/**
 * Logs each stored value that does not fit its column once per process, because the same list is read many times. The line
 * names the controller, the relation, the record and the column, never the value or the caller.
 */
export class InvalidValues {
  readonly #logged = new Set<string>();

  constructor(
    private readonly telemetry: Pick<HostTelemetry, 'contractViolation'>,
    private readonly logger: Logger,
  ) {}

  found(rpc: string, target: ReadTarget, value: InvalidValue, { requestId }: CallContext): void {
    const { record, column, problem, declared } = value;
    if (!declared) this.telemetry.contractViolation(rpc);
    const place = JSON.stringify([target, record, column]);
    if (this.#logged.has(place) || this.#logged.size > MAX_REMEMBERED) return;
    this.#logged.add(place);
    if (this.#logged.size > MAX_REMEMBERED) {
      this.logger.warn(
        { rpc },
        `more than ${MAX_REMEMBERED} stored values do not fit their columns; further ones are not logged`,
      );
      return;
    }
    const fields = { rpc, requestId, ...target, record, column };
    if (declared) {
      this.logger.warn(
        fields,
        'a stored value does not fit its column and is shown as invalid; correct it in the database',
      );
    } else this.logger.error(fields, `contract violation: the cell ${problem}`);
  }
}

/** Converts an answer that obeys the rules of its fields into our own types; throws ContractViolation. `rpc` is its name in violations. */
export type Decode<Response, T> = (rpc: string, response: Response) => T;

/** Calls of the two admin services. Retries a read once on UNAVAILABLE, and never a write. */
export interface AdminCalls {
  read<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    decode: Decode<Response, T>,
    call: CallContext,
  ): Promise<T>;
  /** @param timeoutMs of a call that may take longer than others; such calls do not use the stream */
  write<Request, Response extends object, T>(
    rpc: Rpc<Request, Response>,
    request: NoInfer<Request>,
    decode: Decode<Response, T>,
    call: CallContext,
    timeoutMs?: number,
  ): Promise<T>;
  /** How to read an answer with records of the target: reports values that do not fit their column. */
  reading(rpc: string, target: ReadTarget, call: CallContext): Reading;
}

/** @param isAttached whether the host offers CAPABILITY_ADMIN, as far as known */
export function createAdminCalls(
  caller: Caller,
  transport: CallTransport,
  callLimit: CallLimit,
  invalidValues: InvalidValues,
  isAttached: () => boolean,
): AdminCalls {
  const send =
    (read: boolean): AdminCalls['write'] =>
    async (rpc, request, decode, call, timeoutMs) => {
      if (!isAttached()) {
        throw new Unavailable('host', 'the host has not answered Describe yet, or does not offer CAPABILITY_ADMIN');
      }
      return callLimit.run(() =>
        caller.unary(
          rpc,
          request,
          (response) => {
            checkAnswer(rpc, response);
            return decode(rpc.name, response);
          },
          { call, read, ...(timeoutMs === undefined ? { transport } : { timeoutMs }) },
        ),
      );
    };
  return {
    read: send(true),
    write: send(false),
    reading: (rpc, target, call) => ({ rpc, invalid: (value) => invalidValues.found(rpc, target, value, call) }),
  };
}
