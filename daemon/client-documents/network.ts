import { Resolver } from 'node:dns/promises';
import { AddressRanges, parseAddress } from '../core/network-addresses.js';

/**
 * True if an IP address belongs to the public internet. False for every special-purpose range (RFC 6890, IANA), and for any
 * IPv6 address that embeds an IPv4 address, because it may lead anywhere.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (address === undefined || SPECIAL.include(address)) return false;
  return address.kind() === 'ipv4' || GLOBAL_UNICAST.include(address);
}

const SPECIAL = AddressRanges.of(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local: the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '2001::/23', // IETF protocol assignments: Teredo, ORCHID, benchmarking
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

/**
 * The only range that IANA allocates for the internet. Loopback, ULA, link-local, multicast, mapped and NAT64 addresses are
 * outside it.
 */
const GLOBAL_UNICAST = AddressRanges.of('2000::/3');

/** Which addresses a fetch may reach, and how it resolves names. Tests have their own network; the daemon uses INTERNET. */
export interface Network {
  /** Every address of a host name. Rejects or returns an empty list if there is none. */
  resolve(hostname: string): Promise<readonly string[]>;
  mayConnectTo(address: string): boolean;
  /** Certificate authority in PEM to trust instead of the system's. */
  readonly certificateAuthority?: string;
}

/**
 * The public internet. Names are resolved by querying the DNS servers directly: with the system's lookup, a hostile name
 * server could block the process's few threads for as long as it likes, and names from /etc/hosts would resolve.
 */
export const INTERNET: Network = {
  async resolve(hostname) {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    return addressesOf(hostname, resolver);
  },
  mayConnectTo: isPublicAddress,
};

/** Empty if the name servers answer that there are none; rejects if none of them could answer. */
export async function addressesOf(hostname: string, resolver: Resolver): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
  const failed = codes.find((code) => !NO_ADDRESS.has(code));
  if (failed !== undefined) throw new Error(`looking up its host name failed (${failed})`);
  return [];
}

/** The answer of a name server for a name that does not exist, and for one without records of that type. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
