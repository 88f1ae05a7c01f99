import ipaddr from 'ipaddr.js';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * True if a host names only this machine: `localhost`, 127.0.0.0/8 literals, `[::1]` (RFC 8252 §7.3, §8.3). `hostname` is in
 * the form of URL.hostname: lower case, addresses in normal form, IPv6 in brackets.
 */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && ipaddr.parse(hostname).match(LOOPBACK))
  );
}

const LOOPBACK = ipaddr.parseCIDR('127.0.0.0/8');

/**
 * Where the connections of the contract may go or listen. Both of them trust the peer's word (who the user is; who may have an
 * access token), so traffic that leaves this machine needs TLS client certificates or a shared token.
 */

export interface Guards {
  readonly clientCertificates: boolean;
  readonly token: boolean;
}

/** The reason not to use the address like that, naming the configuration key; an empty string if none. */
export function exposureProblem(key: string, address: string, guards: Guards): string {
  if (!/^unix:.+$/.test(address) && !/^(?:\[[\da-f:.]+\]|[^\s:/[\]]+):\d{1,5}$/i.test(address)) {
    return `${key}: "${address}" is neither "host:port" nor "unix:/path"`;
  }
  if (isPrivateAddress(address) || guards.clientCertificates || guards.token) return '';
  return `${key}: "${address}" is not a Unix socket or loopback address, so it needs TLS client certificates or a shared token`;
}

/** The same for an http or https URL. */
export function exposureProblemOfUrl(key: string, url: string, { clientCertificates, token }: Guards): string {
  if (isPrivateUrl(url) || clientCertificates || token) return '';
  return `${key}: ${url} is not on a loopback address, so it needs TLS client certificates or a shared token`;
}

export function isPrivateUrl(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}

/**
 * A Unix socket or a loopback address. Only literals and `localhost` count: a name that resolves to loopback today may
 * resolve elsewhere tomorrow.
 */
export function isPrivateAddress(address: string): boolean {
  if (address.startsWith('unix:')) return true;
  const host = /^(.*):\d+$/.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host);
}

/** An IPv4 or IPv6 address, as ipaddr.js represents it. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an IP address; undefined if the text is not one. Drops the zone id of an IPv6 address, and keeps a mapped address
 * as IPv6. node:net decides what an address is: ipaddr.js also accepts octal, hexadecimal and shortened IPv4 forms, which
 * other programs read as other addresses.
 */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  const zone = text.indexOf('%');
  const address = zone === -1 ? text : text.slice(0, zone);
  if (!isIPv6(address)) return undefined;
  // ipaddr.js reads "::192.0.2.1" as "::ffff:192.0.2.1". It does not if one of the zero groups is written out.
  return ipaddr.IPv6.parse(address.replace(/^::(?=\d+\.)/, '::0:'));
}

/**
 * Normalizes an IP address, so that addresses can be compared and counted as text: IPv4 dotted; IPv6 as RFC 5952 formats it;
 * an IPv4 address mapped into IPv6 (::ffff:192.0.2.1) as IPv4. Undefined if the text is not an address.
 */
export function normalizeAddress(text: string): string | undefined {
  // Every request comes through here, and node:net accepts only one spelling of an IPv4 address.
  if (isIPv4(text)) return text;
  const address = parseAddress(text);
  return address && unmapped(address).toString();
}

/** Normalizes the bytes of a socket's address; empty if there are not 4 or 16 of them. */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  return bytes.length === 16 ? unmapped(ipaddr.fromByteArray(Array.from(bytes))).toString() : '';
}

const MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');

function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.match(MAPPED) ? address.toIPv4Address() : address;
}

/**
 * The network of an address, for counting: an IPv4 address counts as itself, an IPv6 address as its /64, because one
 * subscriber has 2^64 addresses there. Expects the form of normalizeAddress; any other text counts as itself.
 */
export function networkOf(address: string): string {
  const parsed = address.includes(':') ? parseAddress(address) : undefined;
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The network of an address, for people who look where a session is used: enough to recognize an office or a provider, and
 * not a household. Expects the form of normalizeAddress; empty for any other text.
 */
export function wideNetworkOf(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === undefined) return '';
  // It names no household, and "::/48" would say nothing.
  if (parsed.toString() === '::1') return '::1';
  if (parsed instanceof ipaddr.IPv4) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`).toString()}/24`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}

/** The addresses whose first `prefix` bits are those of `network`. */
export interface AddressRange {
  readonly network: Address;
  readonly prefix: number;
}

/** "192.0.2.7", "10.0.0.0/8", "fd00::/8"; undefined for anything else. A mapped address counts as the IPv4 address. */
export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/');
  const parsed = parseAddress(slash === -1 ? text : text.slice(0, slash));
  if (parsed === undefined) return undefined;
  const network = unmapped(parsed);
  const bits = network.kind() === 'ipv6' ? 128 : 32;
  if (slash === -1) return { network, prefix: bits };
  const prefixText = text.slice(slash + 1);
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : NaN;
  return prefix <= bits ? { network, prefix } : undefined;
}

/** A list of ranges. IPv4 addresses also belong to an IPv6 range that contains all mapped addresses, such as ::/0. */
export class AddressRanges {
  constructor(private readonly ranges: readonly AddressRange[]) {}

  /** Throws if an entry is not a range, and names it. */
  static of(...entries: readonly string[]): AddressRanges {
    return new AddressRanges(
      entries.map((entry) => {
        const range = parseRange(entry);
        if (range === undefined) throw new Error(`${JSON.stringify(entry)} is neither an IP address nor a range`);
        return range;
      }),
    );
  }

  include(address: Address): boolean {
    return this.ranges.some(({ network, prefix }) => {
      if (address.kind() === network.kind()) return address.match(network, prefix);
      return address instanceof ipaddr.IPv4 && address.toIPv4MappedAddress().match(network, prefix);
    });
  }
}
