import protobuf from 'protobufjs/light.js';
import { messageType, messageTypes } from './root.js';

/**
 * The messages of the contract with the options of their fields, as the .proto files declare them. Read on first use, so
 * that a process that needs no option does not pay for it at start.
 */
export interface ContractMessage {
  /** "gatehouse.host.v1.Client". */
  readonly name: string;
  readonly fields: readonly ContractField[];
  readonly oneofs: readonly ContractOneof[];
}

export interface ContractField {
  /** As in TypeScript: "clientId". */
  readonly name: string;
  /** As in the .proto file: "client_id". */
  readonly protoName: string;
  readonly kind: 'text' | 'bytes' | 'bool' | 'number' | 'enum' | 'message';
  /** Full name of the message, for that kind. */
  readonly message?: string;
  /** Names of the values that the contract defines, without the zero, for an enum. */
  readonly values?: ReadonlySet<string>;
  readonly repeated: boolean;
  /** Declared `optional`. */
  readonly optional: boolean;
  /** The oneof that it is a member of. */
  readonly oneof?: string;
  readonly secret: boolean;
  readonly rules: FieldRules;
}

export interface ContractOneof {
  /** As in TypeScript, where a virtual field of that name names the member that is set. */
  readonly name: string;
  readonly required: boolean;
}

/** gatehouse.options.v1.FieldRules, with the names of the .proto file. */
export interface FieldRules {
  readonly required?: boolean;
  readonly may_be_empty?: boolean;
  readonly max_characters?: number;
  readonly min_bytes?: number;
  readonly max_bytes?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly max_items?: number;
  readonly unique?: boolean;
  readonly unique_by?: string;
  readonly items?: FieldRules;
  readonly absent?: readonly string[] | string;
}

const messages = new Map<string, ContractMessage>();

/** Every message of Gatehouse's own services. */
export function contractMessages(): readonly ContractMessage[] {
  const own = messageTypes().filter((type) => fullName(type).startsWith('gatehouse.'));
  return own.map((type) => contractMessage(fullName(type)));
}

/** A message by its full name, also one of protobuf itself: "google.protobuf.Timestamp". */
export function contractMessage(name: string): ContractMessage {
  let message = messages.get(name);
  if (message === undefined) {
    message = readMessage(messageType(name));
    messages.set(name, message);
  }
  return message;
}

function readMessage(type: protobuf.Type): ContractMessage {
  return {
    name: fullName(type),
    fields: type.fieldsArray.map(readField),
    oneofs: type.oneofsArray.filter((oneof) => !isSynthetic(oneof)).map(readOneof),
  };
}

const SECRET = '(gatehouse.options.v1.secret)';
const RULES = '(gatehouse.options.v1.rules)';
const REQUIRED_ONEOF = '(gatehouse.options.v1.required_oneof)';

function readField(field: protobuf.Field): ContractField {
  const { resolvedType, partOf } = field;
  // The library's type says an object; it is a list of them.
  const options = (field.parsedOptions ?? []) as unknown as readonly Readonly<Record<string, unknown>>[];
  const option = (name: string): unknown => options.find((one) => name in one)?.[name];
  return {
    name: field.name,
    protoName: snakeCase(field.name),
    kind: kindOf(field),
    ...(resolvedType instanceof protobuf.Type && { message: fullName(resolvedType) }),
    ...(resolvedType instanceof protobuf.Enum && { values: definedValues(resolvedType) }),
    repeated: field.repeated,
    optional: partOf !== null && isSynthetic(partOf),
    ...(partOf !== null && !isSynthetic(partOf) && { oneof: partOf.name }),
    secret: option(SECRET) === true,
    rules: (option(RULES) as FieldRules | undefined) ?? {},
  };
}

function kindOf({ type, resolvedType }: protobuf.Field): ContractField['kind'] {
  if (resolvedType !== null) return resolvedType instanceof protobuf.Enum ? 'enum' : 'message';
  if (type === 'string') return 'text';
  return type === 'bytes' || type === 'bool' ? type : 'number';
}

function definedValues({ values }: protobuf.Enum): ReadonlySet<string> {
  return new Set(Object.entries(values).flatMap(([name, number]) => (number === 0 ? [] : [name])));
}

function readOneof({ name, options }: protobuf.OneOf): ContractOneof {
  return { name, required: options?.[REQUIRED_ONEOF] === true };
}

/** protobufjs makes an `optional` field the only member of a oneof. */
function isSynthetic({ name }: protobuf.OneOf): boolean {
  return name.startsWith('_');
}

/** protobufjs writes full names with a leading dot. */
function fullName(type: protobuf.ReflectionObject): string {
  return type.fullName.slice(1);
}

/** A field's name as in the .proto file. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A field's name as in TypeScript. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
