import { fileURLToPath } from 'node:url';
import { INTERNET, type Network } from '../../daemon/client-documents/network.js';

/**
 * An internet of one website, for a daemon process. The product has no option for this on purpose: whatever can let the
 * daemon reach loopback could be switched on by mistake. So a test puts this module into the process before the daemon's
 * own (`node --import`), where it takes the place of the real network.
 */
export interface LittleInternet {
  /** What every host name leads to. */
  readonly addresses: readonly string[];
  /** False: the daemon's own rule stays in force, by which loopback is out of reach. */
  readonly loopbackIsPublic: boolean;
  readonly certificateAuthority: string;
}

const VARIABLE = 'TEST_LITTLE_INTERNET';

/** Arguments of node and environment that give a process this internet. */
export function withLittleInternet(internet: LittleInternet): { args: string[]; env: Record<string, string> } {
  return { args: ['--import', fileURLToPath(import.meta.url)], env: { [VARIABLE]: JSON.stringify(internet) } };
}

const given = process.env[VARIABLE];
if (given !== undefined) {
  const { addresses, loopbackIsPublic, certificateAuthority } = JSON.parse(given) as LittleInternet;
  const network: Network = {
    resolve: async () => addresses,
    mayConnectTo: loopbackIsPublic ? () => true : INTERNET.mayConnectTo,
    certificateAuthority,
  };
  Object.assign(INTERNET, network);
}
