import type { status } from '@grpc/grpc-js';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { codecOf } from './codec.js';
import type { StreamAccepted, StreamAccepted__Output } from './generated/gatehouse/host/v1/StreamAccepted.js';
import type { StreamEnded, StreamEnded__Output } from './generated/gatehouse/host/v1/StreamEnded.js';
import type { StreamOpening, StreamOpening__Output } from './generated/gatehouse/host/v1/StreamOpening.js';

/** A stream socket, as both of its sides know it (host.proto: StreamSocket). */
export interface StreamSocket {
  readonly name: string;
  readonly key: Buffer;
  /** See networkNamespace. */
  readonly network: string;
}

/** As in gRPC, which by default accepts messages of up to 4 MB. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** The name of the socket for node:net. */
export function pathOf({ name }: StreamSocket): string {
  return `\0${name}`;
}

export function proofOf({ key }: StreamSocket, side: 'daemon' | 'host'): Buffer {
  return createHmac('sha256', key).update(side).digest();
}

export function isProofOf(socket: StreamSocket, side: 'daemon' | 'host', proof: Buffer): boolean {
  const expected = proofOf(socket, side);
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}

interface Frame<Sent extends object, Received> {
  encode(message: Sent): Buffer;
  /** Throws RangeError if the bytes are not the message. */
  decode(bytes: Buffer): Received;
}

function frameOf<Sent extends object, Received>(name: string): Frame<Sent, Received> {
  return {
    encode: (message) => codecOf(name).encode(message),
    decode: (bytes) => codecOf(name).decode(bytes) as Received,
  };
}

export const streamOpening = frameOf<StreamOpening, StreamOpening__Output>('gatehouse.host.v1.StreamOpening');
export const streamAccepted = frameOf<StreamAccepted, StreamAccepted__Output>('gatehouse.host.v1.StreamAccepted');
/** The code is that of a gRPC status. */
export const streamEnded = frameOf<StreamEnded, StreamEnded__Output & { readonly code: status }>(
  'gatehouse.host.v1.StreamEnded',
);
