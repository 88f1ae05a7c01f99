import { isPrivateAddress } from '../core/private-address.js';
import type { Config } from './schema.js';

/**
 * Options that are allowed and dangerous. Each is logged as a warning at every start and shown by /readyz, so that nobody
 * runs with one without knowing.
 */
export function configWarnings({ host, consent, http, throttle }: Config): readonly string[] {
  const warnings: string[] = [];
  for (const [name, { address, token, tls }] of [
    ['host', host],
    ['consent', consent],
  ] as const) {
    const encrypted = Object.values(tls).some((value) => value !== '');
    if (!isPrivateAddress(address) && token !== '' && !encrypted) {
      warnings.push(`${name}.token crosses the network unencrypted to or from ${address}: set ${name}.tls`);
    }
  }
  if (http.trustedProxies.some((range) => range.endsWith('/0'))) {
    warnings.push('http.trusted_proxies trusts everybody: every client can choose the address it is throttled by');
  }
  for (const [name, entry] of Object.entries(throttle)) {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const [what, value] = 'share' in entry ? (['share', entry.share] as const) : (['limit', entry.limit] as const);
    if (value === 0) warnings.push(`throttle.${key}.${what} is 0: nothing is throttled by it`);
  }
  return warnings;
}
