import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '../test/support/temp-dir.js';
import { startDaemon } from './daemon.js';
import { peerFile, MeasuredProcess } from './measure/process.js';
import type { PreparedRequest } from './measure/load.js';
import { postgresStore, sqliteStore, type Store } from './stores.js';
import { OAUTH_SCENARIOS, type OAuthScenario, type Scenario } from './peers/peer.js';

/** Names that the targets (aims.ts) refer to. */
export const GATEHOUSE = 'gatehouse';
export const GATEHOUSE_ON_POSTGRES = 'gatehouse, PostgreSQL';
export const GATEHOUSE_BESIDE_SNAPSHOT = 'gatehouse, PostgreSQL, a snapshot open';
export const BARE = 'bare uWebSockets.js';
export const ROUTER = 'MCP SDK router, maps';
export const PROVIDER = 'oidc-provider, maps';
export const PROVIDER_ON_SQLITE = 'oidc-provider, SQLite';

/** A participant in some scenarios: one or two processes, and their requests. */
export interface Contender {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  start(): Promise<Running>;
}

export interface Running {
  readonly port: number;
  /** CPU and memory are summed over all of them. */
  readonly processes: readonly MeasuredProcess[];
  /** Authorization header of its requests. */
  readonly authorization?: string;
  prepare(scenario: Scenario, count: number): Promise<readonly PreparedRequest[]>;
  stop(): Promise<void>;
}

const WRITING: readonly OAuthScenario[] = ['register', 'authorize', 'exchange', 'refresh'];

export const OAUTH_CONTENDERS: readonly Contender[] = [
  { name: GATEHOUSE, scenarios: OAUTH_SCENARIOS, start: async () => startGatehouse(await sqliteStore()) },
  single(BARE, 'bare-uws', ['metadata']),
  single(ROUTER, 'mcp-sdk', OAUTH_SCENARIOS),
  single(PROVIDER, 'oidc-provider', OAUTH_SCENARIOS),
  single(PROVIDER_ON_SQLITE, 'oidc-provider', WRITING, true),
  {
    name: GATEHOUSE_ON_POSTGRES,
    scenarios: ['register', 'exchange', 'refresh'],
    start: async () => startGatehouse(await postgresStore({ snapshot: false })),
  },
  {
    name: GATEHOUSE_BESIDE_SNAPSHOT,
    scenarios: ['exchange', 'refresh'],
    start: async () => startGatehouse(await postgresStore({ snapshot: true })),
  },
];

function single(name: string, file: string, scenarios: readonly OAuthScenario[], onSqlite = false): Contender {
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

/** The shipped daemon with in-memory state, and a host: two processes on the same core. PostgreSQL runs beside them. */
async function startGatehouse(store: Store): Promise<Running> {
  const [host, { address }] = await MeasuredProcess.start<{ address: string }>(peerFile('gatehouse-host'), store.env);
  await store.prepare();
  const { daemon, port } = await startDaemon(address, {
    // The generator is one client on one address; throttles would measure how fast it gets rejected.
    GATEHOUSE_THROTTLE__REGISTER_PER_IP__LIMIT: '0',
    GATEHOUSE_THROTTLE__REGISTER_GLOBAL__LIMIT: '0',
    GATEHOUSE_THROTTLE__UNCONSENTED_PER_IP__SHARE: '0',
    GATEHOUSE_THROTTLE__AUTHORIZE_PER_IP__LIMIT: '0',
    GATEHOUSE_THROTTLE__AUTHORIZE_PER_CLIENT__LIMIT: '0',
  });
  return {
    port,
    processes: [daemon, host],
    prepare: (scenario, count) => host.ask({ scenario, count }),
    async stop() {
      await daemon.stop();
      await host.stop();
      await store.close();
    },
  };
}
