import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { adminProtoFiles, protoRoot } from '../../wire/contract.js';

/**
 * The admin services, with 64-bit integers as text: a cell's integer may be one that no JavaScript number holds. messages.ts
 * describes what these options make of a message.
 */
const definitions = loadSync([...adminProtoFiles], {
  includeDirs: [protoRoot],
  enums: String,
  longs: String,
  defaults: true,
  oneofs: true,
});

export const adminDirectoryService = service('gatehouse.host.v1.AdminDirectoryService');
export const adminRecordService = service('gatehouse.host.v1.AdminRecordService');
export const adminStreamService = service('gatehouse.host.v1.AdminStreamService');

function service(name: string): ServiceDefinition {
  const definition = definitions[name];
  if (definition === undefined) throw new Error(`the contract under ${protoRoot} has no service ${name}`);
  return definition as ServiceDefinition;
}
