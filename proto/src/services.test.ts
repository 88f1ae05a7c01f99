import type { MethodDefinition, ServiceDefinition } from '@grpc/proto-loader';
import { loadSync } from '@grpc/proto-loader';
import { expect } from 'chai';
import { protoPath } from 'grpc-health-check';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { messageType } from './root.js';
import * as services from './services.js';

const FILES = [
  'host',
  'backend',
  'sign_in',
  'admin_account',
  'admin_session',
  'admin_directory',
  'admin_second_factor',
  'admin_passkey',
  'admin_record',
  'admin_bulk',
  'admin_search',
  'admin_stream',
  'admin_view',
].map((name) => `gatehouse/host/v1/${name}.proto`);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The services as the reference loader makes them. */
const loaded = loadSync([...FILES, 'gatehouse/consent/v1/consent.proto', protoPath], {
  includeDirs: [ROOT],
  enums: String,
  longs: String,
  defaults: true,
  oneofs: true,
});

/** A message with every field set, to a depth; the members of a oneof in turn. */
function filled(type: protobuf.Type, depth: number, turn: number): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const { resolvedType, partOf } = field.resolve();
    const siblings = partOf?.fieldsArray ?? [field];
    if (siblings[turn % siblings.length] !== field) continue;
    const isMessage = resolvedType !== null && 'fieldsArray' in resolvedType;
    if (isMessage && depth === 0) continue;
    const value = isMessage ? filled(resolvedType, depth - 1, turn) : scalar(field, turn);
    message[field.name] = field.map ? { key: value } : field.repeated ? [value, value] : value;
  }
  return message;
}

function scalar({ type, resolvedType }: protobuf.Field, turn: number): unknown {
  // A value that the reader does not know, in turns.
  if (resolvedType !== null) return turn % 2 === 0 ? 1 : 1_000_000;
  if (type === 'string') return 'ä text';
  if (type === 'bytes') return Buffer.from([0, 255, turn]);
  if (type === 'bool') return turn % 2 === 0;
  if (type === 'double') return 0.1;
  return type.endsWith('64') ? '9007199254740993' : 7;
}

describe('proto/services', () => {
  const names = Object.values(services).map(
    (service) => Object.values(service as unknown as ServiceDefinition)[0]?.path.split('/')[1] ?? '?',
  );

  for (const [index, service] of Object.values(services).entries()) {
    const name = names[index] ?? '?';
    const referenceService = loaded[name] as ServiceDefinition;

    it(`${name}: has the rpcs of the .proto file, and converts messages as @grpc/proto-loader does`, () => {
      expect(service).to.have.all.keys(Object.keys(referenceService));
      for (const [rpc, method] of Object.entries(service as unknown as ServiceDefinition)) {
        const expected = referenceService[rpc] as MethodDefinition<object, object>;
        for (const key of ['path', 'requestStream', 'responseStream', 'originalName'] as const)
          expect(method[key], `${rpc} ${key}`).to.equal(expected[key]);
        for (const side of ['request', 'response'] as const) {
          const { name: typeName } = expected[`${side}Type`].type as { name: string };
          expect(method[`${side}Type`].type).to.have.property('name', typeName);
          const type = messageType(`${name.slice(0, name.lastIndexOf('.'))}.${typeName}`);
          for (const message of [{}, ...[0, 1, 2, 3, 4, 5].map((turn) => filled(type, 6, turn))]) {
            // The reference also writes defaults, which say nothing.
            const [bytes, reference] = [method, expected].map((one) => one[`${side}Serialize`](message));
            const read = expected[`${side}Deserialize`](reference!);
            expect(expected[`${side}Deserialize`](bytes!), `${typeName} as bytes`).to.deep.equal(read);
            expect(method[`${side}Deserialize`](bytes!), typeName).to.deep.equal(read);
            expect(method[`${side}Deserialize`](reference!), typeName).to.deep.equal(read);
          }
        }
      }
    });
  }

  it('refuses a list in place of a message', () => {
    expect(() => services.hostService.Describe.requestSerialize([] as never)).to.throw('DescribeRequest');
  });
});

describe('proto/root', () => {
  it('has the fields of the .proto files with all their options', () => {
    const root = new protobuf.Root();
    root.resolvePath = (_origin, target) => ROOT + target;
    root.loadSync([...FILES, 'gatehouse/consent/v1/consent.proto']).resolveAll();
    let options = 0;
    const compare = (object: protobuf.ReflectionObject): void => {
      if (object instanceof protobuf.Type && /\.gatehouse\.(?:host|consent)\./.test(object.fullName)) {
        const read = messageType(object.fullName.slice(1));
        expect(read.toJSON()).to.deep.equal(object.toJSON());
        for (const field of object.fieldsArray) {
          const { parsedOptions } = read.fields[field.name] ?? {};
          expect(parsedOptions ?? null, field.fullName).to.deep.equal(field.parsedOptions ?? null);
          if (parsedOptions !== undefined) options += 1;
        }
      }
      for (const nested of (object as Partial<protobuf.Namespace>).nestedArray ?? []) compare(nested);
    };
    compare(root);
    expect(options, 'fields with options').to.be.greaterThan(10);
  });
});
