import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { startRedis, type RedisServer } from './redis.js';
import { run } from './run.js';

/** A real Redis Cluster: three masters on loopback ports, each with a third of the slots. */
export interface RedisCluster {
  readonly nodes: readonly RedisServer[];
  /** redis+cluster://127.0.0.1:port,127.0.0.1:port,127.0.0.1:port */
  readonly url: string;
  /** Resolves when every node says that all slots are served. */
  untilWhole(): Promise<void>;
  elapse(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedisCluster(): Promise<RedisCluster> {
  const nodes = await Promise.all([startNode(), startNode(), startNode()]);
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  await run('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
  const cluster: RedisCluster = {
    nodes,
    url: `redis+cluster://${addresses.join(',')}`,
    async untilWhole() {
      await Promise.all(nodes.map((node) => eventually(() => isWhole(node))));
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

async function startNode(): Promise<RedisServer> {
  const busPort = String(await freePort());
  return startRedis(['--cluster-enabled', 'yes', '--cluster-port', busPort, '--cluster-node-timeout', '1000']);
}

async function isWhole(node: RedisServer): Promise<void> {
  const info = await node.command('CLUSTER', 'INFO');
  if (!/cluster_state:ok/.test(info) || !/cluster_known_nodes:3/.test(info)) throw new Error(`not whole yet:\n${info}`);
}
