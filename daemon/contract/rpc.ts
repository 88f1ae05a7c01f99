import type { MethodDefinition } from '@grpc/proto-loader';

/** One rpc as a client sees it, with the name under which it is logged and counted: "BackendService.Transact". */
export interface Rpc<Request, Response> {
  readonly name: string;
  readonly path: string;
  readonly serialize: (request: Request) => Buffer;
  /** Throws when the bytes are no such message. */
  readonly deserialize: (bytes: Buffer) => Response;
}

export function rpcOf<Request, RequestOutput, Response, ResponseOutput>(
  method: MethodDefinition<Request, Response, RequestOutput, ResponseOutput>,
): Rpc<Request, ResponseOutput> {
  return {
    name: rpcName(method.path),
    path: method.path,
    serialize: method.requestSerialize,
    deserialize: method.responseDeserialize,
  };
}

/** "/gatehouse.host.v1.BackendService/Transact" is "BackendService.Transact". */
export function rpcName(path: string): string {
  return path.replace(/^\/(?:[^/]*\.)?/, '').replace('/', '.');
}
