import type { InvalidFields__Output } from '../../../contract/generated/gatehouse/host/v1/InvalidFields.js';
import type { Refusal__Output } from '../../../contract/generated/gatehouse/host/v1/Refusal.js';
import type { Invalid, NotFound, Refused } from '../../../admin/ports/outcomes.js';
import { requiredText, violation } from '../checks.js';

/** The outcomes that several rpcs share. Their messages are shown to administrators as they are. */

export const NOT_FOUND: NotFound = Object.freeze({ outcome: 'notFound' });

const MAX_MESSAGE = 500;
const MAX_NAME = 255;

export function fromInvalid(rpc: string, { fields }: InvalidFields__Output): Invalid {
  if (fields.length === 0) throw violation(rpc, 'invalid.fields', 'is empty');
  if (new Set(fields.map(({ field }) => field)).size < fields.length) {
    throw violation(rpc, 'invalid.fields', 'names a field twice');
  }
  const errors = fields.map(({ field, messages }) => {
    if (messages.length === 0) throw violation(rpc, 'invalid.fields.messages', 'is empty');
    return {
      field: requiredText(rpc, 'invalid.fields.field', field, MAX_NAME),
      messages: messages.map((message) => requiredText(rpc, 'invalid.fields.messages', message, MAX_MESSAGE)),
    };
  });
  return { outcome: 'invalid', errors };
}

export function fromRefusal(rpc: string, { message }: Refusal__Output): Refused {
  return { outcome: 'refused', message: requiredText(rpc, 'refused.message', message, MAX_MESSAGE) };
}

/** For an answer whose outcome is not set: a newer host's, or a mistake. */
export function noOutcome(rpc: string): Error {
  return violation(rpc, 'outcome', 'is not set, or none that this daemon knows');
}
