import { status, type ServiceDefinition } from '@grpc/grpc-js';
import type { StreamProtocol } from '../../host/answer-stream.js';
import { LONGEST_CALL_MS } from '../../host/call-limits.js';
import { requestIdFrom } from '../../host/call-metadata.js';
import type { WireStreamClosing } from '../../wire/messages.js';
import type { AdminRpc, AdminRpcs } from './admin-rpc.js';
import type { WireMoment } from './moment.js';

/** Answers in one message, together; and the longest single one, which stays below the 4 MB that gRPC takes by default. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
export const MAX_ANSWER_BYTES = 3 * 1024 * 1024;

export interface WireAdminStreamRequest {
  readonly calls: readonly WireStreamedCall[];
  readonly cancelled: readonly number[];
}

interface WireStreamedCall {
  readonly id: number;
  readonly method: string;
  readonly request: Buffer;
  readonly timeout: WireMoment | null;
  readonly requestId: string;
}

export interface WireAdminStreamResponse {
  readonly answers: readonly WireStreamedAnswer[];
  readonly closing?: WireStreamClosing;
}

interface WireStreamedAnswer {
  readonly id: number;
  readonly response?: Buffer;
  readonly fault?: { readonly code: number; readonly message: string };
}

interface Method {
  readonly rpc: AdminRpc;
  readonly deserialize: (bytes: Buffer) => object;
  readonly serialize: (response: object) => Buffer;
}

export interface StreamedService {
  readonly definition: ServiceDefinition;
  readonly rpcs: AdminRpcs;
}

/** AdminStreamService.AdminStream: the calls of these services, by what unary calls of them would have answered. */
export function adminStreamProtocol(
  services: Readonly<Record<string, StreamedService>>,
): StreamProtocol<WireAdminStreamRequest, WireAdminStreamResponse, WireStreamedCall, WireStreamedAnswer> {
  const methods = new Map(Object.entries(services).flatMap(([name, service]) => methodsOf(name, service)));
  const fault = (id: number, code: status, message: string) => ({ id, fault: { code, message } });
  return {
    items: ({ calls }) => calls,
    cancelled: ({ cancelled }) => cancelled,
    messages: inMessages,
    closing: (taken) => ({ answers: [], closing: { taken } }),

    async run({ id, method: name, request: bytes, timeout, requestId }, signal) {
      const receivedAt = Date.now();
      const method = methods.get(name);
      if (method === undefined) return fault(id, status.UNIMPLEMENTED, 'method: is none of this host');
      const request = decoded(method, bytes);
      if (request === undefined) return fault(id, status.INVALID_ARGUMENT, 'request: is no message of the method');
      const deadline = new Date(receivedAt + patienceOf(timeout));
      const outcome = await method.rpc(request, { requestId: requestIdFrom(requestId), deadline, signal });
      if ('fault' in outcome) return fault(id, outcome.fault.code, outcome.fault.message);
      const response = encoded(method, outcome.response);
      if (response === undefined) return fault(id, status.INTERNAL, 'the answer cannot be encoded');
      if (response.length <= MAX_ANSWER_BYTES) return { id, response };
      return fault(id, status.RESOURCE_EXHAUSTED, `the answer has ${response.length} bytes`);
    },

    fault,
  };
}

/** google.protobuf.Duration has the fields of a Timestamp. What is finer than a millisecond is cut off. */
function patienceOf(timeout: WireMoment | null): number {
  if (timeout === null) return LONGEST_CALL_MS;
  return Math.min(Number(timeout.seconds) * 1000 + Math.floor(timeout.nanos / 1_000_000), LONGEST_CALL_MS);
}

function methodsOf(service: string, { definition, rpcs }: StreamedService): (readonly [string, Method])[] {
  return Object.entries(definition).flatMap(([name, { originalName = '', requestDeserialize, responseSerialize }]) => {
    const rpc = rpcs[originalName];
    if (rpc === undefined) return [];
    return [[`${service}.${name}`, { rpc, deserialize: requestDeserialize, serialize: responseSerialize }] as const];
  });
}

function decoded({ deserialize }: Method, bytes: Buffer): object | undefined {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}

function encoded({ serialize }: Method, response: object): Buffer | undefined {
  try {
    return serialize(response);
  } catch {
    // Logged where the host's services are put together: loggedEncoding.
    return undefined;
  }
}

function inMessages(answers: readonly WireStreamedAnswer[]): WireAdminStreamResponse[] {
  const messages: { answers: WireStreamedAnswer[]; bytes: number }[] = [];
  for (const answer of answers) {
    const bytes = answer.response?.length ?? 0;
    const last = messages.at(-1);
    if (last !== undefined && last.bytes + bytes <= MAX_MESSAGE_BYTES) {
      last.answers.push(answer);
      last.bytes += bytes;
    } else messages.push({ answers: [answer], bytes });
  }
  return messages.map((message) => ({ answers: message.answers }));
}
