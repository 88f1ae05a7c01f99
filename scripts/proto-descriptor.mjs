// Writes the services of the contract, of grpc.health.v1, and the messages that they use into proto/dist/descriptor.js, so
// that no process has to parse the .proto files when it starts.
import '@grpc/proto-loader'; // registers descriptor.proto, which the contract's options extend
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const CONTRACT = fileURLToPath(new URL('../proto', import.meta.url));
const HEALTH = createRequire(import.meta.url)('grpc-health-check').protoPath;
const FILES = [
  'gatehouse/host/v1/host.proto',
  'gatehouse/host/v1/backend.proto',
  'gatehouse/host/v1/sign_in.proto',
  'gatehouse/host/v1/admin_directory.proto',
  'gatehouse/host/v1/admin_account.proto',
  'gatehouse/host/v1/admin_session.proto',
  'gatehouse/host/v1/admin_second_factor.proto',
  'gatehouse/host/v1/admin_passkey.proto',
  'gatehouse/host/v1/admin_view.proto',
  'gatehouse/host/v1/admin_record.proto',
  'gatehouse/host/v1/admin_bulk.proto',
  'gatehouse/host/v1/admin_search.proto',
  'gatehouse/host/v1/admin_stream.proto',
  'gatehouse/consent/v1/consent.proto',
  HEALTH,
];

/** The frames of a stream socket that are no messages of an rpc. */
const FRAMES = ['StreamOpening', 'StreamAccepted', 'StreamEnded'].map((name) => `gatehouse.host.v1.${name}`);

export async function writeDescriptor() {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(target === HEALTH ? '' : CONTRACT, target);
  root.loadSync(FILES);
  root.resolveAll();
  const descriptor = { types: {}, services: {} };
  describeServices(root, descriptor);
  for (const name of FRAMES) describeType(root.lookupType(name), descriptor);

  const path = join(CONTRACT, 'dist/descriptor.js');
  await mkdir(dirname(path), { recursive: true });
  // A text: V8 parses JSON faster than an object literal, and only when it is used.
  const text = JSON.stringify(JSON.stringify(descriptor));
  await writeFile(path, `export const DESCRIPTOR = ${text};\n`);
}

/** Adds the services of a namespace, and the types that they reach. */
function describeServices(namespace, descriptor) {
  for (const nested of namespace.nestedArray) {
    if (nested instanceof protobuf.Service) {
      descriptor.services[nameOf(nested)] = nested.methodsArray.map((method) => {
        const types = [method.resolvedRequestType, method.resolvedResponseType];
        for (const type of types) describeType(type, descriptor);
        const { name, requestStream = false, responseStream = false } = method;
        const [request, response] = types.map(nameOf);
        return { name, request, response, requestStream, responseStream };
      });
    } else if (nested instanceof protobuf.Namespace) describeServices(nested, descriptor);
  }
}

/** Adds a type that is not inside another one, and the types that it uses. */
function describeType(type, descriptor) {
  const name = nameOf(type);
  if (name in descriptor.types) return;
  const used = new Set();
  const json = type.toJSON();
  descriptor.types[name] = { json, uses: used };
  collectUsed(type, json, used);
  for (const other of used) describeType(type.root.lookupTypeOrEnum(other), descriptor);
  descriptor.types[name].uses = [...used];
}

function collectUsed(type, json, used) {
  for (const field of type.fieldsArray ?? []) {
    // The JSON of a field has its options only as texts.
    if (field.parsedOptions) json.fields[field.name].parsedOptions = field.parsedOptions;
    if (field.resolvedType !== null) used.add(nameOf(outermost(field.resolvedType)));
  }
  for (const nested of type.nestedArray ?? []) collectUsed(nested, json.nested[nested.name], used);
}

function outermost(type) {
  return type.parent instanceof protobuf.Type ? outermost(type.parent) : type;
}

/** protobufjs writes full names with a leading dot. */
function nameOf(object) {
  return object.fullName.slice(1);
}
