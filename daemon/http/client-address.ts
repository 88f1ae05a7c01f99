import type { AddressRange } from '../core/network-addresses.js';
import { AddressRanges, normalizeAddress, parseAddress, parseRange } from '../core/network-addresses.js';
import type { RequestHead } from './request.js';

/**
 * Who the client is when proxies stand in between. Only what a configured proxy added to X-Forwarded-For is believed: the
 * list is walked from the right, and the first address that is no trusted proxy is the client. What stands to its left
 * was written by the client.
 */
export class ClientAddresses {
  readonly #trusted: AddressRanges;
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
    this.#trusted = new AddressRanges(trustedProxies.map(trustedRange));
    this.#trustsNobody = trustedProxies.length === 0;
  }

  /** The client's address in its one spelling (core/network-addresses.ts). */
  of(head: RequestHead): string {
    let current = head.remoteAddress;
    if (this.#suspects) this.#suspect(head);
    if (this.#trustsNobody) return current;
    const forwarded = (head.headers.get('x-forwarded-for') ?? '').split(',');
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
    if (!headers.has('x-forwarded-for') || this.#isTrusted(remoteAddress) || !isWithin(INTERNAL, remoteAddress)) return;
    this.#suspects = false;
    this.onForgottenProxy(remoteAddress);
  }

  #isTrusted(address: string): boolean {
    return isWithin(this.#trusted, address);
  }
}

function trustedRange(entry: string): AddressRange {
  const range = parseRange(entry);
  if (range !== undefined) return range;
  throw new Error(`trusted proxy ${JSON.stringify(entry)} is neither an IP address nor a range such as "10.0.0.0/8"`);
}

const INTERNAL = AddressRanges.of('127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7');

function isWithin(ranges: AddressRanges, text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && ranges.include(address);
}

/** Some proxies add the port: "192.0.2.1:4711", "[2001:db8::1]:4711". */
function forwardedAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return normalizeAddress(bracketed[1] ?? '');
  const withPort = /^([\d.]+):\d+$/.exec(text);
  return normalizeAddress(withPort?.[1] ?? text);
}
