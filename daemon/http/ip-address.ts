import { isIPv4, isIPv6 } from 'node:net';
import { ipv6Groups } from '../core/network-of.js';

/**
 * One spelling for each IP address, so that addresses can be compared and counted as text: IPv4 dotted; IPv6 as RFC 5952
 * writes it; an IPv4 address that came mapped into IPv6 (::ffff:192.0.2.1) is the IPv4 address. A zone id is dropped.
 */
export function formatAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return '';
  if (isMapped(bytes)) return bytes.subarray(12).join('.');

  const groups: number[] = [];
  for (let i = 0; i < 16; i += 2) groups.push(((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0));
  const { start, length } = longestZeroRun(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return length < 2 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

/** The address in its one spelling; undefined when the text is no IP address. */
export function normalizeAddress(text: string): string | undefined {
  const zone = text.indexOf('%');
  const address = zone === -1 ? text : text.slice(0, zone);
  if (isIPv4(address)) return address;
  return isIPv6(address) ? formatAddress(parseIPv6(address)) : undefined;
}

function isMapped(bytes: Uint8Array): boolean {
  for (let i = 0; i < 10; i++) if (bytes[i] !== 0) return false;
  return bytes[10] === 0xff && bytes[11] === 0xff;
}

/** RFC 5952 §4.2.3: the first of the longest runs is what "::" stands for. */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - start > best.length) best = { start, length: end - start };
  }
  return best;
}

/** @param text what net.isIPv6 accepted, without zone id */
function parseIPv6(text: string): Uint8Array {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const hexOnly = dotted ? `${dotted[1] ?? ''}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}` : text;
  const groups = ipv6Groups(hexOnly).map((group) => Number.parseInt(group, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function pair(high = '0', low = '0'): string {
  return ((Number(high) << 8) | Number(low)).toString(16);
}
