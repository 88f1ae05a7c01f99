import type { ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { ConsentServiceDefinition } from './generated/gatehouse/consent/v1/ConsentService.js';
import type { AdminAccountServiceDefinition } from './generated/gatehouse/host/v1/AdminAccountService.js';
import type { AdminBulkServiceDefinition } from './generated/gatehouse/host/v1/AdminBulkService.js';
import type { AdminDirectoryServiceDefinition } from './generated/gatehouse/host/v1/AdminDirectoryService.js';
import type { AdminPasskeyServiceDefinition } from './generated/gatehouse/host/v1/AdminPasskeyService.js';
import type { AdminRecordServiceDefinition } from './generated/gatehouse/host/v1/AdminRecordService.js';
import type { AdminSearchServiceDefinition } from './generated/gatehouse/host/v1/AdminSearchService.js';
import type { AdminSecondFactorServiceDefinition } from './generated/gatehouse/host/v1/AdminSecondFactorService.js';
import type { AdminSessionServiceDefinition } from './generated/gatehouse/host/v1/AdminSessionService.js';
import type { AdminStreamServiceDefinition } from './generated/gatehouse/host/v1/AdminStreamService.js';
import type { AdminViewServiceDefinition } from './generated/gatehouse/host/v1/AdminViewService.js';
import type { BackendServiceDefinition } from './generated/gatehouse/host/v1/BackendService.js';
import type { HostServiceDefinition } from './generated/gatehouse/host/v1/HostService.js';
import type { SignInServiceDefinition } from './generated/gatehouse/host/v1/SignInService.js';

import type { Codec } from './codec.js';
import { codecOf } from './codec.js';
import type { MethodDescriptor } from './root.js';
import { methodsOf } from './root.js';

/**
 * The services of the contract. The types in generated/ come from scripts/proto-types.sh, whose flags mirror the options
 * below: change both together.
 *
 * - enums as names: a value that the reader does not know arrives as a number, so a converter can detect and reject it;
 * - int64 as text: a record can contain any int64, and a number would round it;
 * - defaults filled in: an absent message is null, an absent list is empty, an absent `optional` field is undefined;
 * - oneofs: a virtual field names the member that is set.
 *
 * This does the work of @grpc/proto-loader, without the descriptors of every message that it makes for server reflection:
 * they took a quarter of the time that a host needed to start (docs/decisions/start-up.md).
 */

export const hostService = service('gatehouse.host.v1.HostService') as HostServiceDefinition;
export const backendService = service('gatehouse.host.v1.BackendService') as BackendServiceDefinition;
export const signInService = service('gatehouse.host.v1.SignInService') as SignInServiceDefinition;
export const adminDirectoryService = service(
  'gatehouse.host.v1.AdminDirectoryService',
) as AdminDirectoryServiceDefinition;
export const adminAccountService = service('gatehouse.host.v1.AdminAccountService') as AdminAccountServiceDefinition;
export const adminBulkService = service('gatehouse.host.v1.AdminBulkService') as AdminBulkServiceDefinition;
export const adminSessionService = service('gatehouse.host.v1.AdminSessionService') as AdminSessionServiceDefinition;
export const adminSecondFactorService = service(
  'gatehouse.host.v1.AdminSecondFactorService',
) as AdminSecondFactorServiceDefinition;
export const adminPasskeyService = service('gatehouse.host.v1.AdminPasskeyService') as AdminPasskeyServiceDefinition;
export const adminViewService = service('gatehouse.host.v1.AdminViewService') as AdminViewServiceDefinition;
export const adminRecordService = service('gatehouse.host.v1.AdminRecordService') as AdminRecordServiceDefinition;
export const adminSearchService = service('gatehouse.host.v1.AdminSearchService') as AdminSearchServiceDefinition;
export const adminStreamService = service('gatehouse.host.v1.AdminStreamService') as AdminStreamServiceDefinition;
export const consentService = service('gatehouse.consent.v1.ConsentService') as ConsentServiceDefinition;

/** grpc.health.v1, which both sides serve. */
export const healthService = service('grpc.health.v1.Health') as HealthServiceDefinition;

/** grpc.health.v1.HealthCheckRequest. */
export interface HealthCheckRequest {
  /** Empty: the server as a whole. */
  readonly service: string;
}

export interface HealthCheckResponse {
  /** "SERVING", "NOT_SERVING" …; a number if the .proto file does not define it. */
  readonly status: string | number;
}

export interface HealthListResponse {
  readonly statuses: Readonly<Record<string, HealthCheckResponse>>;
}

export interface HealthServiceDefinition extends ServiceDefinition {
  Check: MethodDefinition<HealthCheckRequest, HealthCheckResponse>;
  Watch: MethodDefinition<HealthCheckRequest, HealthCheckResponse>;
  List: MethodDefinition<object, HealthListResponse>;
}

/** Without the options of the .proto file, which no server or client reads. */
type Definition = Omit<MethodDefinition<object, object>, 'options'>;

function service(name: string): unknown {
  return Object.fromEntries(methodsOf(name).map((method) => [method.name, definitionOf(method, name)]));
}

function definitionOf(
  { name, request, response, requestStream, responseStream }: MethodDescriptor,
  serviceName: string,
): Definition {
  const [requestType, responseType] = [messageDefinition(request), messageDefinition(response)];
  return {
    path: `/${serviceName}/${name}`,
    requestStream,
    responseStream,
    requestSerialize: requestType.serialize,
    requestDeserialize: requestType.deserialize,
    responseSerialize: responseType.serialize,
    responseDeserialize: responseType.deserialize,
    originalName: name.charAt(0).toLowerCase() + name.slice(1),
    requestType,
    responseType,
  };
}

/** The type has only a name: descriptors are for server reflection, which nothing here offers. */
function messageDefinition(name: string): Definition['requestType'] {
  let compiled: Codec | undefined;
  const codec = (): Codec => (compiled ??= codecOf(name));
  return {
    format: 'Protocol Buffer 3 DescriptorProto',
    type: { name: name.slice(name.lastIndexOf('.') + 1) },
    fileDescriptorProtos: [],
    serialize: (message) => codec().encode(message),
    deserialize: (bytes) => codec().decode(bytes),
  };
}
