import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.js';
import { tempDir } from '../test/support/temp-dir.js';
import type { PreparedRequest } from './measure/load.js';
import { MeasuredProcess } from './measure/process.js';
import { waitUntilReady } from './measure/ready.js';
import type { Scenario } from './peers/peer.js';

/** Names that the aims (report.ts) speak of. */
export const GATEHOUSE = 'gatehouse';
export const BARE = 'bare uWebSockets.js';
export const ROUTER = 'MCP SDK router, maps';
export const PROVIDER = 'oidc-provider, maps';
export const PROVIDER_ON_SQLITE = 'oidc-provider, SQLite';

/** Somebody who takes part in some scenarios: one process or two, and what it is asked. */
export interface Contender {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  start(): Promise<Running>;
}

export interface Running {
  readonly port: number;
  /** All of them count: CPU and memory are theirs together. */
  readonly processes: readonly MeasuredProcess[];
  prepare(scenario: Scenario, count: number): Promise<readonly PreparedRequest[]>;
  stop(): Promise<void>;
}

const EVERY: readonly Scenario[] = ['metadata', 'register', 'authorize', 'exchange', 'refresh'];
const WRITING: readonly Scenario[] = ['register', 'authorize', 'exchange', 'refresh'];

export const CONTENDERS: readonly Contender[] = [
  { name: GATEHOUSE, scenarios: EVERY, start: startGatehouse },
  single(BARE, 'bare-uws', ['metadata']),
  single(ROUTER, 'mcp-sdk', EVERY),
  single(PROVIDER, 'oidc-provider', EVERY),
  single(PROVIDER_ON_SQLITE, 'oidc-provider', WRITING, true),
];

export function peerFile(name: string): string {
  return fileURLToPath(new URL(`./peers/${name}.js`, import.meta.url));
}

function single(name: string, file: string, scenarios: readonly Scenario[], onSqlite = false): Contender {
  return {
    name,
    scenarios,
    async start() {
      const directory = tempDir('bench');
      const env = onSqlite ? { BENCH_SQLITE: join(directory, 'rows.db') } : {};
      const [server, { port }] = await MeasuredProcess.start<{ port: number }>(peerFile(file), env);
      return {
        port,
        processes: [server],
        prepare: (scenario, count) => server.ask({ scenario, count }),
        async stop() {
          await server.stop();
          await rm(directory, { recursive: true });
        },
      };
    },
  };
}

/** The daemon as it is shipped, in-memory state, and a host on a real SQLite file: two processes on the one core. */
async function startGatehouse(): Promise<Running> {
  const directory = tempDir('bench');
  const [host, { address }] = await MeasuredProcess.start<{ address: string }>(peerFile('gatehouse-host'), {
    BENCH_SQLITE: join(directory, 'host.db'),
  });
  const [port, consentPort] = [await freePort(), await freePort()];
  const daemon = MeasuredProcess.run([fileURLToPath(new URL('../daemon/main.js', import.meta.url)), 'serve'], {
    GATEHOUSE_HOST__ADDRESS: address,
    GATEHOUSE_HTTP__PORT: String(port),
    GATEHOUSE_CONSENT__ADDRESS: `127.0.0.1:${String(consentPort)}`,
    GATEHOUSE_METRICS__PORT: '0',
    GATEHOUSE_LOG__LEVEL: 'error',
    // The generator is one client on one address, and what is measured is not how fast it is turned away.
    GATEHOUSE_THROTTLE__REGISTER_PER_IP__LIMIT: '0',
    GATEHOUSE_THROTTLE__REGISTER_GLOBAL__LIMIT: '0',
    GATEHOUSE_THROTTLE__AUTHORIZE_PER_CLIENT__LIMIT: '0',
  });
  await waitUntilReady(`http://127.0.0.1:${String(port)}/readyz`);
  return {
    port,
    processes: [daemon, host],
    prepare: (scenario, count) => host.ask({ scenario, count }),
    async stop() {
      await daemon.stop();
      await host.stop();
      await rm(directory, { recursive: true });
    },
  };
}
