import { isIPv6 } from 'node:net';

/**
 * What an address is counted as: an IPv4 address as itself, an IPv6 address as its /64, since one subscriber has 2^64
 * addresses there. Expects the spelling of RFC 5952 (http/ip-address.ts): what "::" stands for is written out before the
 * first four groups are taken.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.split('::');
  const leading = left === '' ? [] : left.split(':');
  const trailing = right === undefined || right === '' ? [] : right.split(':');
  const zeros = new Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return `${[...leading, ...zeros, ...trailing].slice(0, 4).join(':')}::/64`;
}
