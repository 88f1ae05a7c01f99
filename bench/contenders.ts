import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tempDir } from '../test/support/temp-dir.js';
import type { Contender, Running } from './contender.js';
import { startGatehouse } from './gatehouse.js';
import { peerFile, MeasuredProcess } from './measure/process.js';
import { LIBSQL } from './peers/sqlite-driver.js';
import type { Synchronous } from './peers/durability.js';
import { onRedis, postgresStore, sqliteStore } from './stores.js';
import { OAUTH_SCENARIOS, type OAuthScenario, type Scenario } from './peers/peer.js';

/** Names that the aims (aims.ts) refer to. */
export const GATEHOUSE = 'gatehouse';
const GATEHOUSE_ON_LIBSQL = 'gatehouse, host on libsql';
export const GATEHOUSE_ON_BETTER_SQLITE = 'gatehouse, host on better-sqlite3';
const GATEHOUSE_ON_REDIS = 'gatehouse, Redis';
export const GATEHOUSE_ON_POSTGRES = 'gatehouse, PostgreSQL';
export const GATEHOUSE_BESIDE_SNAPSHOT = 'gatehouse, PostgreSQL, a snapshot open';
export const BARE = 'bare uWebSockets.js';
export const FLOOR = 'floor: by hand, better-sqlite3';
const SPLIT_FLOOR = 'floor: by hand, in two processes';
export const ROUTER = 'MCP SDK router, maps';
export const PROVIDER = 'oidc-provider, maps';
export const PROVIDER_ON_SQLITE = 'oidc-provider, SQLite';

const WRITING: readonly OAuthScenario[] = ['register', 'authorize', 'exchange', 'refresh'];

export const OAUTH_CONTENDERS: readonly Contender[] = [
  gatehouse(GATEHOUSE, OAUTH_SCENARIOS, async () => startGatehouse({ store: await sqliteStore() })),
  gatehouse(GATEHOUSE_ON_LIBSQL, ['register', 'exchange', 'refresh'], async () =>
    startGatehouse({ store: await sqliteStore(LIBSQL) }),
  ),
  single(BARE, 'bare-uws', ['metadata']),
  { name: FLOOR, scenarios: OAUTH_SCENARIOS, checksEverything: true, start: () => startFloor('floor/server') },
  { name: SPLIT_FLOOR, scenarios: WRITING, checksEverything: true, start: () => startFloor('floor/split-server') },
  single(ROUTER, 'mcp-sdk', OAUTH_SCENARIOS),
  single(PROVIDER, 'oidc-provider', OAUTH_SCENARIOS),
  single(PROVIDER_ON_SQLITE, 'oidc-provider', WRITING, true),
];

/** Gatehouse on other stores, compared with Gatehouse on SQLite in scenarios of their own (stores-…). */
export const STORE_CONTENDERS: readonly Contender[] = [
  gatehouse(GATEHOUSE_ON_REDIS, WRITING, async () => startGatehouse({ store: await onRedis(await sqliteStore()) })),
  gatehouse(GATEHOUSE_ON_POSTGRES, WRITING, async () =>
    startGatehouse({ store: await postgresStore({ snapshot: false }) }),
  ),
  gatehouse(GATEHOUSE_BESIDE_SNAPSHOT, ['exchange', 'refresh'], async () =>
    startGatehouse({ store: await postgresStore({ snapshot: true }) }),
  ),
];

function gatehouse(name: string, scenarios: readonly Scenario[], start: () => Promise<Running>): Contender {
  return { name, scenarios, checksEverything: true, start };
}

interface PeerReady {
  readonly port: number;
  readonly synchronous?: Synchronous;
}

function single(name: string, file: string, scenarios: readonly OAuthScenario[], onSqlite = false): Contender {
  return {
    name,
    scenarios,
    checksEverything: false,
    async start() {
      const directory = tempDir('bench');
      const env = onSqlite ? { BENCH_SQLITE: join(directory, 'rows.db') } : {};
      const [server, { port, synchronous }] = await MeasuredProcess.start<PeerReady>(peerFile(file), env);
      return {
        ports: [port],
        processes: [server],
        ...(synchronous !== undefined && { synchronous }),
        prepare: (scenario, count) => server.ask({ scenario, count }),
        async stop() {
          await server.stop();
          await rm(directory, { recursive: true });
        },
      };
    },
  };
}

/** The requests are prepared by a process of its own, like those of Gatehouse. */
async function startFloor(file: string): Promise<Running> {
  const directory = tempDir('bench');
  const env = { BENCH_SQLITE: join(directory, 'rows.db'), BENCH_SOCKET: join(directory, 'pipe') };
  const [server, { port, synchronous }] = await MeasuredProcess.start<PeerReady>(peerFile(file), env);
  const [credentials] = await MeasuredProcess.startOnClientCore(peerFile('floor/credentials'), env);
  return {
    ports: [port],
    processes: [server],
    ...(synchronous !== undefined && { synchronous }),
    prepare: (scenario, count, { expired = false } = {}) => credentials.ask({ scenario, count, expired }),
    async stop() {
      await server.stop();
      await credentials.stop();
      await rm(directory, { recursive: true });
    },
  };
}
