import { isIPv6 } from 'node:net';

/**
 * What an address is counted as: an IPv4 address as itself, an IPv6 address as its /64, since one subscriber has 2^64
 * addresses there. Expects the spelling of RFC 5952 (http/ip-address.ts): what "::" stands for is written out before the
 * first four groups are taken.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : address;
}

/** The eight groups of an IPv6 address without dots, "::" written out. @param address what net.isIPv6 accepts, without zone id */
export function ipv6Groups(address: string): string[] {
  const [left = '', right = ''] = address.split('::');
  const leading = left === '' ? [] : left.split(':');
  const trailing = right === '' ? [] : right.split(':');
  return [...leading, ...new Array<string>(8 - leading.length - trailing.length).fill('0'), ...trailing];
}
