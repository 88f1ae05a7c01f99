import type { MethodDefinition } from '@grpc/proto-loader';
import { service as healthService } from 'grpc-health-check';

/** One rpc from the client's side. Logs and metrics use its name: "BackendService.Transact". */
export interface Rpc<Request, Response> {
  readonly name: string;
  readonly path: string;
  /** Full name of the response message, as redact() expects it: "gatehouse.host.v1.TransactResponse". */
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
    responseName: `${packageOf(method.path)}.${nameOf(method.responseType)}`,
    serialize: method.requestSerialize,
    deserialize: method.responseDeserialize,
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
  return path.replace(/^\/(?:[^/]*\.)?/, '').replace('/', '.');
}

/** The messages of an rpc are in the package of its service. */
function packageOf(path: string): string {
  return path.slice(1, path.lastIndexOf('.'));
}

/** The loader types a descriptor as `object`, but it has a name. */
function nameOf({ type }: { type: object }): string {
  return (type as { name: string }).name;
}

/** grpc.health.v1, which both sides serve. The grpc-health-check package contains the .proto file. */
export interface HealthCheckRequest {
  /** Empty: the server as a whole. */
  readonly service: string;
}

export interface HealthCheckResponse {
  /** "SERVING", "NOT_SERVING" …; a number if the .proto file does not define it. */
  readonly status: string | number;
}

export const healthCheck: Rpc<HealthCheckRequest, HealthCheckResponse> = healthCheckRpc();

function healthCheckRpc(): Rpc<HealthCheckRequest, HealthCheckResponse> {
  const method = healthService['Check'];
  if (method === undefined) throw new Error('grpc-health-check does not define grpc.health.v1.Health/Check');
  return {
    name: rpcName(method.path),
    path: method.path,
    responseName: 'grpc.health.v1.HealthCheckResponse',
    serialize: (request) => method.requestSerialize(request),
    deserialize: (bytes) => method.responseDeserialize(bytes) as unknown as HealthCheckResponse,
  };
}
