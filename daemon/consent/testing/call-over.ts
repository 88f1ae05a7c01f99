import type { DescMessage } from '@bufbuild/protobuf';
import { createFileRegistry, fromBinary, fromJsonString, toBinary, toJsonString } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { Metadata } from '@grpc/grpc-js';
import { Client, credentials, status } from '@grpc/grpc-js';
import { readFileSync } from 'node:fs';

/** One call to the listener at the address, as an application makes it that does not use our client. */
export type CallOver = (
  address: string,
  method: {
    readonly path: string;
    readonly requestSerialize: (request: never) => Buffer;
    readonly responseDeserialize: (bytes: Buffer) => unknown;
  },
  request: Buffer,
  metadata: Metadata,
  deadline: number | undefined,
) => Promise<{ readonly response?: unknown; readonly error?: { readonly code: status; readonly details: string } }>;

const overGrpc: CallOver = (address, { path, responseDeserialize }, request, metadata, deadline) =>
  new Promise((resolve) => {
    const client = new Client(address, credentials.createInsecure());
    const options = deadline === undefined ? {} : { deadline };
    client.makeUnaryRequest(
      path,
      (bytes: Buffer) => bytes,
      responseDeserialize,
      request,
      metadata,
      options,
      (error, response) => {
        client.close();
        resolve(error === null ? { response } : { error });
      },
    );
  });

/** Connect's protocol by hand. In JSON, messages are converted by the library of protobuf's authors. */
const overHttp =
  (json: boolean): CallOver =>
  async (address, { path, responseDeserialize }, request, metadata, deadline) => {
    const [input, output] = schemasOf(path);
    const body = json && !isMalformed(request) ? toJsonString(input, fromBinary(input, request)) : request;
    const answer = await fetch(`http://${address}${path}`, {
      method: 'POST',
      headers: {
        ...(metadata.getMap() as Record<string, string>),
        'content-type': json ? 'application/json' : 'application/proto',
        'connect-protocol-version': '1',
        ...(deadline !== undefined && { 'connect-timeout-ms': String(Math.max(0, deadline - Date.now())) }),
      },
      body,
    }).catch((error: unknown) => error as Error);
    if (answer instanceof Error) {
      return { error: Object.assign(answer, { code: status.UNAVAILABLE, details: answer.message }) };
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) {
      const { code, message } = JSON.parse(bytes.toString()) as { code: string; message: string };
      const error = new Error(message) as Error & { code: status; details: string };
      return {
        error: Object.assign(error, { code: status[code.toUpperCase() as keyof typeof status], details: message }),
      };
    }
    const message = json ? Buffer.from(toBinary(output, fromJsonString(output, bytes.toString()))) : bytes;
    return { response: responseDeserialize(message) };
  };

const contract = createFileRegistry(
  fromBinary(
    FileDescriptorSetSchema,
    readFileSync(new URL('contract.binpb', import.meta.resolve('@gatehouse/proto/services'))),
  ),
);

function schemasOf(path: string): [DescMessage, DescMessage] {
  const [, service = '', rpc = ''] = path.split('/');
  const method = contract.getService(service)?.methods.find(({ name }) => name === rpc);
  if (method === undefined) throw new Error(`the contract has no ${path}`);
  return [method.input, method.output];
}

/** Bytes that are no message. */
export const MALFORMED = Buffer.from([0xff, 0xff]);
const isMalformed = (request: Buffer): boolean => request.equals(MALFORMED);

export const TRANSPORTS: readonly (readonly [string, CallOver])[] = [
  ['gRPC', overGrpc],
  ['HTTP', overHttp(false)],
  ['HTTP with JSON', overHttp(true)],
];
