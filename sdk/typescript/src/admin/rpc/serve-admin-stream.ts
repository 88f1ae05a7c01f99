import type { AdminStreamRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamRequest';
import type { AdminStreamResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminStreamResponse';
import type { StreamedAnswer } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedAnswer';
import type { StreamedCall__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/StreamedCall';
import { MAX_STREAM_ANSWER_BYTES, MAX_STREAM_MESSAGE_BYTES } from '@gatehouse/proto/limits';
import { batches, listOf } from '@gatehouse/proto/message';
import { validRequestId } from '@gatehouse/proto/metadata';
import type { Cancellation, StreamServerProtocol } from '@gatehouse/proto/stream-server';
import { status } from '@grpc/grpc-js';
import { deadlineOfStreamed } from '../../wire/call.js';
import type { RpcCall } from '../../wire/over-bytes.js';
import type { StreamedRpc } from './admin-rpc.js';

/** AdminStreamService.AdminStream: calls these rpcs, with the same answers as unary calls. */
export function adminStreamProtocol(
  rpcs: readonly StreamedRpc[],
): StreamServerProtocol<AdminStreamRequest__Output, AdminStreamResponse, StreamedCall__Output, StreamedAnswer> {
  const byName = new Map(rpcs.map((rpc) => [rpc.name, rpc]));
  const fault = (id: number, code: status, message: string): StreamedAnswer => ({ id, fault: { code, message } });
  return {
    items: ({ calls }) => calls,
    cancelled: ({ cancelled }) => cancelled,
    messages: (items) =>
      batches(items, MAX_STREAM_MESSAGE_BYTES, ({ response }) => response?.length ?? 0).map((answers) => ({ answers })),
    closing: (taken): AdminStreamResponse => ({ answers: [], closing: { taken: listOf(taken) } }),

    async run({ id, method, request, timeout, requestId }, cancellation, waitedMs): Promise<StreamedAnswer> {
      const rpc = byName.get(method);
      if (rpc === undefined) return fault(id, status.UNIMPLEMENTED, 'method: is unknown to this host');
      const deadline = deadlineOfStreamed(timeout, waitedMs);
      const outcome = await rpc.streamed(
        request,
        new StreamedLimits(validRequestId(requestId), deadline, cancellation),
      );
      if ('fault' in outcome) return fault(id, outcome.fault.code, outcome.fault.message);
      const { response } = outcome;
      if (response.length <= MAX_STREAM_ANSWER_BYTES) return { id, response };
      return fault(id, status.RESOURCE_EXHAUSTED, `the response has ${response.length} bytes`);
    },

    fault,
  };
}

/** Its members are accessors: reading the signal creates it. */
class StreamedLimits implements RpcCall {
  constructor(
    readonly requestId: string,
    readonly deadline: Date,
    private readonly cancellation: Cancellation,
  ) {}

  get signal(): AbortSignal {
    return this.cancellation.signal;
  }

  get isCancelled(): boolean {
    return this.cancellation.isCancelled;
  }
}
