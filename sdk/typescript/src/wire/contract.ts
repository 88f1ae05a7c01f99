import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

/**
 * The contract, read from the .proto files once per process: in the repository those of the repository, since a copy could
 * be stale, and in a published package the copy that the build has put into dist/.
 */
export const protoRoot = [new URL('../../../../proto', import.meta.url), new URL('../proto', import.meta.url)]
  .map((url) => fileURLToPath(url))
  .find((directory) => existsSync(`${directory}/gatehouse/host/v1/host.proto`)) as string;

export const protoFiles = [
  'gatehouse/host/v1/host.proto',
  'gatehouse/host/v1/backend.proto',
  'gatehouse/host/v1/sign_in.proto',
  'gatehouse/consent/v1/consent.proto',
] as const;

export const adminProtoFiles = [
  'gatehouse/host/v1/admin_directory.proto',
  'gatehouse/host/v1/admin_record.proto',
  'gatehouse/host/v1/admin_stream.proto',
] as const;

/** wire/messages.ts describes what these options make of a message. */
const definitions = loadSync([...protoFiles], {
  includeDirs: [protoRoot],
  enums: String,
  longs: Number,
  defaults: true,
  oneofs: true,
});

export const hostService = service('gatehouse.host.v1.HostService');
export const backendService = service('gatehouse.host.v1.BackendService');
export const signInService = service('gatehouse.host.v1.SignInService');
export const consentService = service('gatehouse.consent.v1.ConsentService');

function service(name: string): ServiceDefinition {
  const definition = definitions[name];
  if (definition === undefined) throw new Error(`the contract under ${protoRoot} has no service ${name}`);
  return definition as ServiceDefinition;
}
