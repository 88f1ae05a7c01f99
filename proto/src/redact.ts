import type { ContractMessage } from './contract.js';
import { contractMessage } from './contract.js';

/**
 * Finds the secret fields of the contract's messages by their option (gatehouse.options.v1.secret). Only the .proto files
 * decide which fields are secret, so this code cannot miss a new one.
 */

export const REDACTED = '[secret]';

type Loggable = string | number | boolean | null | Loggable[] | { [field: string]: Loggable };

interface Redaction {
  readonly secret: ReadonlySet<string>;
  /** Fields that hold a message, with that message's name. */
  readonly messages: ReadonlyMap<string, string>;
}

const redactions = new Map<string, Redaction>();

/** Names of the secret fields of a message, as in TypeScript: secretFields('gatehouse.host.v1.Code') has 'codeHash'. */
export function secretFields(messageName: string): ReadonlySet<string> {
  return redactionOf(messageName).secret;
}

/** A copy of a message that may be logged: secrets as "[secret]", other bytes as their length. */
export function redact(messageName: string, message: object): { [field: string]: Loggable } {
  const redaction = redactionOf(messageName);
  const copy: { [field: string]: Loggable } = {};
  for (const [field, value] of Object.entries(message) as [string, unknown][]) {
    if (value === undefined) continue;
    copy[field] = redaction.secret.has(field) ? redactedValue(value) : loggable(value, redaction.messages.get(field));
  }
  return copy;
}

/** Every secret of a message as text, bytes in each encoding in which an error might quote them. */
export function secretsIn(messageName: string, message: object): string[] {
  const { secret, messages } = redactionOf(messageName);
  return Object.entries(message).flatMap(([field, value]: [string, unknown]) => {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    if (secret.has(field)) return items.flatMap(textsOf).filter((text) => text !== '');
    const nested = messages.get(field);
    if (nested === undefined) return [];
    return items.flatMap((item) => (typeof item === 'object' && item !== null ? secretsIn(nested, item) : []));
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!(value instanceof Uint8Array)) return [];
  const bytes = Buffer.from(value);
  return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString()];
}

/** Shows an absent secret as absent, because a missing secret is often the cause of an error. */
function redactedValue(value: unknown): Loggable {
  if (value === null) return null;
  const empty = (typeof value === 'string' || value instanceof Uint8Array) && value.length === 0;
  return empty ? '' : REDACTED;
}

function loggable(value: unknown, messageName: string | undefined): Loggable {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.map((item: unknown) => loggable(item, messageName));
  if (typeof value === 'object' && messageName !== undefined) return redact(messageName, value);
  return REDACTED;
}

function redactionOf(messageName: string): Redaction {
  const known = redactions.get(messageName);
  if (known !== undefined) return known;
  const redaction = readRedaction(contractMessage(messageName));
  redactions.set(messageName, redaction);
  return redaction;
}

function readRedaction({ fields }: ContractMessage): Redaction {
  return {
    secret: new Set(fields.flatMap(({ name, secret }) => (secret ? [name] : []))),
    messages: new Map(fields.flatMap(({ name, message }) => (message === undefined ? [] : [[name, message]]))),
  };
}
