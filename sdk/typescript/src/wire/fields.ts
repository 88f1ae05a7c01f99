import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { MessageRules } from '@gatehouse/proto/rules';

/** A request that violates the contract; the host returns INVALID_ARGUMENT. The message never repeats the value. */
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

const RULES = new MessageRules();

/**
 * Compiles the rules that the contract states for the fields of a message. The returned check throws InvalidField for the
 * first rule that a message breaks; the functions below read messages that have passed it.
 */
export function messageCheck(messageName: string): (message: object) => void {
  const check = RULES.of(messageName);
  return (message) => {
    const broken = check(message);
    if (broken !== undefined) throw new InvalidField(broken.field, broken.problem);
  };
}

/** A field that the rules require. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new TypeError('a message was read without a check of its rules');
  return value;
}

export function moment(value: Timestamp__Output | null | undefined): Date {
  const { seconds, nanos } = present(value);
  return new Date(Number(seconds) * 1000 + Math.floor(nanos / 1e6));
}

export function optionalMoment(value: Timestamp__Output | null | undefined): Date | undefined {
  return value === null || value === undefined ? undefined : moment(value);
}

export function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
