import { Client, credentials, Metadata, Server, ServerCredentials } from '@grpc/grpc-js';
import type { ServiceDefinition } from '@grpc/grpc-js';
import type { OpenClientStream } from '../client-stream.js';
import { grpcStreams } from '../client-stream.js';
import type { StreamCall } from '../stream-server.js';
import { connectStreamSocket } from '../stream-socket-client.js';
import { StreamSocketServer } from '../stream-socket-server.js';

/** The carriers of a stream. The tests of both of its sides run on each. */
export const CARRIERS = ['gRPC', 'a stream socket'] as const;
export type Carrier = (typeof CARRIERS)[number];

export interface ServedStreams {
  readonly open: OpenClientStream;
  close(): void;
}

/** Serves the only rpc of a service, and connects to it. */
export async function serveStreams<Request, Response>(
  carrier: Carrier,
  service: ServiceDefinition,
  open: (call: StreamCall<Request, Response>) => void,
): Promise<ServedStreams> {
  const [[name, method] = []] = Object.entries(service);
  if (name === undefined || method === undefined) throw new Error('the service has no rpc');
  if (carrier === 'a stream socket') {
    const server = new StreamSocketServer();
    server.add<Request, Response>({ method, open });
    await server.listen();
    return {
      open: await connectStreamSocket(server.socket, method.path, 10_000),
      close() {
        void server.close();
        server.destroy();
      },
    };
  }
  const server = new Server();
  server.addService(service, { [name]: open as never });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    open: grpcStreams(client, new Metadata()),
    close() {
      client.close();
      server.forceShutdown();
    },
  };
}
