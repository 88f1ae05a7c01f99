import type { IEnum, IType } from 'protobufjs/light.js';
import protobuf from 'protobufjs/light.js';
import { DESCRIPTOR } from './descriptor.js';

/** The services of the contract, and every type that they use, by full names: "gatehouse.host.v1.Client". */
interface Descriptor {
  readonly types: Readonly<Record<string, TypeDescriptor>>;
  readonly services: Readonly<Record<string, readonly MethodDescriptor[]>>;
}

interface TypeDescriptor {
  readonly json: IType | IEnum;
  /** Full names of the types of its fields. */
  readonly uses: readonly string[];
}

export interface MethodDescriptor {
  readonly name: string;
  /** Full names of its messages. */
  readonly request: string;
  readonly response: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

/**
 * The build made it of the .proto files. Parsing those takes as long as half of a daemon's start, and so would resolving
 * every type: a process resolves the types that it uses, when it uses them.
 */
const descriptor = JSON.parse(DESCRIPTOR) as Descriptor;
const root = new protobuf.Root();
const added = new Set<string>();

export function methodsOf(service: string): readonly MethodDescriptor[] {
  const methods = descriptor.services[service];
  if (methods === undefined) throw new Error(`the contract has no service ${service}`);
  return methods;
}

/** A message of the contract as protobufjs describes it, resolved with all types that it contains. */
export function messageType(name: string): protobuf.Type {
  add(name);
  root.resolveAll();
  return root.lookupType(name);
}

/** Every message of the contract. */
export function messageTypes(): readonly protobuf.Type[] {
  const names = Object.keys(descriptor.types).filter((name) => 'fields' in (descriptor.types[name]?.json ?? {}));
  return names.map(messageType);
}

function add(name: string): void {
  if (added.has(name)) return;
  const described = descriptor.types[name];
  if (described === undefined) throw new Error(`the contract has no message ${name}`);
  added.add(name);
  const { json, uses } = described;
  const [, packageName = '', ownName = ''] = /^(.*)\.(.*)$/.exec(name) ?? [];
  const type = 'fields' in json ? readType(ownName, json) : protobuf.Enum.fromJSON(ownName, json);
  root.define(packageName).add(type);
  for (const used of uses) add(used);
}

/** With `parsedOptions` of the fields, which protobufjs does not read from JSON. */
function readType(name: string, json: IType): protobuf.Type {
  const type = protobuf.Type.fromJSON(name, json);
  for (const field of type.fieldsArray) {
    const { parsedOptions } = json.fields[field.name] as { parsedOptions?: protobuf.Field['parsedOptions'] };
    if (parsedOptions !== undefined) field.parsedOptions = parsedOptions;
  }
  return type;
}
