import { randomUUID } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** The caller's request id, for joining the logs of both sides; one of our own where it is missing or malformed. */
export function requestIdOf(metadata: Metadata): string {
  return requestIdFrom(metadata.get('x-request-id')[0]);
}

export function requestIdFrom(value: unknown): string {
  return typeof value === 'string' && REQUEST_ID.test(value) ? value : randomUUID();
}
