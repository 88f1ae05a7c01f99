import { createServer } from 'node:net';
import type { ServerOptions } from './server.js';

/**
 * Says why an engine that gives no reason could not listen, by trying the same address with one that does. Also true a
 * moment later: when the address has become free meanwhile, the message says only what failed.
 */
export function explainListenFailure(options: Pick<ServerOptions, 'host' | 'port'>): Promise<Error> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      resolve(listenError(options, cause));
    });
    probe.listen({ host: options.host, port: options.port, exclusive: true }, () => {
      probe.close(() => {
        resolve(listenError(options, undefined));
      });
    });
  });
}

export function listenError(
  options: Pick<ServerOptions, 'host' | 'port'>,
  cause: NodeJS.ErrnoException | undefined,
): Error {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const reason = REASONS[cause?.code ?? ''] ?? cause?.message ?? 'the address was taken a moment ago; try again';
  return new Error(`cannot listen on ${host}:${options.port}: ${reason}`, { cause });
}

const REASONS: Record<string, string | undefined> = {
  EADDRINUSE: 'the port is in use by another process (EADDRINUSE)',
  EADDRNOTAVAIL: 'this machine does not have that address (EADDRNOTAVAIL)',
  EACCES: 'ports below 1024 need the privilege to bind them (EACCES)',
  ENOTFOUND: 'that host name is unknown (ENOTFOUND)',
};
