import { ServerCredentials } from '@grpc/grpc-js';
import type { Address } from '../address.js';
import { isLocal } from '../address.js';

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
export function serverCredentials(
  address: Address,
  token: string | undefined,
  tls: HostTls | undefined,
): ServerCredentials {
  if (!isLocal(address) && token === undefined && tls?.clientCa === undefined) {
    throw new Error(
      `refusing to listen on ${address}, which other machines can reach, without authenticating callers: ` +
        'set token, or tls.clientCa, or listen on a loopback address or a Unix socket',
    );
  }
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(
    tls.clientCa === undefined ? null : Buffer.from(tls.clientCa),
    [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
    tls.clientCa !== undefined,
  );
}
