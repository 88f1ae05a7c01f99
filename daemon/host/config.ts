import { exposureProblem } from '../core/private-address.js';

/** How to reach the host. Certificates and keys are PEM. */
export interface HostConfig {
  /** "127.0.0.1:9090", "[::1]:9090", "unix:/run/app/host.sock", "host.example:9090" (DNS). */
  readonly address: string;
  /** Shared token, sent as `authorization: Bearer <token>` with every call. */
  readonly token?: string;
  /** Absent: plain text. */
  readonly tls?: {
    /** Who signed the host's certificate; absent means the public authorities that Node knows. */
    readonly rootCertificates?: Buffer;
    readonly clientCertificate?: Buffer;
    readonly clientKey?: Buffer;
    /** Name in the host's certificate where it is not that of the address. */
    readonly serverName?: string;
  };
  /** Milliseconds for one call. Shorter than an HTTP request's own timeout, or the client hears of it first. */
  readonly timeoutMs: number;
  /** Transactions and calls of the admin services under way at the same time; one more fails at once, so that a slow host cannot fill our memory. */
  readonly maxInFlight: number;
}

/** Why the connection must not be made as configured; an empty string when it may. */
export function hostConfigProblem(config: Pick<HostConfig, 'address' | 'token' | 'tls'>): string {
  const { address, token, tls } = config;
  if ((tls?.clientCertificate === undefined) !== (tls?.clientKey === undefined)) {
    return 'host.tls: a client certificate and its key come together';
  }
  return exposureProblem('host.address', address, {
    clientCertificates: tls?.clientCertificate !== undefined,
    token: token !== undefined && token !== '',
  });
}
