import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { createFileRegistry, fromBinary, fromJsonString, toBinary, toJsonString } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { FILE_DESCRIPTORS } from './file-descriptors.js';
import { NoJsonForm, NotTheMessage } from './not-the-message.js';

/**
 * Messages of the contract between their binary form and proto3 JSON, for peers that speak HTTP without protobuf. Our own
 * code always works with the binary form, which services.ts reads and writes.
 */

let registry: FileRegistry | undefined;

/**
 * Throws NoJsonForm.
 *
 * @param name full name of the message: "gatehouse.host.v1.TransactRequest"
 */
export function jsonOf(name: string, bytes: Uint8Array): Buffer {
  const schema = schemaOf(name);
  const message = fromBinary(schema, bytes);
  try {
    // Defaults are written out: a host without generated classes need not know them.
    return Buffer.from(toJsonString(schema, message, { alwaysEmitImplicit: true }));
  } catch (error) {
    throw new NoJsonForm(`${name} has no JSON form${placeOf(error)}`);
  }
}

/** Throws NotTheMessage. Ignores unknown fields, as the binary form does. */
export function bytesOf(name: string, json: Uint8Array): Buffer {
  const schema = schemaOf(name);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(json);
    return Buffer.from(toBinary(schema, fromJsonString(schema, text, { ignoreUnknownFields: true })));
  } catch (error) {
    throw new NotTheMessage(`is not the JSON of ${name}${placeOf(error)}`);
  }
}

/** The library quotes the value after the name of the field. */
function placeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const field = /^cannot (?:decode|encode) (?:field |message )?([\w.]+)/.exec(message)?.[1];
  return field === undefined ? '' : `: see ${field}`;
}

function schemaOf(name: string): DescMessage {
  registry ??= createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(FILE_DESCRIPTORS, 'base64')));
  const schema = registry.getMessage(name);
  if (schema === undefined) throw new Error(`the contract has no message ${name}`);
  return schema;
}
