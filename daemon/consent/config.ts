import { exposureProblem } from '../core/private-address.js';

/** Where and how the consent operations are offered. Certificates and keys are PEM. */
export interface ConsentConfig {
  /** "127.0.0.1:9091", "unix:/run/gatehouse/consent.sock"; port 0 lets the system choose. */
  readonly address: string;
  /** Shared token that callers send as `authorization: Bearer <token>`. */
  readonly token?: string;
  /** Absent: plain text. */
  readonly tls?: {
    readonly certificate: Buffer;
    readonly key: Buffer;
    /** Who signs the certificates of callers; set, a caller without such a certificate is refused. */
    readonly clientCertificates?: Buffer;
  };
}

/**
 * Why the operations must not be offered there; an empty string when they may. Whoever can call them can grant access in
 * the name of any user, hence no listener that others can reach without proof.
 */
export function consentConfigProblem({ address, token, tls }: ConsentConfig): string {
  return exposureProblem('consent.address', address, {
    clientCertificates: tls?.clientCertificates !== undefined,
    token: token !== undefined && token !== '',
  });
}
