import { isIPv6 } from 'node:net';
import { messageOf } from '../core/message-of.js';
import type { AddCommand } from './command.js';
import type { ConfigOptions } from './config-options.js';
import { loadFrom, withConfigOptions } from './config-options.js';
import { FAILED, OK } from './exit.js';

const TIMEOUT_MS = 4000;

/** For Docker's HEALTHCHECK: asks the daemon that runs here with the same configuration whether it is ready. */
export const addHealthcheck: AddCommand = (program, finish) => {
  withConfigOptions(program.command('healthcheck'))
    .description('ask the daemon on this machine whether it is ready')
    .action(async (options: ConfigOptions) => {
      const { http } = loadFrom(options).config;
      const url = `http://${reachable(http.host)}:${http.port}/readyz`;
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        const answer = (await response.text()).trim();
        console.log(answer);
        finish(response.ok ? OK : FAILED);
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        console.error(`${url}: ${messageOf(cause)}`);
        finish(FAILED);
      }
    });
};

/** An address to connect to, for one to listen on. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
