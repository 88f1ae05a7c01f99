import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Config } from './schema.js';

const DAY_MS = 86_400_000;
/** Long enough to notice it in a weekly look at the probes, and shorter than certificates that are renewed every month. */
const SOON_DAYS = 7;

/**
 * The certificates that this process presents are read at the start, so that one which runs out ends the connections to the peer
 * that checks it, at a time when no one has changed anything.
 *
 * @returns the warnings at a given time
 */
export function certificateWarnings({ host, consent, redis }: Config): (now?: number) => readonly string[] {
  const paths = {
    'host.tls.cert': host.tls.cert,
    'consent.tls.cert': consent.tls.cert,
    'redis.tls.cert': redis.tls.cert,
  };
  const certificates = Object.entries(paths).flatMap(([name, path]) => {
    if (path === '') return [];
    const { validFrom, validTo } = new X509Certificate(readFileSync(path));
    return [{ name, path, validFrom, validTo }];
  });
  return (now = Date.now()) =>
    certificates.flatMap(({ name, path, validFrom, validTo }) => {
      const remedy = `replace it with its key, and restart (${name} is ${path})`;
      if (now < Date.parse(validFrom)) return [`${name} is not valid before ${validFrom}: ${remedy}`];
      if (now > Date.parse(validTo)) return [`${name} expired on ${validTo}: ${remedy}`];
      if (now > Date.parse(validTo) - SOON_DAYS * DAY_MS) return [`${name} expires on ${validTo}: ${remedy}`];
      return [];
    });
}
