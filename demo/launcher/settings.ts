import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Top of the repository, seen from dist/demo/launcher. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** DEMO_PORT, or 8080. Throws when it is no port. */
export function demoPort(): number {
  const text = process.env['DEMO_PORT'] ?? '8080';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`DEMO_PORT is "${text}", but must be a port: 1 to 65535`);
  }
  return port;
}

/** Where the parts listen for each other when they can: DEMO_INNER_PORTS ("9090,9091,8081,9464"), or the usual ones. */
export function innerPorts() {
  const [grpc = 9090, consent = 9091, http = 8081, metrics = 9464] =
    process.env['DEMO_INNER_PORTS']?.split(',').map(Number) ?? [];
  return { grpc, consent, http, metrics };
}

/** An empty directory for the database and the logs of the demo on this port. Every start begins afresh. */
export function freshDirectory(port: number): string {
  const directory = join(ROOT, '.demo', String(port));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}
