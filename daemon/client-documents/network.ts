import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.js';

/** What a fetch may reach, and how it finds its way there. Tests have a network of their own; the daemon has INTERNET. */
export interface Network {
  /** Every address of a host name. Rejects, or is empty, when there is none. */
  resolve(hostname: string): Promise<readonly string[]>;
  mayConnectTo(address: string): boolean;
  /** Certificate authority in PEM to trust in place of the system's. */
  readonly certificateAuthority?: string;
}

/**
 * The public internet. Names are asked of the DNS servers directly: the system's own look-up would occupy the process's
 * few threads for as long as a hostile name server likes, and would know the names of /etc/hosts.
 */
export const INTERNET: Network = {
  async resolve(hostname) {
    const resolver = new Resolver({ timeout: 1500, tries: 2 });
    return addressesOf(hostname, resolver);
  },
  mayConnectTo: isPublicAddress,
};

/** Empty when the name servers say that there are none; rejects when none of them could say. */
export async function addressesOf(hostname: string, resolver: Resolver): Promise<readonly string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const codes = answers.flatMap((answer) => (answer.status === 'rejected' ? [codeOf(answer.reason)] : []));
  const failed = codes.find((code) => !NO_ADDRESS.has(code));
  if (failed !== undefined) throw new Error(`its host name could not be looked up (${failed})`);
  return [];
}

/** What a name server says of a name that does not exist, and of one without records of the kind. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
