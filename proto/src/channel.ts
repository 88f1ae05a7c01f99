import type { ChannelOptions } from '@grpc/grpc-js';
import { Client, credentials, ServerCredentials } from '@grpc/grpc-js';

/** PEM. */
export interface ClientTls {
  /** Authorities of the server's certificate; absent means the public ones that Node knows. */
  readonly rootCertificates?: Buffer;
  /** Comes together with its key. */
  readonly clientCertificate?: Buffer;
  readonly clientKey?: Buffer;
  /** Name in the server's certificate where it is not that of the address. */
  readonly serverName?: string;
}

/** PEM. */
export interface ServerTls {
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Authorities of callers' certificates; set, a caller without such a certificate is refused. */
  readonly clientCertificates?: Buffer;
}

/** Back within two seconds of the peer; by default gRPC waits for up to two minutes. */
export const QUICK_RECONNECT: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
};

/** A client that connects when first used. Without `tls`: plain text. */
export function openClient(address: string, tls: ClientTls | undefined, options: ChannelOptions = {}): Client {
  const channel =
    tls === undefined
      ? credentials.createInsecure()
      : credentials.createSsl(tls.rootCertificates ?? null, tls.clientKey ?? null, tls.clientCertificate ?? null);
  return new Client(address, channel, {
    ...options,
    // A proxy of the environment is for the way out to the internet, not for the process next door.
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
