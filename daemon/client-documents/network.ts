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
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  mayConnectTo: isPublicAddress,
};
