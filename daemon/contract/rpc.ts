import type { MethodDefinition } from '@grpc/proto-loader';

/** One rpc as a client sees it, with the name under which it is logged and counted: "BackendService.Transact". */
export interface Rpc<Request, Response> {
  readonly name: string;
  readonly path: string;
  /** Full name of the answer's message, as redact() takes it: "gatehouse.host.v1.TransactResponse". */
  readonly responseName: string;
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
    responseName: `${packageOf(method.path)}.${nameOf(method.responseType)}`,
    serialize: method.requestSerialize,
    deserialize: method.responseDeserialize,
  };
}

/** "/gatehouse.host.v1.BackendService/Transact" is "BackendService.Transact". */
export function rpcName(path: string): string {
  return path.replace(/^\/(?:[^/]*\.)?/, '').replace('/', '.');
}

/** The messages of an rpc stand in the package of its service. */
function packageOf(path: string): string {
  return path.slice(1, path.lastIndexOf('.'));
}

/** The loader types a descriptor as any object; it has a name. */
function nameOf({ type }: { type: object }): string {
  return (type as { name: string }).name;
}
