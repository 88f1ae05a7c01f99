import { status } from '@grpc/grpc-js';

/** The statuses of gRPC as the Connect protocol writes them: names in JSON, and the status of the HTTP response. */

const HTTP_STATUSES: Readonly<Record<number, number>> = {
  [status.CANCELLED]: 499,
  [status.UNKNOWN]: 500,
  [status.INVALID_ARGUMENT]: 400,
  [status.DEADLINE_EXCEEDED]: 504,
  [status.NOT_FOUND]: 404,
  [status.ALREADY_EXISTS]: 409,
  [status.PERMISSION_DENIED]: 403,
  [status.RESOURCE_EXHAUSTED]: 429,
  [status.FAILED_PRECONDITION]: 400,
  [status.ABORTED]: 409,
  [status.OUT_OF_RANGE]: 400,
  [status.UNIMPLEMENTED]: 501,
  [status.INTERNAL]: 500,
  [status.UNAVAILABLE]: 503,
  [status.DATA_LOSS]: 500,
  [status.UNAUTHENTICATED]: 401,
};

/** Connect spells one of them differently. */
const NAMES = new Map<number, string>(
  Object.values(status)
    .filter((code): code is status => typeof code === 'number' && code !== status.OK)
    .map((code) => [code, code === status.CANCELLED ? 'canceled' : status[code].toLowerCase()]),
);
const CODES = new Map<string, status>([...NAMES].map(([code, name]) => [name, code]));

/** "invalid_argument". */
export function connectName(code: number): string {
  return NAMES.get(code) ?? 'unknown';
}

/** Undefined: not a name of Connect. */
export function codeOfName(name: unknown): status | undefined {
  return typeof name === 'string' ? CODES.get(name) : undefined;
}

export function httpStatusOf(code: number): number {
  return HTTP_STATUSES[code] ?? 500;
}

/** The status of a response that is not from the application but from a server in front of it (Connect, "HTTP to Error Code"). */
const CODES_OF_GATEWAYS: Readonly<Record<number, status>> = {
  400: status.INTERNAL,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.UNIMPLEMENTED,
  429: status.UNAVAILABLE,
  502: status.UNAVAILABLE,
  503: status.UNAVAILABLE,
  504: status.UNAVAILABLE,
};

export function codeOfHttpStatus(httpStatus: number): status {
  return CODES_OF_GATEWAYS[httpStatus] ?? status.UNKNOWN;
}
