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
  #suspects = true;

  /**
   * @param trustedProxies addresses and CIDR ranges: "10.0.0.0/8", "::1". Throws, naming the entry, on anything else.
   * @param onForgottenProxy told once, with its address, when what looks like a proxy of ours is not among them
   */
  constructor(
    trustedProxies: readonly string[],
    private readonly onForgottenProxy: (address: string) => void = () => undefined,
  ) {
    for (const entry of trustedProxies) this.#trust(entry);
    this.#trustsNobody = trustedProxies.length === 0;
  }

  /** The client's address in its one spelling (ip-address.ts). */
  of(head: RequestHead): string {
    let current = head.remoteAddress;
    if (this.#suspects) this.#suspect(head);
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

  /** Behind a proxy that is not trusted all clients have one address, and one of them can use up the limits of all. */
  #suspect({ remoteAddress, headers }: RequestHead): void {
    if (!headers.has('x-forwarded-for') || this.#isTrusted(remoteAddress) || !isInternal(remoteAddress)) return;
    this.#suspects = false;
    this.onForgottenProxy(remoteAddress);
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

const INTERNAL = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  INTERNAL.addSubnet(network, prefix, 'ipv4');
}
INTERNAL.addAddress('::1', 'ipv6');
INTERNAL.addSubnet('fc00::', 7, 'ipv6');

function isInternal(address: string): boolean {
  return INTERNAL.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Some proxies add the port: "192.0.2.1:4711", "[2001:db8::1]:4711". */
function forwardedAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return normalizeAddress(bracketed[1] ?? '');
  const withPort = /^([\d.]+):\d+$/.exec(text);
  return normalizeAddress(withPort?.[1] ?? text);
}
