import type { handleUnaryCall, sendUnaryData, ServerDuplexStream, ServiceError, status } from '@grpc/grpc-js';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { HealthImplementation } from 'grpc-health-check';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';

/** The replacement for an answer: a message, bytes that are not a message, a gRPC status, or nothing at all. */
export type FaultyAnswer =
  | { readonly message: object }
  | { readonly bytes: Buffer }
  | { readonly status: status }
  | { readonly silent: true };

/**
 * @param operations the requested operations, by name: ["findClient", "findCode"]; empty for Describe
 * @param forward forwards the request to the sound host, which otherwise never sees it, and returns the answer's bytes
 */
export type Fault = (
  operations: readonly string[],
  forward: () => Promise<Buffer>,
) => FaultyAnswer | Promise<FaultyAnswer>;

/** A proxy between the daemon and a sound host. It forwards everything until a test sets a fault. */
export interface FaultyHost {
  readonly address: string;
  /** Applies the fault to answers from the transaction with this number on, counted from now, starting at 0. */
  failFrom(transaction: number, fault: Fault): void;
  /** The same for Describe. */
  failDescribe(fault: Fault): void;
  heal(): void;
  close(): void;
}

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (message: object) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseSerialize: (message: object) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => object;
}

interface Streamed {
  readonly id: number;
  readonly request: { readonly operations: readonly object[] };
}

const PROTO = fileURLToPath(new URL('../../../proto', import.meta.url));
const definition = loadSync(['gatehouse/host/v1/host.proto', 'gatehouse/host/v1/backend.proto'], {
  includeDirs: [PROTO],
  enums: String,
});
const { Describe } = serviceOf('HostService');
const { Transact, TransactStream } = serviceOf('BackendService');

/**
 * @param stream true to offer TransactStream to the daemon, false for unary calls only
 * @param redeem false to hide CAPABILITY_REDEEM of the sound host
 */
export async function startFaultyHost(
  soundAddress: string,
  { stream, redeem = true }: { readonly stream: boolean; readonly redeem?: boolean },
): Promise<FaultyHost> {
  const hidden = [...(stream ? [] : ['CAPABILITY_TRANSACT_STREAM']), ...(redeem ? [] : ['CAPABILITY_REDEEM'])];
  const sound = new Client(soundAddress, credentials.createInsecure());
  let describeFault: Fault | undefined;
  let transactFault: Fault | undefined;
  let untilFault = 0;

  const describe = async (request: object): Promise<FaultyAnswer> => {
    const forward = (): Promise<Buffer> => call(sound, Describe!, request);
    if (describeFault !== undefined) return describeFault([], forward);
    const description = Describe!.responseDeserialize(await forward()) as { capabilities: readonly string[] };
    const capabilities = description.capabilities.filter((name) => !hidden.includes(name));
    // Streams come through here, too.
    return { message: { ...description, capabilities, streamSocket: null } };
  };
  const transact = async (request: Streamed['request']): Promise<FaultyAnswer> => {
    const forward = (): Promise<Buffer> => call(sound, Transact!, request);
    if (transactFault === undefined || untilFault-- > 0) return { bytes: await forward() };
    return transactFault(
      request.operations.map((operation) => Object.keys(operation)[0] ?? ''),
      forward,
    );
  };

  const server = new Server();
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  server.addService({ Describe: asBytes(Describe!) }, { Describe: unary(Describe!, describe) });
  server.addService(
    { Transact: asBytes(Transact!), TransactStream: asBytes(TransactStream!) },
    {
      Transact: unary(Transact!, transact),
      TransactStream: (duplex: ServerDuplexStream<object, Buffer>) => answerStream(duplex, transact),
    },
  );
  const address = `127.0.0.1:${await freePort()}`;
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve()));
  });

  return {
    address,
    failFrom(transaction, fault) {
      untilFault = transaction;
      transactFault = fault;
    },
    failDescribe: (fault) => void (describeFault = fault),
    heal() {
      describeFault = undefined;
      transactFault = undefined;
    },
    close() {
      server.forceShutdown();
      sound.close();
    },
  };
}

type Answering<Request> = (request: Request) => Promise<FaultyAnswer>;

function unary<Request>(method: Method, answering: Answering<Request>): handleUnaryCall<Request, Buffer> {
  return ({ request }, callback: sendUnaryData<Buffer>) => {
    void answering(request).then((answer) => {
      if ('silent' in answer) return;
      if ('status' in answer) callback({ code: answer.status, details: 'a fault' });
      else callback(null, 'bytes' in answer ? answer.bytes : method.responseSerialize(answer.message));
    });
  };
}

function answerStream(duplex: ServerDuplexStream<object, Buffer>, transact: Answering<Streamed['request']>): void {
  duplex.on('error', () => undefined);
  duplex.on('end', () => duplex.end());
  duplex.on('data', ({ transactions }: { transactions: readonly Streamed[] }) => {
    for (const { id, request } of transactions) {
      void transact(request).then((answer) => {
        if (!('silent' in answer) && duplex.writable) duplex.write(streamedOutcome(id, answer));
      });
    }
  });
}

/** Uses bytes in place of the message, because an answer inside a message of the stream is not decoded. */
function streamedOutcome(id: number, answer: Exclude<FaultyAnswer, { silent: true }>): Buffer {
  if ('status' in answer) {
    const fault = { code: answer.status, message: 'a fault' };
    return TransactStream!.responseSerialize({ outcomes: [{ id, fault }] });
  }
  if ('message' in answer) {
    return TransactStream!.responseSerialize({ outcomes: [{ id, response: answer.message }] });
  }
  const { bytes } = answer;
  // StreamedOutcome { id = 1; response = 2 } inside TransactStreamResponse { outcomes = 1 }.
  return delimited(0x0a, Buffer.concat([Buffer.from([0x08]), varint(id), delimited(0x12, bytes)]));
}

function delimited(tag: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) | 128);
  }
}

function call(client: Client, { path, requestSerialize }: Method, request: object): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const answered = (error: ServiceError | null, bytes?: Buffer): void => (error ? reject(error) : resolve(bytes!));
    client.makeUnaryRequest(path, requestSerialize, (bytes) => bytes, request, answered);
  });
}

/** Sends answers as bytes, without encoding them. */
function asBytes(method: Method) {
  const { path, requestStream, responseStream, requestSerialize, requestDeserialize } = method;
  const identity = (bytes: Buffer): Buffer => bytes;
  return {
    path,
    requestStream,
    responseStream,
    requestSerialize,
    requestDeserialize,
    responseSerialize: identity,
    responseDeserialize: identity,
  };
}

function serviceOf(name: string): Readonly<Record<string, Method>> {
  return definition[`gatehouse.host.v1.${name}`] as unknown as Readonly<Record<string, Method>>;
}
