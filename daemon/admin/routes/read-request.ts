import { repeatedKey } from '../../core/json.js';
import { mediaType } from '../../http/headers.js';
import { parseQuery } from '../../http/parameters.js';
import type { PathParameters } from '../../http/router.js';
import type { Request } from '../../http/request.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_IDS, MAX_QUERY_PARAMETERS } from '../api/limits.js';
import { idOfSegment, isRecordId } from '../api/paths.js';
import type { QueryEntries } from '../api/query-grammar.js';
import { inexactMembers } from '../model/json-text.js';
import type { Asking } from '../usecases/asking.js';
import type { AdminRequest } from './endpoint.js';

/** Converts a request's caller into the type that use cases take. */
export function askingOf({ administrator, locale, session, permissions, call }: AdminRequest): Asking {
  return { caller: { principal: administrator, locale, ...(session && { session }) }, permissions, call };
}

/** A JSON object from a request. Use only own properties: a key may be called `__proto__`. */
export type JsonObject = Readonly<Record<string, unknown>>;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of a request that accepts a JSON object. It rejects repeated keys: parsers disagree on which of the two
 * counts, so one program might validate one value and another might write the other. It rejects a number that JSON.parse
 * rounded, and names its member, because the host would store another number.
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

/** Reads the body of bulk-delete, link and unlink: `{"ids":["1","2"]}`, 1 to MAX_IDS distinct ids. Integers are valid too. */
export function idsBody(request: Request): readonly string[] | AdminError {
  const body = jsonBody(request);
  if (body instanceof AdminError) return body;
  const { ids } = body;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS) return invalid('ids', ID_LIST);
  const texts = ids.map((id: unknown) => (Number.isSafeInteger(id) ? String(id) : id));
  if (!texts.every((id): id is string => typeof id === 'string')) return invalid('ids', ID_LIST);
  if (new Set(texts).size < texts.length) return invalid('ids', { rule: 'repeated' });
  return texts.every(isRecordId) ? texts : new AdminError('not_found');
}

const ID_LIST: FieldProblem = { rule: 'id_list', parameters: { maximum: MAX_IDS } };

/** The named members of a body, which must be texts with at least one character. */
export function textsIn<Name extends string>(
  request: Request,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> | AdminError {
  const body = jsonBody(request);
  if (body instanceof AdminError) return body;
  const missing = names.filter((name) => typeof body[name] !== 'string' || body[name] === '');
  if (missing.length === 0) return body as Readonly<Record<Name, string>>;
  const required: readonly FieldProblem[] = [{ rule: 'required' }];
  return new AdminError('validation_failed', { fields: Object.fromEntries(missing.map((name) => [name, required])) });
}

/** The parameters of the query; 400 if it is invalidly encoded or has more than MAX_QUERY_PARAMETERS. */
export function queryEntries(request: Request): QueryEntries | AdminError {
  return parseQuery(request.query, MAX_QUERY_PARAMETERS) ?? new AdminError('bad_request');
}

/** The id of the record in the path. */
export function recordInPath(parameters: PathParameters): string {
  return idOfSegment(parameters.get('id') ?? '');
}
