import { service } from 'grpc-health-check';
import type { Rpc } from './rpc.js';
import { rpcName } from './rpc.js';

/** grpc.health.v1, which both sides serve. grpc-health-check brings the .proto file. */
export interface HealthCheckRequest {
  /** Empty: the server as a whole. */
  readonly service: string;
}

export interface HealthCheckResponse {
  /** "SERVING", "NOT_SERVING" …; a number when it is none that the .proto file knows. */
  readonly status: string | number;
}

export const healthCheck: Rpc<HealthCheckRequest, HealthCheckResponse> = healthCheckRpc();

function healthCheckRpc(): Rpc<HealthCheckRequest, HealthCheckResponse> {
  const method = service['Check'];
  if (method === undefined) throw new Error('grpc-health-check does not define grpc.health.v1.Health/Check');
  return {
    name: rpcName(method.path),
    path: method.path,
    responseName: 'grpc.health.v1.HealthCheckResponse',
    serialize: (request) => method.requestSerialize(request),
    deserialize: (bytes) => method.responseDeserialize(bytes) as unknown as HealthCheckResponse,
  };
}
