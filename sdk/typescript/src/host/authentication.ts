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
  /**
   * Authority of the certificates that callers must present. Absent: callers need no certificate, and you must set
   * `token`.
   */
  readonly clientCa?: string | Buffer;
}

/**
 * Any caller of a host can mint tokens for any user. On an address that other machines can reach, callers must therefore
 * authenticate.
 *
 * @throws {Error} if they do not have to
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
 * Rejects every call without `authorization: Bearer` and one of the tokens before reading its message. Health checks pass:
 * orchestrators cannot send a token, and only learn that the process is serving.
 */
export function requireToken(tokens: readonly string[]): ServerInterceptor {
  const isAllowed = tokenCheck(tokens);
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            if (method.path.startsWith(HEALTH_PATH) || isAllowed(incomingToken(metadata))) proceed(metadata);
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

/** Compares digests rather than tokens, so that the time reveals neither content nor length. */
export function tokenCheck(tokens: readonly string[]): (presented: string | undefined) => boolean {
  const accepted = tokens.map(digest);
  return (presented) => {
    if (presented === undefined) return false;
    const sent = digest(presented);
    return accepted.some((expected) => timingSafeEqual(sent, expected));
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
