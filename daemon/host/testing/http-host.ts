import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import { Code, ConnectError } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import type { ServedRpc } from '@gatehouse/proto/rpc';
import { Metadata } from '@grpc/grpc-js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { OWN_ADDRESS } from './own-address.js';

/** The services of a handmade host over HTTP, served by Connect's own library rather than by ours. */

/** A handler for each rpc that the host has, by path. Rejects with `{ code, details }` for a gRPC status. */
export type HttpHandlers = ReadonlyMap<
  string,
  {
    readonly method: ServedRpc<unknown, never>;
    readonly handle: (request: unknown, metadata: Metadata) => Promise<unknown>;
  }
>;

const contract = createFileRegistry(
  fromBinary(
    FileDescriptorSetSchema,
    readFileSync(new URL('contract.binpb', import.meta.resolve('@gatehouse/proto/services'))),
  ),
);

export async function startHttpHost(
  handlers: HttpHandlers,
  port: number,
): Promise<{ readonly address: string; readonly port: number; kill(): void }> {
  const adapter = connectNodeAdapter({
    grpc: false,
    grpcWeb: false,
    routes: (router) => {
      for (const path of handlers.keys()) {
        const [, name = '', rpc = ''] = path.split('/');
        const service = contract.getService(name);
        const method = service?.methods.find((one) => one.name === rpc);
        if (service === undefined || method === undefined) throw new Error(`the contract has no ${path}`);
        router.rpc(method as DescMethod & { methodKind: 'unary' }, (request, context) =>
          answer(service, method, request as never, context),
        );
      }
    },
  });
  const server = createServer((request, response) => {
    adapter(request, response);
  });
  server.listen(port, OWN_ADDRESS);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    address: `${OWN_ADDRESS}:${bound}`,
    port: bound,
    kill: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(
    service: DescService,
    { name, input, output }: DescMethod,
    message: never,
    context: HandlerContext,
  ) {
    const handler = handlers.get(`/${service.typeName}/${name}`);
    if (handler === undefined) throw new ConnectError('has no handler', Code.Unimplemented);
    const request = handler.method.requestDeserialize(Buffer.from(toBinary(input, message)));
    const metadata = new Metadata();
    context.requestHeader.forEach((value, key) => {
      metadata.set(key, value);
    });
    try {
      const response = (await handler.handle(request, metadata)) as never;
      const bytes = Buffer.isBuffer(response) ? response : handler.method.responseSerialize(response);
      return fromBinary(output, bytes);
    } catch (error) {
      const { code, details } = error as { readonly code?: number; readonly details?: string };
      const known = Object.values(Code).find((one): one is Code => one === code);
      throw new ConnectError(details ?? String(error), known ?? Code.Internal);
    }
  }
}
