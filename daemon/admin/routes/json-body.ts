import { mediaType } from '../../http/content-type.js';
import type { Request } from '../../http/request.js';
import { AdminError } from '../model/admin-error.js';
import type { FieldProblem } from '../model/field-problem.js';
import { inexactMembers } from '../model/json-text.js';
import { repeatedKey } from './repeated-key.js';

/** A JSON object as a request carried it. Only own members count: a key may be called `__proto__`. */
export type JsonObject = Readonly<Record<string, unknown>>;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body of a request that takes a JSON object. A key that stands twice is refused: parsers differ in which of the two
 * they believe, and what one of them checked is not what the other one writes. A number that JSON.parse rounded is rejected
 * on its member: it would be stored as another one.
 */
export function jsonBody(request: Request): JsonObject | AdminError {
  if (mediaType(request.headers.get('content-type')) !== 'application/json') {
    return new AdminError('unsupported_media_type');
  }
  let text: string;
  let value: unknown;
  try {
    text = UTF8.decode(request.body);
    value = JSON.parse(text);
  } catch {
    return new AdminError('bad_request');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new AdminError('bad_request');
  if (repeatedKey(text) !== undefined) return new AdminError('bad_request');
  const rounded = [...inexactMembers(text)].map((name): [string, FieldProblem[]] => [name, [{ rule: 'exact_number' }]]);
  if (rounded.length > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(rounded) });
  return value as JsonObject;
}
