import { Metadata } from '@grpc/grpc-js';
import { randomBytes } from 'node:crypto';

/** The gRPC metadata of both directions: request id, W3C trace context and the shared token. */
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
  if (authorization !== undefined) metadata.set(AUTHORIZATION, authorization);
  if (call === undefined) return metadata;
  metadata.set(REQUEST_ID, call.requestId);
  if (call.traceparent !== undefined) metadata.set(TRACEPARENT, call.traceparent);
  if (call.tracestate !== undefined) metadata.set(TRACESTATE, call.tracestate);
  return metadata;
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
  const traceparent = text(metadata, TRACEPARENT);
  const tracestate = text(metadata, TRACESTATE);
  const traced = traceparent !== undefined && TRACEPARENT_FORM.test(traceparent);
  return {
    requestId: validRequestId(text(metadata, REQUEST_ID)),
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
  const authorization = text(metadata, AUTHORIZATION);
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function text(metadata: Metadata, name: string): string | undefined {
  const value = metadata.get(name)[0];
  return typeof value === 'string' ? value : undefined;
}
