import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { MAX_GRANT_CONTEXT_BYTES } from '@gatehouse/proto/limits';
import { fromTimestamp } from '@gatehouse/proto/time';
import { ContractViolation } from '../../core/faults.js';
import type { Scope } from '../../oauth/model/scope.js';
import { isScope } from '../../oauth/model/scope.js';

/**
 * Checks of single values of an answer. `field` names the value as the contract does ("find_code.code.expires_at"). The text
 * of a violation goes to the log, so it never contains the value.
 */

export function violation(rpc: string, field: string, problem: string): ContractViolation {
  return new ContractViolation(rpc, `${field} ${problem}`);
}

export function requiredMessage<Message>(rpc: string, field: string, message: Message | null): Message {
  if (message === null) throw violation(rpc, field, 'is absent');
  return message;
}

export function requiredText(rpc: string, field: string, value: string, maxLength = Infinity): string {
  if (value === '') throw violation(rpc, field, 'is empty');
  return optionalText(rpc, field, value, maxLength);
}

export function optionalText(rpc: string, field: string, value: string, maxLength: number): string {
  // A character outside the basic plane counts as one in the contract and as two in a JavaScript string.
  if (value.length > maxLength && [...value].length > maxLength) {
    throw violation(rpc, field, `is longer than ${maxLength} characters`);
  }
  return value;
}

export function hash(rpc: string, field: string, value: Buffer): Buffer {
  if (value.length !== 32) throw violation(rpc, field, `has ${value.length} bytes instead of the 32 of a SHA-256`);
  return value;
}

export function time(rpc: string, field: string, value: Timestamp__Output | null): number {
  const ms = optionalTime(rpc, field, value);
  if (ms === undefined) throw violation(rpc, field, 'is absent');
  return ms;
}

export function optionalTime(rpc: string, field: string, value: Timestamp__Output | null): number | undefined {
  if (value === null) return undefined;
  const ms = fromTimestamp(value);
  if (ms === undefined) throw violation(rpc, field, 'is outside the years 1 to 9999');
  return ms;
}

export function scopes(rpc: string, field: string, values: readonly string[]): readonly Scope[] {
  if (values.length === 0) throw violation(rpc, field, 'is empty');
  if (!values.every(isScope)) throw violation(rpc, field, 'has a value that is not a scope');
  return values;
}

export function grantContext(rpc: string, field: string, value: Buffer): Buffer {
  if (value.length > MAX_GRANT_CONTEXT_BYTES) {
    throw violation(rpc, field, `has ${value.length} bytes, at most ${MAX_GRANT_CONTEXT_BYTES} are allowed`);
  }
  return value;
}
