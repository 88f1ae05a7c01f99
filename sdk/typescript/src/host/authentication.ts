import { serverCredentials } from '@gatehouse/proto/channel';
import { incomingToken } from '@gatehouse/proto/metadata';
import type { ServerCredentials, ServerInterceptor } from '@grpc/grpc-js';
import { Metadata, ServerInterceptingCall, status } from '@grpc/grpc-js';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Address } from '../wire/address.js';
import { isLocal } from '../wire/address.js';

/** PEM texts. */
export interface HostTls {
  /** The server's certificate, with its chain. */
  readonly cert: string | Buffer;
  /** Its private key. */
  readonly key: string | Buffer;
  /** Authority of the certificates that callers must present. Absent: callers need none, and `token` has to be set. */
  readonly clientCa?: string | Buffer;
}

/**
 * Whoever reaches a host can mint tokens for any user. An address that other machines can reach therefore needs proof of
 * who calls.
 *
 * @throws {Error} when there is none
 */
export function hostCredentials(
  address: Address,
  token: string | undefined,
  tls: HostTls | undefined,
): ServerCredentials {
  if (!isLocal(address) && token === undefined && tls?.clientCa === undefined) {
    throw new Error(
      `refusing to listen on ${address}, which other machines can reach, without authenticating callers: ` +
        'set token or tls.clientCa, or listen on a loopback address or a Unix socket',
    );
  }
  return serverCredentials(
    tls && {
      certificate: Buffer.from(tls.cert),
      key: Buffer.from(tls.key),
      ...(tls.clientCa !== undefined && { clientCertificates: Buffer.from(tls.clientCa) }),
    },
  );
}

const HEALTH_PATH = '/grpc.health.v1.Health/';

/**
 * Refuses every call without `authorization: Bearer <token>`, before its message is even read. Health checks are let
 * through: orchestrators cannot send a token, and learn nothing but that the process serves.
 */
export function requireToken(token: string): ServerInterceptor {
  const expected = digest(token);
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            if (method.path.startsWith(HEALTH_PATH) || carries(metadata, expected)) proceed(metadata);
            else {
              call.sendStatus({
                code: status.UNAUTHENTICATED,
                details: 'the shared token is missing or wrong',
                metadata: new Metadata(),
              });
            }
          },
        });
      },
    });
}

/** Digests are compared rather than tokens, so that neither content nor length shows in the time it takes. */
function carries(metadata: Metadata, expected: Buffer): boolean {
  const presented = incomingToken(metadata);
  return presented !== undefined && timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
