import protobuf from 'protobufjs/light.js';
import { messageType } from './root.js';
import { expectDepth, WireReader } from './wire-reader.js';
import { WireWriter } from './wire-writer.js';

/**
 * Writes and reads messages as plain objects. The code for each message is generated on first use from what the .proto
 * file declares, as rules.ts does for its checks, with every field in its place. protobufjs would first copy each object
 * into an instance of its own, and each instance into an object: twice the objects for every call.
 *
 * Objects are as services.ts says. Unknown names of enums are left out, and so are values that are the default anyway.
 */
export interface Codec {
  /** Throws TypeError for a value of the wrong type; the message names the field and never contains the value. */
  encode(message: object): Buffer;
  /** Throws RangeError if the bytes are not a message. */
  decode(bytes: Buffer): object;
}

interface Compiled {
  readonly write: (message: object, writer: WireWriter, depth: number) => void;
  readonly read: (reader: WireReader, depth: number) => object;
}

const writer = new WireWriter();
const compiled = new Map<string, Partial<Compiled>>();

/** @param name full name of the message: "gatehouse.host.v1.Client" */
export function codecOf(name: string): Codec {
  const { write, read } = compile(messageType(name)) as Compiled;
  return {
    encode(message) {
      expectObject(message, name);
      writer.start();
      write(message, writer, 0);
      return writer.finish();
    },
    decode: (bytes) => read(new WireReader(bytes), 0),
  };
}

/** A message that contains itself is still empty when it is referred to: generated code reads it when it runs. */
function compile(type: protobuf.Type): Partial<Compiled> {
  const known = compiled.get(type.fullName);
  if (known !== undefined) return known;
  const code: { -readonly [Part in keyof Compiled]?: Compiled[Part] } = {};
  compiled.set(type.fullName, code);
  code.write = writing(type);
  code.read = reading(type);
  return code;
}

type Generator = protobuf.Codegen;

/** The values to which generated code refers: helpers, messages inside, and the names and numbers of enums. */
type Scope = Record<string, unknown>;

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const WIRE_TYPES: Readonly<Record<string, number>> = { double: 1, string: LENGTH_DELIMITED, bytes: LENGTH_DELIMITED };

/** Of one value. Enums are written as int32. */
function tagOf(field: protobuf.Field): number {
  const isMessage = field.resolvedType instanceof protobuf.Type;
  return (field.id << 3) | (isMessage ? LENGTH_DELIMITED : (WIRE_TYPES[field.type] ?? VARINT));
}

function packedTagOf({ id }: { readonly id: number }): number {
  return (id << 3) | LENGTH_DELIMITED;
}

function isScalarList(field: protobuf.Field): boolean {
  return field.repeated && (tagOf(field) & 7) !== LENGTH_DELIMITED;
}

function resolvedFields(type: protobuf.Type): readonly protobuf.Field[] {
  return type.fieldsArray.map((field) => field.resolve()).sort((a, b) => a.id - b.id);
}

function writing(type: protobuf.Type): Compiled['write'] {
  const code = protobuf.util.codegen(['message', 'writer', 'depth'], `write_${type.name}`);
  const scope: Scope = { expectDepth, expectObject, expectList, TEXT: String, bytesOf };
  code('expectDepth(depth)');
  for (const field of resolvedFields(type)) {
    code('var v%i = message.%s', field.id, field.name);
    const value = `v${field.id}`;
    if (field instanceof protobuf.MapField) writeMap(code, scope, field, value);
    else if (field.repeated) {
      const isPacked = isScalarList(field);
      code('if (%s !== undefined && %s !== null && expectList(%s, %j)) {', value, value, value, nameOf(field));
      if (isPacked) code('var p%i = writer.open(%i)', field.id, packedTagOf(field));
      code('for (var i%i = 0; i%i < %s.length; i%i++) {', field.id, field.id, value, field.id);
      writeValue(code, scope, field, `${value}[i${field.id}]`, isPacked);
      code('}');
      if (isPacked) code('writer.close(p%i)', field.id);
      code('}');
    } else {
      // The member of a oneof says by its presence which one it is, so that its default counts too.
      code('if (%s !== undefined && %s !== null%s) {', value, value, field.partOf === null ? unlessDefault(field) : '');
      writeValue(code, scope, field, value, false);
      code('}');
    }
  }
  return code(scope) as unknown as Compiled['write'];
}

