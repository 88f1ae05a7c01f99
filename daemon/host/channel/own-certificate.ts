import { X509Certificate } from 'node:crypto';

/**
 * Why the host refuses us, if our own certificate is out of date. The other end of a handshake only closes the connection, or
 * sends an alert that the libraries do not pass on.
 */
export function outOfDate(pem: Buffer | undefined, now = Date.now()): string | undefined {
  if (pem === undefined) return undefined;
  const { validFrom, validTo } = new X509Certificate(pem);
  const remedy = 'replace host.tls.cert and host.tls.key, and restart';
  if (now > Date.parse(validTo)) return `our client certificate expired on ${validTo}; ${remedy}`;
  if (now < Date.parse(validFrom)) return `our client certificate is not valid before ${validFrom}; ${remedy}`;
  return undefined;
}
