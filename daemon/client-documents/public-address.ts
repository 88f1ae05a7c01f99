import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whether an IP address belongs to the public internet. Everything that the special-purpose registries (RFC 6890, IANA)
 * set apart is not, and neither is any IPv6 address that carries an IPv4 address inside: behind it may be anything.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, 'ipv4');
  return isIPv6(address) && GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

const SPECIAL_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, where clouds keep their metadata service
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]);

/** The only range that IANA gives out for the internet. Outside lie loopback, ULA, link-local, multicast, mapped, NAT64. */
const GLOBAL_UNICAST = blockList('ipv6', [['2000::', 3]]);

const SPECIAL_IPV6 = blockList('ipv6', [
  ['2001::', 23], // IETF protocol assignments: Teredo, ORCHID, benchmarking
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: carries an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]);

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [network: string, prefix: number])[]) {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
