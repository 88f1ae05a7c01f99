import type { MethodDefinition } from '@grpc/proto-loader';
import type { HealthCheckRequest, HealthCheckResponse } from './services.js';
import { healthService } from './services.js';

/** One rpc from the client's side. Logs and metrics use its name: "BackendService.Transact". */
export interface Rpc<Request, Response> {
  readonly name: string;
  readonly path: string;
  /** Full names of the messages, as redact() expects them: "gatehouse.host.v1.TransactResponse". */
  readonly requestName: string;
  readonly responseName: string;
  readonly serialize: (request: Request) => Buffer;
  /** Throws if the bytes are not such a message. */
  readonly deserialize: (bytes: Buffer) => Response;
}

export function rpcOf<Request, RequestOutput, Response, ResponseOutput>(
  method: MethodDefinition<Request, Response, RequestOutput, ResponseOutput>,
): Rpc<Request, ResponseOutput> {
  return {
    name: rpcName(method.path),
    path: method.path,
    ...messageNames(method),
    serialize: method.requestSerialize,
    deserialize: method.responseDeserialize,
  };
}

/** The parts of a method's definition that name its messages. */
export interface NamedMessages {
  readonly path: string;
  readonly requestType: { readonly type: object };
  readonly responseType: { readonly type: object };
}

/** The full names of an rpc's messages. */
export function messageNames({ path, requestType, responseType }: NamedMessages): {
  readonly requestName: string;
  readonly responseName: string;
} {
  const packageName = packageOf(path);
  return {
    requestName: `${packageName}.${nameOf(requestType)}`,
    responseName: `${packageName}.${nameOf(responseType)}`,
  };
}

/** One rpc from the server's side. */
export interface ServedRpc<Request, Response> {
  readonly path: string;
  /** Throws if the bytes are not such a message. */
  readonly requestDeserialize: (bytes: Buffer) => Request;
  readonly responseSerialize: (response: Response) => Buffer;
}

/** The rpcs that a service's definition names, without the index signature that grpc-js gives every definition. */
export type Methods<Definition> = {
  [Name in keyof Definition as string extends Name ? never : number extends Name ? never : Name]: Definition[Name];
};

/** The request of an rpc as its server receives it. */
export type ReceivedRequest<Method> = Method extends ServedRpc<infer Request, never> ? Request : never;

/** The response of an rpc as its server sends it. */
export type SentResponse<Method> = Method extends ServedRpc<unknown, infer Response> ? Response : never;

/** "/gatehouse.host.v1.BackendService/Transact" is "BackendService.Transact". */
export function rpcName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.indexOf('/')) + 1).replace('/', '.');
}

/** The messages of an rpc are in the package of its service. */
function packageOf(path: string): string {
  return path.slice(1, path.lastIndexOf('.'));
}

/** The type of a descriptor is `object`, but it has a name. */
function nameOf({ type }: { type: object }): string {
  return (type as { name: string }).name;
}

export const healthCheck: Rpc<HealthCheckRequest, HealthCheckResponse> = rpcOf(healthService.Check);
