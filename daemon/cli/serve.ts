import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import { messageOf } from '../core/faults.js';
import type { AddCommand, ConfigOptions } from './command.js';
import { FAILED, loadFrom, OK, withConfigOptions } from './command.js';

export const addServe: AddCommand = (program, finish) => {
  withConfigOptions(program.command('serve'))
    .description('run the daemon until SIGTERM or SIGINT')
    .action(async (options: ConfigOptions) => {
      const { config } = loadFrom(options);
      // Imported here because every other command would otherwise load all adapters, with their binaries, for no reason.
      const { serve } = await import('../serve.js');
      finish(await serve(config));
    });
};

const TIMEOUT_MS = 4000;

/** For Docker's HEALTHCHECK: asks the local daemon with the same configuration whether it is ready. */
export const addHealthcheck: AddCommand = (program, finish) => {
  withConfigOptions(program.command('healthcheck'))
    .description('ask the daemon on this machine whether it is ready')
    .action(async (options: ConfigOptions) => {
      const { http, metrics } = loadFrom(options).config;
      // Clients that fill the public port take no room at the metrics listener.
      const { host, port } = metrics.port === 0 ? http : metrics;
      if (port === 0) {
        // Node.js would ask port 80, where something else may answer.
        console.error('http.port is 0, so only the daemon knows its port; set metrics.port, which answers probes too');
        finish(FAILED);
        return;
      }
      const url = `http://${reachable(host)}:${port}/readyz`;
      try {
        const { status, body } = await read(url);
        console.log(body.trim());
        finish(status === 200 ? OK : FAILED);
      } catch (error) {
        console.error(`${url}: ${messageOf(error)}`);
        finish(FAILED);
      }
    });
};

/** Not fetch, which rejects ports that browsers block, such as 6000. */
async function read(url: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [response] = (await once(get(url, { signal: late }), 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  } catch (error) {
    throw late.aborted ? new Error(`no response within ${TIMEOUT_MS / 1000} seconds`) : error;
  }
}

/** An address to connect to, given an address to listen on. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
