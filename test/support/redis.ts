import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from './child.js';
import { run, startChild, untilReady } from './child.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { redisCommand, type Before } from './redis-command.js';
import { tempDir } from './temp-dir.js';

/** A real Redis on a loopback port, without persistence: it loses its data when killed. */
export interface RedisServer {
  readonly port: number;
  /** Another one after restart(). */
  pid(): number;
  /** redis://127.0.0.1:port */
  readonly url: string;
  /** Runs one command and returns what redis-cli would print (redis-command.ts). */
  command(...words: string[]): Promise<string>;
  /** The same, as another user or in another database. */
  commandAfter(before: Before, ...words: string[]): Promise<string>;
  /**
   * Simulates the passage of time for all keys: shortens every TTL by this much, and removes keys that have expired.
   */
  elapse(ms: number): Promise<void>;
  stop(): Promise<void>;
  /** kill -9, as when the machine crashes. */
  kill(): Promise<void>;
  /** Restarts it on the same port after stop() or kill(). */
  restart(): Promise<void>;
  /** SIGSTOP: connections stay open without answers. */
  pause(): void;
  resume(): void;
}

const SHORTEN_LIVES = `for _, key in ipairs(redis.call('KEYS', '*')) do
  redis.call('PEXPIRE', key, redis.call('PTTL', key) - ARGV[1])
end`;

/** @param settings further settings as on the command line: `['--cluster-enabled', 'yes']` */
export async function startRedis(settings: readonly string[] = [], port?: number): Promise<RedisServer> {
  const onPort = port ?? (await freePort());
  const dir = tempDir('redis');
  const args = ['--port', String(onPort), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
  // Otherwise Redis takes port + 10000, which a connection of another process may have.
  if (settings.includes('--cluster-enabled')) args.push('--cluster-port', String(await freePort()));
  const start = async (): Promise<Child> => {
    const child = await startChild('redis-server', [...args, ...settings]);
    await untilReady(child, 'redis-server', async () => {
      const answer = await command('PING');
      if (answer !== 'PONG') throw new Error(`redis-server answers PING with: ${answer}`);
    });
    return child;
  };
  const command = async (...words: string[]): Promise<string> => (await redisCommand(onPort, words)).trimEnd();
  let child = await start();

  return {
    port: onPort,
    pid: () => child.pid,
    url: `redis://127.0.0.1:${onPort}`,
    command,
    commandAfter: async (before, ...words) => (await redisCommand(onPort, words, before)).trimEnd(),
    elapse: async (ms) => void (await command('EVAL', SHORTEN_LIVES, '0', String(ms))),
    stop: async () => void (await child.end()),
    kill: async () => void (await child.end('SIGKILL')),
    restart: async () => void (child = await start()),
    pause: () => child.signal('SIGSTOP'),
    resume: () => child.signal('SIGCONT'),
  };
}

/** A real Redis Cluster: three masters on loopback ports, each with a third of the slots. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  /** redis+cluster://127.0.0.1:port,127.0.0.1:port,127.0.0.1:port */
  readonly url: string;
  /** Resolves when every node reports that all slots are served. */
  untilWhole(): Promise<void>;
  /** After how long without an answer of a node the others count it as failed, until they restart. */
  setNodeTimeout(ms: number): Promise<void>;
  elapse(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** A cluster serves nothing while it counts a node as failed, and a busy machine may let one wait for a second. */
export const PATIENT_NODES_MS = 15_000;

export async function startRedisCluster(nodeTimeoutMs = PATIENT_NODES_MS): Promise<RedisCluster> {
  const nodes = await Promise.all(Array.from({ length: 3 }, () => startNode(nodeTimeoutMs)));
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  const cluster: RedisCluster = {
    nodes,
    url: `redis+cluster://${addresses.join(',')}`,
    async untilWhole() {
      await Promise.all(nodes.map((node) => eventually(() => isWhole(node))));
    },
    async setNodeTimeout(ms) {
      await Promise.all(nodes.map((node) => node.command('CONFIG', 'SET', 'cluster-node-timeout', String(ms))));
    },
    async elapse(ms) {
      await Promise.all(nodes.map((node) => node.elapse(ms)));
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
  await cluster.untilWhole();
  return cluster;
}

async function startNode(timeoutMs: number): Promise<RedisServer> {
  return startRedis(['--cluster-enabled', 'yes', '--cluster-node-timeout', String(timeoutMs)]);
}

async function isWhole(node: RedisServer): Promise<void> {
  const info = await node.command('CLUSTER', 'INFO');
  if (!/cluster_state:ok/.test(info) || !/cluster_known_nodes:3/.test(info)) throw new Error(`not whole yet:\n${info}`);
}

/** A master, its replica, and one Sentinel that promotes the replica two seconds after the master is gone. */
export interface RedisSentinel {
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** redis+sentinel://127.0.0.1:port/primary */
  readonly url: string;
  /** Resolves when the replica has become the master although the former one is healthy. */
  failover(): Promise<void>;
  stop(): Promise<void>;
}

/** One Sentinel for a master called "primary". `settings` have to contain at least its port. */
export async function startSentinel(masterPort: number, settings: readonly string[]): Promise<Child> {
  // Sentinel writes its discoveries into its own configuration file.
  const file = join(tempDir('sentinel'), 'sentinel.conf');
  const lines = [
    ...settings,
    'bind 127.0.0.1',
    `sentinel monitor primary 127.0.0.1 ${masterPort} 1`,
    // A busy machine may let the master wait for a second, and an unexpected failover would disturb the test.
    'sentinel down-after-milliseconds primary 2000',
    'sentinel failover-timeout primary 1000',
  ];
  writeFileSync(file, lines.join('\n'));
  return startChild('redis-server', [file, '--sentinel']);
}

export async function startRedisSentinel(): Promise<RedisSentinel> {
  const master = await startRedis(['--repl-diskless-sync-delay', '0']);
  const replica = await startRedis(['--replicaof', `127.0.0.1 ${master.port}`]);
  const port = await freePort();
  const sentinel = await startSentinel(master.port, [`port ${port}`]);
  const ask = (...words: string[]): Promise<string> => redisCommand(port, words);
  await untilReady(sentinel, 'the Sentinel', async () => {
    const replicas = await ask('SENTINEL', 'replicas', 'primary');
    if (!replicas.includes(String(replica.port))) throw new Error('the Sentinel does not know the replica yet');
  });
  await eventually(async () => {
    const info = await replica.command('INFO', 'replication');
    if (!info.includes('master_link_status:up')) throw new Error('the replica has no copy yet');
  });

  return {
    master,
    replica,
    url: `redis+sentinel://127.0.0.1:${port}/primary`,
    failover: () =>
      // Sentinel abandons a failover that exceeds its timeout, and does not begin one that it answered with
      // NOGOODSLAVE.
      eventually(async () => {
        if ((await replica.command('ROLE')).startsWith('master')) return;
        throw new Error(`not promoted yet; Sentinel says: ${await ask('SENTINEL', 'failover', 'primary')}`);
      }),
    async stop() {
      await sentinel.end();
      await Promise.all([replica.stop(), master.stop()]);
    },
  };
}
