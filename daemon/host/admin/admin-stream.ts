import { status } from '@grpc/grpc-js';
import type { AdminStreamRequest } from '../../contract/generated/gatehouse/host/v1/AdminStreamRequest.js';
import type { AdminStreamResponse__Output } from '../../contract/generated/gatehouse/host/v1/AdminStreamResponse.js';
import type { StreamedAnswer__Output } from '../../contract/generated/gatehouse/host/v1/StreamedAnswer.js';
import type { StreamedCall } from '../../contract/generated/gatehouse/host/v1/StreamedCall.js';
import { adminStreamService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import { toDuration } from '../../contract/time.js';
import type { CallContext } from '../../core/call-context.js';
import { AnsweredStream, type AnsweredStreamOptions, type StreamProtocol } from '../answered-stream.js';
import { CANCELLED, type CallTransport, type Failed } from '../call.js';
import type { Connection } from '../connection.js';
import type { Reporter } from '../reporter.js';

/** Of requests in one message, and of one request: what is longer goes by a unary call (admin_stream.proto). */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The other fields of a call on the stream, roughly. */
const CALL_BYTES = 512;

type Call = StreamedCall & { readonly request: Buffer };

const PROTOCOL: StreamProtocol<AdminStreamRequest, AdminStreamResponse__Output, Call, StreamedAnswer__Output> = {
  rpc: rpcOf(adminStreamService.AdminStream),
  messages(calls) {
    const messages: { calls: Call[]; bytes: number }[] = [];
    for (const call of calls) {
      const bytes = call.request.length + CALL_BYTES;
      const last = messages.at(-1);
      if (last !== undefined && last.bytes + bytes <= MAX_MESSAGE_BYTES) {
        last.calls.push(call);
        last.bytes += bytes;
      } else messages.push({ calls: [call], bytes });
    }
    return messages.map((message) => ({ calls: message.calls }));
  },
  answers: ({ answers }) => answers,
  cancellation: (cancelled) => ({ cancelled: [...cancelled] }),
  closing: ({ closing }) => closing?.taken,
};

/** Calls of the admin services over AdminStreamService.AdminStream, as a way for Caller to send its bytes. */
export class AdminStream
  extends AnsweredStream<AdminStreamRequest, AdminStreamResponse__Output, Call, StreamedAnswer__Output>
  implements CallTransport
{
  private readonly timeoutMs: number;

  constructor(connection: Connection, reporter: Reporter, options: AnsweredStreamOptions) {
    super(PROTOCOL, connection, reporter, options);
    this.timeoutMs = options.timeoutMs;
  }

  takes(bytes: Buffer): boolean {
    return this.isUp() && bytes.length + CALL_BYTES <= MAX_MESSAGE_BYTES;
  }

  call(method: string, request: Buffer, call: CallContext, signal?: AbortSignal): Promise<Buffer | Failed> {
    return new Promise((resolve) => {
      const item = (id: number): Call => ({
        id,
        method,
        request,
        timeout: toDuration(this.timeoutMs),
        requestId: call.requestId,
        traceparent: call.traceparent ?? '',
        tracestate: call.tracestate ?? '',
      });
      this.send(
        item,
        {
          answered: ({ response, fault }) => {
            if (fault) resolve({ code: fault.code, details: fault.message });
            // An answer without an outcome is as wrong as one with a status that does not exist, and reported like it.
            else resolve(response ?? { code: status.OK, details: 'an answer of the stream has no outcome' });
          },
          timedOut: () => resolve({ code: status.DEADLINE_EXCEEDED, details: `no answer within ${this.timeoutMs} ms` }),
          lost: (why, neverSent) =>
            resolve({ code: status.UNAVAILABLE, details: `the stream broke before the answer: ${why}`, neverSent }),
          cancelled: () => resolve(CANCELLED),
        },
        signal,
      );
    });
  }
}
