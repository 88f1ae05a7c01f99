import type { AddressRange } from '../core/network-addresses.js';
import { AddressRanges, normalizeAddress, parseAddress, parseRange } from '../core/network-addresses.js';
import type { RequestHead } from './request.js';

/**
 * Finds the client's address behind proxies. Gatehouse trusts only what a configured proxy added to X-Forwarded-For: it
 * reads the list from the right, and the first address that is not a trusted proxy is the client. The client may have
 * written everything to the left of it.
 */
export class ClientAddresses {
  readonly #trusted: AddressRanges;
  readonly #trustsNone: boolean;
  #suspects = true;

  /**
   * @param trustedProxies addresses and CIDR ranges: "10.0.0.0/8", "::1". Throws on anything else and names the entry.
   * @param onForgottenProxy called once, with the address of a peer that looks like a proxy of the operator and is not
   *   listed
   */
  constructor(
    trustedProxies: readonly string[],
    private readonly onForgottenProxy: (address: string) => void = () => undefined,
  ) {
    this.#trusted = new AddressRanges(trustedProxies.map(trustedRange));
    this.#trustsNone = trustedProxies.length === 0;
  }

  /** The client's address, normalized (core/network-addresses.ts). */
  of(head: RequestHead): string {
    let current = head.remoteAddress;
    if (this.#suspects) this.#suspect(head);
    if (this.#trustsNone) return current;
    const forwarded = (head.headers.get('x-forwarded-for') ?? '').split(',');
    while (this.#isTrusted(current)) {
      const next = forwarded.pop();
      if (next === undefined) break;
      // If a proxy writes something other than an address ("unknown"), the proxy itself is the last known address.
      const address = forwardedAddress(next.trim());
      if (address === undefined) break;
      current = address;
    }
    return current;
  }

  /** Behind an untrusted proxy all clients share one address, and one client can use up the limits of all. */
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
