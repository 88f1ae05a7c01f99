import { fileURLToPath } from 'node:url';
import { loadSync } from '@grpc/proto-loader';
import type { ConsentServiceDefinition } from './generated/gatehouse/consent/v1/ConsentService.js';
import type { AdminDirectoryServiceDefinition } from './generated/gatehouse/host/v1/AdminDirectoryService.js';
import type { AdminRecordServiceDefinition } from './generated/gatehouse/host/v1/AdminRecordService.js';
import type { AdminStreamServiceDefinition } from './generated/gatehouse/host/v1/AdminStreamService.js';
import type { BackendServiceDefinition } from './generated/gatehouse/host/v1/BackendService.js';
import type { HostServiceDefinition } from './generated/gatehouse/host/v1/HostService.js';
import type { SignInServiceDefinition } from './generated/gatehouse/host/v1/SignInService.js';

/**
 * The services of the contract, read from the package's .proto files once per process. The types in generated/ come from
 * scripts/proto-types.sh, whose flags mirror the options below: change both together.
 *
 * - enums as names: a value that the reader does not know arrives as a number, so a converter can tell and refuse it;
 * - int64 as text: a record's value may be any of them, and a number would round it;
 * - defaults filled in: an absent message is null, an absent list is empty, an absent `optional` field is undefined;
 * - oneofs: a virtual field names the member that is set.
 */
export const protoRoot = fileURLToPath(new URL('..', import.meta.url));

export const protoFiles = [
  'gatehouse/host/v1/host.proto',
  'gatehouse/host/v1/backend.proto',
  'gatehouse/host/v1/sign_in.proto',
  'gatehouse/host/v1/admin_directory.proto',
  'gatehouse/host/v1/admin_record.proto',
  'gatehouse/host/v1/admin_stream.proto',
  'gatehouse/consent/v1/consent.proto',
] as const;

const definitions = loadSync([...protoFiles], {
  includeDirs: [protoRoot],
  enums: String,
  longs: String,
  defaults: true,
  oneofs: true,
});

export const hostService = service('gatehouse.host.v1.HostService') as HostServiceDefinition;
export const backendService = service('gatehouse.host.v1.BackendService') as BackendServiceDefinition;
export const signInService = service('gatehouse.host.v1.SignInService') as SignInServiceDefinition;
export const adminDirectoryService = service(
  'gatehouse.host.v1.AdminDirectoryService',
) as AdminDirectoryServiceDefinition;
export const adminRecordService = service('gatehouse.host.v1.AdminRecordService') as AdminRecordServiceDefinition;
export const adminStreamService = service('gatehouse.host.v1.AdminStreamService') as AdminStreamServiceDefinition;
export const consentService = service('gatehouse.consent.v1.ConsentService') as ConsentServiceDefinition;

/** The loader types what it read as "a service or a message"; which of them it is was decided by the .proto file. */
function service(name: string): unknown {
  return definitions[name];
}
