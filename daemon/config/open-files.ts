import { readFileSync } from 'node:fs';
import type { Config } from './schema.js';

/** Connections to hosts, Redis, operators and the consent listener, and files. */
const OTHERS = 128;

/**
 * Each connection takes a file descriptor. Without one, the daemon can neither connect to its peers nor answer a probe, although
 * http.max_connections and a listener of their own should keep clients from preventing that.
 */
export function openFilesWarnings({ http }: Config, limit = openFilesLimit()): readonly string[] {
  if (limit >= http.maxConnections + OTHERS) return [];
  return [
    `http.max_connections is ${http.maxConnections}, but each process may open only ${limit} files: clients could keep the daemon from ` +
      'reaching the host and Redis and from answering probes; raise the limit (LimitNOFILE, ulimit -n), or lower http.max_connections',
  ];
}

/** Of this process, once Node.js has raised it as far as it may. Infinity if the system does not tell. */
function openFilesLimit(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
