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

/** `authorization` is the finished header value, made once by bearer(): this runs for every call. */
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

// The daemon's HTTP edge has the same three (daemon/http/request.ts, which knows no gRPC); its test compares them.
const REQUEST_ID_FORM = /^[A-Za-z0-9._-]{1,64}$/;
// W3C Trace Context §3.2.2: version ff and all-zero ids are invalid.
const TRACEPARENT_FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE_FORM = /^[\x20-\x7e]{1,512}$/;

/** Takes over what the caller sent. What is malformed is dropped: it would end up in logs and in further calls. */
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

/** The request id as it came, by metadata or inside a stream; one of our own where it is missing or malformed. */
export function validRequestId(value: string | undefined): string {
  return value !== undefined && REQUEST_ID_FORM.test(value) ? value : randomBytes(16).toString('base64url');
}

/** The bearer token that the caller sent; undefined when there is none. RFC 6750 §2.1, scheme in any case. */
export function incomingToken(metadata: Metadata): string | undefined {
  const authorization = text(metadata, AUTHORIZATION);
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function text(metadata: Metadata, name: string): string | undefined {
  const value = metadata.get(name)[0];
  return typeof value === 'string' ? value : undefined;
}
