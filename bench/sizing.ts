import { stat } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { run } from '../test/support/child.js';
import type { Running } from './contender.js';
import { startGatehouse } from './gatehouse.js';
import { LOADS } from './loads.js';
import { generateLoad } from './measure/load.js';
import { memoryOf, totalOf } from './measure/memory.js';
import type { OAuthScenario } from './peers/peer.js';
import { print, table } from './report.js';
import { filledSqliteStore } from './scale/filled-store.js';
import { onRedis, sqliteStore, type Store } from './stores.js';

/** What docs/operations.md reckons with, beside the CPU of each part: Redis, the rows of a database, connections. */
const SCENARIOS: readonly OAuthScenario[] = ['register', 'authorize', 'exchange', 'refresh'];
const REQUESTS = 2000;
const CONNECTIONS = 16;
const LOAD_SECONDS = 60;
const ROWS = 100_000;
/** Idle connections of browsers and clients; below the usual limit of descriptors. */
const IDLE = 900;

export async function measureSizing(): Promise<void> {
  await measureRedis();
  await measureRows();
  await measureConnections();
}

interface RedisUse {
  readonly commands: number;
  readonly bytes: number;
}

async function measureRedis(): Promise<void> {
  const store = await onRedis(await sqliteStore());
  const running = await startGatehouse({ store, pendingTtl: '10m' });
  const rows: string[][] = [];
  try {
    for (const scenario of SCENARIOS) {
      const before = await redisUse(store);
      await sendRequests(running, scenario);
      const after = await redisUse(store);
      const perRequest = (of: keyof RedisUse): number => (after[of] - before[of]) / REQUESTS;
      rows.push([scenario, perRequest('commands').toFixed(2), perRequest('bytes').toFixed(0)]);
    }
  } finally {
    await running.stop();
  }
  print(`\n## sizing\n\n${table([['Redis, of one request', 'commands', 'bytes kept'], ...rows])}`);
}

async function redisUse({ settings }: Store): Promise<RedisUse> {
  const info = await run('redis-cli', ['-u', settings?.['GATEHOUSE_REDIS__URL'] ?? '', 'INFO', 'everything']);
  const number = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1]);
  return { commands: number('total_commands_processed'), bytes: number('used_memory') };
}

async function measureRows(): Promise<void> {
  const filled = await filledSqliteStore(ROWS);
  const bytes = (await stat(filled.env['BENCH_SQLITE'] ?? '')).size / ROWS;
  print(`\nSQLite, a client with a code, a lineage, a refresh token and an access token: ${bytes.toFixed(0)} bytes`);
  await filled.close();
}

/** Each connection has sent one request, and waits for its next one. */
async function measureConnections(): Promise<void> {
  const running = await startGatehouse({ store: await sqliteStore(), pendingTtl: '10m' });
  const sockets: Socket[] = [];
  try {
    await sendRequests(running, 'metadata');
    const before = memoryOfDaemon(running);
    const [port = 0] = running.ports;
    for (let count = 0; count < IDLE; count++) sockets.push(await idleConnection(port));
    const kib = ((memoryOfDaemon(running) - before) * 1024) / IDLE;
    print(`daemon, an idle connection: ${kib.toFixed(1)} KiB of its memory`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await running.stop();
  }
}

function memoryOfDaemon({ processes }: Running): number {
  return totalOf(memoryOf(processes[0]?.pids ?? []));
}

function idleConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.write('GET /.well-known/oauth-authorization-server HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    });
    socket.once('data', () => resolve(socket)).once('error', reject);
  });
}

async function sendRequests(running: Running, scenario: OAuthScenario): Promise<void> {
  await generateLoad({
    port: running.ports[0] ?? 0,
    requests: await running.prepare(scenario, REQUESTS),
    expected: LOADS[scenario].expected,
    connections: CONNECTIONS,
    seconds: scenario === 'metadata' ? 1 : LOAD_SECONDS,
  });
}