/** A map is a list of messages with a key and a value. */
function writeMap(code: Generator, scope: Scope, field: protobuf.MapField, value: string): void {
  scope['keysOf'] = Object.keys;
  scope[`entry_${field.id}`] = compile(entryOf(field));
  code('if (%s !== undefined && %s !== null) for (var key of keysOf(%s)) {', value, value, value);
  code('var p%i = writer.open(%i)', field.id, packedTagOf(field));
  code('entry_%i.write({ key: key, value: %s[key] }, writer, depth + 1)', field.id, value);
  code('writer.close(p%i)', field.id);
  code('}');
}

/** As protobuf compilers declare it, inside the message with the map. */
function entryOf({ name, keyType, type, parent }: protobuf.MapField): protobuf.Type {
  const entryName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Entry`;
  const declared = parent?.get(entryName);
  if (declared instanceof protobuf.Type) return declared;
  const entry = new protobuf.Type(entryName);
  parent?.add(entry.add(new protobuf.Field('key', 1, keyType)).add(new protobuf.Field('value', 2, type)));
  return entry;
}

function unlessDefault(field: protobuf.Field): string {
  const value = `v${field.id}`;
  if (field.resolvedType !== null) return '';
  if (field.type === 'string' || field.type === 'bytes') return ` && ${value} !== '' && ${value}.length !== 0`;
  return field.type === 'bool' ? ` && ${value} !== false` : ` && ${value} !== 0`;
}

function writeValue(code: Generator, scope: Scope, field: protobuf.Field, value: string, isPacked: boolean): void {
  const { resolvedType } = field;
  const tag = (): void => void (isPacked || code('writer.uint32(%i)', tagOf(field)));
  if (resolvedType instanceof protobuf.Type) {
    const inner = `type_${field.id}`;
    scope[inner] = compile(resolvedType);
    code('expectObject(%s, %j)', value, nameOf(field));
    code('var m%i = writer.open(%i)', field.id, tagOf(field));
    code('%s.write(%s, writer, depth + 1)', inner, value);
    code('writer.close(m%i)', field.id);
  } else if (resolvedType instanceof protobuf.Enum) {
    const numbers = `numbers_${field.id}`;
    scope[numbers] = new Map(Object.entries(resolvedType.values));
    code('var e%i = typeof %s === "number" ? %s : %s.get(%s)', field.id, value, value, numbers, value);
    // A list keeps its length: what is unknown becomes the zero value.
    if (field.repeated) code('e%i = e%i === undefined ? 0 : e%i', field.id, field.id, field.id);
    const isDefault = field.partOf === null && !field.repeated;
    code('if (e%i !== undefined%s) {', field.id, isDefault ? ` && e${field.id} !== 0` : '');
    tag();
    code('writer.int32(e%i)', field.id);
    code('}');
  } else {
    tag();
    writeScalar(code, field, value);
  }
}

function writeScalar(code: Generator, field: protobuf.Field, value: string): void {
  switch (field.type) {
    case 'string':
      code('writer.string(typeof %s === "string" ? %s : TEXT(%s))', value, value, value);
      return;
    case 'bytes':
      code('writer.bytes(bytesOf(%s))', value);
      return;
    case 'bool':
      code('writer.bool(%s)', value);
      return;
    case 'double':
      code('writer.double(+%s)', value);
      return;
    case 'uint32':
      code('writer.uint32(%s >>> 0)', value);
      return;
    case 'int32':
      code('writer.int32(%s | 0)', value);
      return;
    case 'int64':
    case 'uint64':
      code('writer.int64(%s)', value);
      return;
    default:
      throw new Error(`${nameOf(field)}: nothing here writes a ${field.type}`);
  }
}

function reading(type: protobuf.Type): Compiled['read'] {
  const code = protobuf.util.codegen(['reader', 'depth'], `read_${type.name}`);
  const scope: Scope = { expectDepth, NO_BYTES, mapOf };
  const fields = resolvedFields(type);
  const always = fields.filter(({ partOf }) => partOf === null);
  const oneofs = type.oneofsArray;
  code('expectDepth(depth)');
  for (const field of always) code('var v%i = %s', field.id, defaultOf(field));
  for (const [index] of oneofs.entries()) code('var which%i = 0, member%i', index, index);
  code('while (reader.at < reader.end) {');
  code('var tag = reader.uint32()');
  code('switch (tag) {');
  for (const field of fields) {
    const oneof = oneofs.findIndex(({ name }) => name === field.partOf?.name);
    readField(code, scope, field, oneof);
  }
  code('default: reader.skip(tag, depth)');
  code('}');
  code('}');
  const literal = always.map(({ name, id, map }) => `${name}: ${map ? `mapOf(v${id})` : `v${id}`}`);
  const [only, another] = oneofs;
  if (only !== undefined && another === undefined) {
    // Whole objects at once, because each property that is added later makes V8 change the object's shape.
    code('switch (which0) {');
    for (const { id, name } of only.fieldsArray) {
      code('case %i: return { %s }', id, [...literal, `${name}: member0`, `${only.name}: "${name}"`].join(', '));
    }
    code('}');
  }
  code('var message = { %s }', literal.join(', '));
  if (another !== undefined) {
    for (const [index, { name, fieldsArray }] of oneofs.entries()) {
      code('switch (which%i) {', index);
      for (const member of fieldsArray) {
        code(
          'case %i: message.%s = member%i; message.%s = %j; break',
          member.id,
          member.name,
          index,
          name,
          member.name,
        );
      }
      code('}');
    }
  }
  code('return message');
  return code(scope) as unknown as Compiled['read'];
}

/** @param oneof the index of the oneof that has the field; -1: none */
function readField(code: Generator, scope: Scope, field: protobuf.Field, oneof: number): void {
  const { id } = field;
  code('case %i:', tagOf(field));
  if (field.repeated || field.map) {
    readValue(code, scope, field, (value) => `v${id}.push(${value})`);
  } else if (oneof >= 0) {
    // The last member on the wire wins.
    readValue(code, scope, field, (value) => `member${oneof} = ${value}`);
    code('which%i = %i', oneof, id);
  } else readValue(code, scope, field, (value) => `v${id} = ${value}`);
  code('break');
  if (!isScalarList(field)) return;
  code('case %i:', packedTagOf(field));
  code('for (var outer%i = reader.open(); reader.at < reader.end;) {', id);
  readValue(code, scope, field, (value) => `v${id}.push(${value})`);
  code('}');
  code('reader.close(outer%i)', id);
  code('break');
}

function readValue(code: Generator, scope: Scope, field: protobuf.Field, use: (value: string) => string): void {
  const { id, resolvedType, type } = field;
  const inner = field instanceof protobuf.MapField ? entryOf(field) : resolvedType;
  if (inner instanceof protobuf.Type) {
    scope[`type_${id}`] = compile(inner);
    code('var outer%i = reader.open()', id);
    code(use(`type_${id}.read(reader, depth + 1)`));
    code('reader.close(outer%i)', id);
  } else if (resolvedType instanceof protobuf.Enum) {
    scope[`names_${id}`] = new Map(Object.entries(resolvedType.valuesById).map(([number, name]) => [+number, name]));
    code('var n%i = reader.int32()', id);
    // The number of a value that this version of the contract does not have.
    code('var name%i = names_%i.get(n%i)', id, id, id);
    code(use(`name${id} === undefined ? n${id} : name${id}`));
  } else code(use(`reader.${type}()`));
}

function defaultOf({ repeated, map, resolvedType, type }: protobuf.Field): string {
  if (repeated || map) return '[]';
  if (resolvedType instanceof protobuf.Enum) return JSON.stringify(resolvedType.valuesById[0]);
  if (resolvedType !== null) return 'null';
  if (type === 'bytes') return 'NO_BYTES';
  if (type === 'bool') return 'false';
  return type === 'string' ? '""' : type.endsWith('64') ? '"0"' : '0';
}

const NO_BYTES = Buffer.alloc(0);

function mapOf(entries: readonly { readonly key: string; readonly value: unknown }[]): Record<string, unknown> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

function nameOf({ fullName }: protobuf.Field): string {
  return fullName.slice(1);
}

function expectObject(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name}: object expected`);
}

function expectList(value: unknown, name: string): true {
  if (!Array.isArray(value)) throw new TypeError(`${name}: array expected`);
  return true;
}

/** A text is base64. */
function bytesOf(value: Uint8Array | string): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : value;
}
