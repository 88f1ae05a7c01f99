import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Hands out unused loopback TCP ports: the preferred one if it is free, otherwise any other. */
export class Ports {
  readonly #taken = new Set<number>();

  /** Takes exactly this port. Throws an error with advice if it is not available. */
  async claim(port: number): Promise<void> {
    for (const host of ['127.0.0.1', '::1']) {
      const found = await listens(port, host);
      if (found === 'EADDRINUSE')
        throw refused(`Port ${port} is in use. Stop the process that uses it, or choose another`);
      if (typeof found === 'string') throw refused(`Cannot listen on port ${port} (${found}). Choose another`);
    }
    this.#taken.add(port);
  }

  async prefer(port: number): Promise<number> {
    let candidate = this.#taken.has(port) ? 'taken' : await listens(port, '127.0.0.1');
    while (typeof candidate === 'string' || this.#taken.has(candidate)) candidate = await listens(0, '127.0.0.1');
    this.#taken.add(candidate);
    return candidate;
  }
}

function refused(problem: string): Error {
  return new Error(`${problem}:  DEMO_PORT=8090 make demo`);
}

/**
 * Returns the port if it is free to listen on, otherwise the error's code; 0 lets the system choose. Ignores IPv6 on a
 * machine without it.
 */
function listens(port: number, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code = 'error' }: NodeJS.ErrnoException) => {
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? port : code);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** Root of the repository, relative to dist/demo/launcher. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** DEMO_PORT, or 8080. Throws if it is not a port. */
export function demoPort(): number {
  const text = process.env['DEMO_PORT'] ?? '8080';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`DEMO_PORT is "${text}", but it must be a port from 1 to 65535`);
  }
  return port;
}

/** The preferred ports between the parts: DEMO_INNER_PORTS ("9090,9091,8081,9464"), or the defaults. */
export function innerPorts() {
  const [grpc = 9090, consent = 9091, http = 8081, metrics = 9464] =
    process.env['DEMO_INNER_PORTS']?.split(',').map(Number) ?? [];
  return { grpc, consent, http, metrics };
}

/** An empty directory for database and logs of the demo on this port. Every start begins afresh. */
export function freshDirectory(port: number): string {
  const directory = join(ROOT, '.demo', String(port));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
