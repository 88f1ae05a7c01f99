import type { AdminStreamRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { AdminStreamResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamResponse';
import type { StreamedAnswer__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedAnswer';
import type { StreamedCall } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedCall';
import { MAX_STREAM_MESSAGE_BYTES } from '@gatehouse/proto/limits';
import { batches } from '@gatehouse/proto/message';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminStreamService } from '@gatehouse/proto/services';
import type { StreamClientProtocol } from '@gatehouse/proto/stream-client';
import { toDuration } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import type { CancelSignal } from '../../core/cancellation.js';
import type { CallContext } from '../../core/runtime.js';
import type { AnsweredStreamOptions } from '../channel/answered-stream.js';
import { AnsweredStream } from '../channel/answered-stream.js';
import type { CallTransport } from '../channel/call.js';
import { CANCELLED } from '../channel/call.js';
import type { Connection, Failed } from '../channel/connection.js';
import type { Reporter } from '../channel/reporter.js';

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
