import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { HASH_BYTES, MAX_CLIENT_ID, MAX_GRANT_CONTEXT_BYTES } from '@gatehouse/proto/limits';
import { fromTimestamp } from '@gatehouse/proto/time';

/** A request that does not keep to the contract; answered INVALID_ARGUMENT. The message never repeats the value. */
export class InvalidField extends Error {
  override readonly name = 'InvalidField';

  constructor(
    /** Path of the field, as in the .proto file: "operations[1].spend_code.code_hash". */
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

export function identifier(value: string, field: string, max = MAX_CLIENT_ID): string {
  if (value === '' || value.length > max) throw new InvalidField(field, `must have 1 to ${max} characters`);
  // PostgreSQL cannot store it, and SQLite would hide what follows it from many tools.
  if (value.includes('\0')) throw new InvalidField(field, 'must not contain NUL');
  return value;
}

/** Text of the contract that has no bound of its own. */
export function text(value: string, field: string): string {
  if (value.includes('\0')) throw new InvalidField(field, 'must not contain NUL');
  return value;
}

/** Values that are stored joined by spaces, as RFC 6749 §3.3 writes scopes. */
export function tokens(values: readonly string[], field: string): readonly string[] {
  if (values.length === 0) throw new InvalidField(field, 'must not be empty');
  for (const value of values) {
    if (!/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(value)) throw new InvalidField(field, 'must be RFC 6749 scope tokens');
  }
  return values;
}

export function hash(value: Uint8Array, field: string): Buffer {
  if (value.length !== HASH_BYTES) throw new InvalidField(field, `must be a SHA-256 hash of ${HASH_BYTES} bytes`);
  return asBuffer(value);
}

export function grantContext(value: Uint8Array, field: string): Buffer {
  if (value.length > MAX_GRANT_CONTEXT_BYTES)
    throw new InvalidField(field, `must have at most ${MAX_GRANT_CONTEXT_BYTES} bytes`);
  return asBuffer(value);
}

export function moment(value: Timestamp__Output | null | undefined, field: string): Date {
  const date = optionalMoment(value, field);
  if (date === undefined) throw new InvalidField(field, 'is required');
  return date;
}

export function optionalMoment(value: Timestamp__Output | null | undefined, field: string): Date | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = fromTimestamp(value);
  if (ms === undefined) throw new InvalidField(field, 'is out of range');
  return new Date(ms);
}

export function message<T>(value: T | null | undefined, field: string): T {
  if (value === null || value === undefined) throw new InvalidField(field, 'is required');
  return value;
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
