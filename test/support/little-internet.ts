import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Networks from '../../daemon/client-documents/network.js';

/**
 * An internet of one website, for a daemon process. The product deliberately has no option for this: an option that
 * lets the daemon reach loopback could be enabled by mistake. So a test loads this module into the process before the
 * daemon's own (`node --import`), where it replaces the real network.
 */
export interface LittleInternet {
  /** The address that every host name resolves to. */
  readonly addresses: readonly string[];
  /** If false, the daemon's own rule stays in force and makes loopback unreachable. */
  readonly loopbackIsPublic: boolean;
  readonly certificateAuthority: string;
}

const VARIABLE = 'TEST_LITTLE_INTERNET';

/** Node arguments and environment that give a process this internet. */
export function withLittleInternet(internet: LittleInternet): { args: string[]; env: Record<string, string> } {
  return { args: ['--import', fileURLToPath(import.meta.url)], env: { [VARIABLE]: JSON.stringify(internet) } };
}

/** The module that the daemon runs: that of its bundle, if there is one. */
async function networks(): Promise<typeof Networks> {
  const bundled = fileURLToPath(new URL('../../daemon/bundle/network.cjs', import.meta.url));
  return existsSync(bundled)
    ? (createRequire(import.meta.url)(bundled) as typeof Networks)
    : import('../../daemon/client-documents/network.js');
}

const given = process.env[VARIABLE];
if (given !== undefined) {
  const { INTERNET } = await networks();
  const { addresses, loopbackIsPublic, certificateAuthority } = JSON.parse(given) as LittleInternet;
  const network: Networks.Network = {
    resolve: async () => addresses,
    mayConnectTo: loopbackIsPublic ? () => true : INTERNET.mayConnectTo,
    certificateAuthority,
  };
  Object.assign(INTERNET, network);
}
