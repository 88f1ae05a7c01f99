import { BlockList, isIPv6 } from 'node:net';
import { normalizeAddress } from './ip-address.js';
import type { RequestHead } from './request.js';

/**
 * Who the client is when proxies stand in between. Only what a configured proxy added to X-Forwarded-For is believed: the
 * list is walked from the right, and the first address that is no trusted proxy is the client. What stands to its left
 * was written by the client.
 */
export class ClientAddresses {
  readonly #trusted = new BlockList();
  readonly #trustsNobody: boolean;

  /** @param trustedProxies addresses and CIDR ranges: "10.0.0.0/8", "::1". Throws, naming the entry, on anything else. */
  constructor(trustedProxies: readonly string[]) {
    for (const entry of trustedProxies) this.#trust(entry);
    this.#trustsNobody = trustedProxies.length === 0;
  }

  /** The client's address in its one spelling (ip-address.ts). */
  of(head: RequestHead): string {
    let current = head.remoteAddress;
    if (this.#trustsNobody) return current;
    const forwarded = head.headers.get('x-forwarded-for')?.split(',') ?? [];
    while (this.#isTrusted(current)) {
      const next = forwarded.pop();
      if (next === undefined) break;
      // A proxy that writes something else than an address ("unknown") is the last one that is known to be there.
      const address = forwardedAddress(next.trim());
      if (address === undefined) break;
      current = address;
    }
    return current;
  }

  #trust(entry: string): void {
    const slash = entry.indexOf('/');
    const address = normalizeAddress(slash === -1 ? entry : entry.slice(0, slash));
    const family = address === undefined || isIPv6(address) ? 'ipv6' : 'ipv4';
    const bits = family === 'ipv6' ? 128 : 32;
    const prefixText = slash === -1 ? String(bits) : entry.slice(slash + 1);
    const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : NaN;
    if (address === undefined || !(prefix <= bits)) {
      throw new Error(
        `trusted proxy ${JSON.stringify(entry)} is neither an IP address nor a range such as "10.0.0.0/8"`,
      );
    }
    this.#trusted.addSubnet(address, prefix, family);
  }

  #isTrusted(address: string): boolean {
    return this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** Some proxies add the port: "192.0.2.1:4711", "[2001:db8::1]:4711". */
function forwardedAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return normalizeAddress(bracketed[1] ?? '');
  const withPort = /^([\d.]+):\d+$/.exec(text);
  return normalizeAddress(withPort?.[1] ?? text);
}
