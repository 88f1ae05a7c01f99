import type { ChannelOptions } from '@grpc/grpc-js';
import { Client, credentials, ServerCredentials } from '@grpc/grpc-js';

/** PEM. */
export interface ClientTls {
  /** Authorities of the server's certificate; if absent, the public ones that ship with Node. */
  readonly rootCertificates?: Buffer;
  /** Requires clientKey. */
  readonly clientCertificate?: Buffer;
  readonly clientKey?: Buffer;
  /** Name in the server's certificate, if it differs from that of the address. */
  readonly serverName?: string;
}

/** PEM. */
export interface ServerTls {
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Authorities of client certificates. If set, the server rejects callers without such a certificate. */
  readonly clientCertificates?: Buffer;
}

/** Reconnects within two seconds of the peer's return; by default gRPC waits for up to two minutes. */
export const QUICK_RECONNECT: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
};

/** A client that connects on first use. Without `tls`: plain text. */
export function openClient(address: string, tls: ClientTls | undefined, options: ChannelOptions = {}): Client {
  const channel =
    tls === undefined
      ? credentials.createInsecure()
      : credentials.createSsl(tls.rootCertificates ?? null, tls.clientKey ?? null, tls.clientCertificate ?? null);
  return new Client(address, channel, {
    ...options,
    // A proxy in the environment is for internet traffic, not for a local peer.
    'grpc.enable_http_proxy': 0,
    ...(tls?.serverName !== undefined && { 'grpc.ssl_target_name_override': tls.serverName }),
  });
}

/** Without `tls`: plain text. */
export function serverCredentials(tls: ServerTls | undefined): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  const { certificate, key, clientCertificates } = tls;
  return ServerCredentials.createSsl(
    clientCertificates ?? null,
    [{ cert_chain: certificate, private_key: key }],
    clientCertificates !== undefined,
  );
}
