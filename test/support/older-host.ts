import type { Capability } from '@gatehouse/proto/generated/gatehouse/host/v1/Capability';
import * as services from '@gatehouse/proto/services';
import type { handleUnaryCall, sendUnaryData, ServiceError, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { freePort } from './free-port.js';

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseDeserialize: (bytes: Buffer) => object;
  readonly responseSerialize: (message: object) => Buffer;
}

/** Only gRPC has streams, and a proxy of single calls has none. */
const STREAMS: readonly Capability[] = ['CAPABILITY_TRANSACT_STREAM', 'CAPABILITY_ADMIN_STREAM'];

const identity = (bytes: Buffer): Buffer => bytes;

/** A proxy in front of a host that hides some of its capabilities: the host as it was before it had them. */
export async function startOlderHost(
  soundAddress: string,
  withheld: readonly Capability[],
): Promise<{ readonly address: string; close(): void }> {
  const hidden = new Set<unknown>([...STREAMS, ...withheld]);
  const sound = new Client(soundAddress, credentials.createInsecure());
  const server = new Server();
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  const forwarded = Object.values(services).filter((service) => (service as object) !== services.healthService);
  for (const service of forwarded as unknown as Readonly<Record<string, Method>>[]) {
    const unary = Object.entries(service).filter(([, { requestStream }]) => !requestStream);
    if (unary.length === 0) continue;
    const bytesOnly = unary.map(([name, method]) => [
      name,
      {
        ...{ path: method.path, requestStream: false, responseStream: false },
        ...{ requestSerialize: identity, requestDeserialize: identity },
        ...{ responseSerialize: identity, responseDeserialize: identity },
      },
    ]);
    const handlers = unary.map(([name, method]) => [name, forwardedBy(method, name === 'Describe')]);
    server.addService(
      Object.fromEntries(bytesOnly) as Parameters<Server['addService']>[0],
      Object.fromEntries(handlers) as UntypedServiceImplementation,
    );
  }
  const address = `127.0.0.1:${await freePort()}`;
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve()));
  });
  return {
    address,
    close() {
      server.forceShutdown();
      sound.close();
    },
  };

  function forwardedBy(method: Method, describes: boolean): handleUnaryCall<Buffer, Buffer> {
    return (call, callback: sendUnaryData<Buffer>) => {
      const answered = (error: ServiceError | null, bytes?: Buffer): void => {
        if (error !== null || bytes === undefined) callback(error ?? new Error('no answer'));
        else callback(null, describes ? withoutHidden(method, bytes) : bytes);
      };
      const options = { deadline: call.getDeadline() };
      sound.makeUnaryRequest(method.path, identity, identity, call.request, call.metadata, options, answered);
    };
  }

  function withoutHidden({ responseDeserialize, responseSerialize }: Method, bytes: Buffer): Buffer {
    const description = responseDeserialize(bytes) as { readonly capabilities: readonly unknown[] };
    const capabilities = description.capabilities.filter((name) => !hidden.has(name));
    return responseSerialize({ ...description, capabilities, streamSocket: null });
  }
}
