import { Metadata } from '@grpc/grpc-js';
import { randomBytes } from 'node:crypto';

/** The metadata of a call, in both directions: request id, W3C trace context and the shared token. */
export interface CallMetadata {
  readonly requestId: string;
  readonly traceparent?: string;
  readonly tracestate?: string;
}

const REQUEST_ID = 'x-request-id';
const TRACEPARENT = 'traceparent';
const TRACESTATE = 'tracestate';
const AUTHORIZATION = 'authorization';

/** `authorization` is the complete header value, built once by bearer(), because this runs for every call. */
export function outgoingMetadata(call: CallMetadata | undefined, authorization: string | undefined): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(outgoingHeaders(call, authorization))) metadata.set(name, value);
  return metadata;
}

/** The same for HTTP. */
export function outgoingHeaders(
  call: CallMetadata | undefined,
  authorization: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (authorization !== undefined) headers[AUTHORIZATION] = authorization;
  if (call === undefined) return headers;
  headers[REQUEST_ID] = call.requestId;
  if (call.traceparent !== undefined) headers[TRACEPARENT] = call.traceparent;
  if (call.tracestate !== undefined) headers[TRACESTATE] = call.tracestate;
  return headers;
}

export function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

// The daemon's HTTP edge has the same three patterns (daemon/http/request.ts, which must not import gRPC); its test
// compares them.
const REQUEST_ID_FORM = /^[A-Za-z0-9._-]{1,64}$/;
// W3C Trace Context §3.2.2: version ff and all-zero ids are invalid.
const TRACEPARENT_FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE_FORM = /^[\x20-\x7e]{1,512}$/;

/** Adopts the caller's metadata. Drops malformed values, which would otherwise reach logs and further calls. */
export function incomingContext(metadata: Metadata): CallMetadata {
  return contextOf((name) => text(metadata, name));
}

/** The same for any other way in which the fields arrive. */
export function contextOf(field: (name: string) => string | undefined): CallMetadata {
  const traceparent = field(TRACEPARENT);
  const tracestate = field(TRACESTATE);
  const traced = traceparent !== undefined && TRACEPARENT_FORM.test(traceparent);
  return {
    requestId: validRequestId(field(REQUEST_ID)),
    ...(traced && { traceparent }),
    ...(traced && tracestate !== undefined && TRACESTATE_FORM.test(tracestate) && { tracestate }),
  };
}

/** The request id as received, in metadata or inside a stream; a generated one if it is missing or malformed. */
export function validRequestId(value: string | undefined): string {
  return value !== undefined && REQUEST_ID_FORM.test(value) ? value : randomBytes(16).toString('base64url');
}

/** The caller's bearer token; undefined if there is none. RFC 6750 §2.1; the scheme is case-insensitive. */
export function incomingToken(metadata: Metadata): string | undefined {
  return bearerToken(text(metadata, AUTHORIZATION));
}

/** The token of an authorization field. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function text(metadata: Metadata, name: string): string | undefined {
  const value = metadata.get(name)[0];
  return typeof value === 'string' ? value : undefined;
}
