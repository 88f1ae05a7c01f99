import { join } from 'node:path';
import protobuf from 'protobufjs';
import { adminProtoFiles, protoFiles, protoRoot } from './contract.js';

/**
 * Makes messages and errors fit for a log. Which fields are secret is said by the .proto files alone, with the option
 * (gatehouse.options.v1.secret), so that a new secret field cannot be forgotten here.
 */

const REDACTED = '[secret]';
const SECRET_OPTION = '(gatehouse.options.v1.secret)';

let contract: protobuf.Root | undefined;

/** A copy of a message that may be logged: secret fields replaced, absent ones left out. */
export function redact(messageName: string, message: object): object {
  return copy(lookup(messageName), message, () => REDACTED);
}

/** What may be logged of an error: no further properties (drivers put values there), and no secret of the message. */
export function describeError(error: unknown, messageName: string, message: object): object {
  const secrets = secretsOf(lookup(messageName), message);
  const scrub = (text: string): string =>
    secrets.reduce((scrubbed, secret) => scrubbed.replaceAll(secret, REDACTED), text);
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const code: unknown = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: scrub(error.message),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: scrub(error.stack) }),
  };
}

function copy(type: protobuf.Type, message: object, onSecret: (value: unknown) => unknown): object {
  const result: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = (message as Record<string, unknown>)[field.name];
    if (value === null || value === undefined) continue;
    const nested = field.resolvedType instanceof protobuf.Type ? field.resolvedType : undefined;
    if (field.options?.[SECRET_OPTION] === true) result[field.name] = onSecret(value);
    else if (nested === undefined) result[field.name] = value;
    else if (Array.isArray(value)) result[field.name] = value.map((item: object) => copy(nested, item, onSecret));
    else result[field.name] = copy(nested, value, onSecret);
  }
  return result;
}

/** The secrets in every form in which a driver might print them. */
function secretsOf(type: protobuf.Type, message: object): string[] {
  const found: string[] = [];
  copy(type, message, (value) => {
    if (typeof value === 'string') found.push(value);
    if (!(value instanceof Uint8Array)) return undefined;
    const bytes = Buffer.from(value);
    found.push(bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString());
    return undefined;
  });
  return found.filter((secret) => secret !== '');
}

function lookup(messageName: string): protobuf.Type {
  contract ??= readContract();
  return contract.lookupType(messageName);
}

function readContract(): protobuf.Root {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(protoRoot, target);
  root.loadSync([...protoFiles, ...adminProtoFiles]);
  root.resolveAll();
  return root;
}
