import type { Header, Response } from '../../http/response.js';
import type { SuccessBody } from '../api/answers.js';
import type { AdminError, AdminErrorCode, ErrorBody, FieldProblem } from '../api/errors.js';
import { ADMIN_ERROR_STATUS } from '../api/errors.js';

/** The answer of an endpoint that succeeded. */
export interface Success {
  /** 200, or 201 after a creation. */
  readonly status?: 200 | 201;
  readonly data: unknown;
  /** Only for a list. */
  readonly meta?: object;
  /** For the administrator, in the language of the request. */
  readonly message?: string;
  readonly headers?: readonly Header[];
}

const CONTENT_TYPE: Header = ['content-type', 'application/json; charset=utf-8'];
/** Those that choose language and administrator. */
export const SELECTING_HEADERS = 'Accept-Language, Authorization, Cookie';

/** Every answer is for one administrator only, so caches must not store it. */
const HEADERS: readonly Header[] = [CONTENT_TYPE, ['cache-control', 'no-store'], ['vary', SELECTING_HEADERS]];

/**
 * For texts and schemas, which have no records: the administrator's own browser may keep them, and asks before each use, so that
 * an ended session or another permission takes effect at once.
 */
export const FIXED_HEADERS: readonly Header[] = [CONTENT_TYPE, ['cache-control', 'private, no-cache']];

/** Throws the error of JSON.stringify if the data cannot be encoded. */
export function successResponse({
  status = 200,
  data,
  meta,
  message,
  headers = [],
}: Success): Response & { readonly body: string } {
  const body: SuccessBody<unknown, object | undefined> = {
    success: true,
    data,
    meta,
    ...(message !== undefined && { message }),
  };
  return { status, headers: [...HEADERS, ...headers], body: JSON.stringify(body) };
}

/** The texts of errors in one language. */
export interface ErrorTexts {
  error(code: AdminErrorCode): string;
  problem(problem: FieldProblem): string;
}

export function errorResponse({ code, details }: AdminError, texts: ErrorTexts, requestId: string): Response {
  const { message = texts.error(code), fields, current, retryAfterSeconds, allow } = details;
  const body: ErrorBody = {
    success: false,
    error: { code, message, ...(fields && { fields: inWords(fields, texts) }), request_id: requestId },
    ...(current && { data: current }),
  };
  return {
    status: ADMIN_ERROR_STATUS[code],
    headers: [
      ...HEADERS,
      ...(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)] as const]),
      ...(allow === undefined ? [] : [['allow', allow.join(', ')] as const]),
      ...(ADMIN_ERROR_STATUS[code] === 401 ? [WWW_AUTHENTICATE] : []),
    ],
    body: JSON.stringify(body),
  };
}

function inWords(fields: NonNullable<AdminError['details']['fields']>, texts: ErrorTexts): Record<string, string[]> {
  const entries = Object.entries(fields).map(([name, problems]): [string, string[]] => [
    name,
    problems.map((problem) => (typeof problem === 'string' ? problem : texts.problem(problem))),
  ]);
  return Object.fromEntries(entries);
}

/** RFC 9110 §11.6.1. Browsers show no password dialog for this scheme. */
const WWW_AUTHENTICATE: Header = ['www-authenticate', 'Bearer realm="backend"'];
