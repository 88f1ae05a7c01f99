import type { Cluster, Redis } from 'ioredis';
import type { HostAndPort } from '../../config/redis-url.js';
import { inWords } from './diagnosis.js';

const NOT_SERVING =
  'the cluster does not serve all slots, or its nodes announce no address (cluster-announce-ip); see CLUSTER INFO and CLUSTER SLOTS';

/** In the answer of CLUSTER SLOTS: the slots, then their master. */
type SlotRange = readonly [first: number, last: number, master: readonly [host: string, port: number]];

/** The nodes of a cluster as this process reaches them. A node that is up for the others may be out of reach for us. */
export class ClusterNodes {
  /** By "host:port": of nodes whose last attempt to connect failed. */
  readonly #errors = new Map<string, Error>();

  constructor(private readonly cluster: Cluster) {
    let isServed = false;
    let hasFailed = false;
    cluster.on('connecting', () => {
      isServed = false;
      hasFailed = false;
    });
    cluster.on('ready', () => (isServed = true));
    cluster.on('error', () => (hasFailed = true));
    cluster.on('node error', (error: Error, key: string) => this.#errors.set(key, error));
    cluster.on('+node', (node: Redis) => {
      node.on('ready', () => this.#errors.delete(keyOf(node)));
    });
    // ioredis connects again without an error if the cluster answers, and cannot be used.
    cluster.on('close', () => {
      if (isServed || hasFailed || cluster.listenerCount('error') === 0) return;
      cluster.emit('error', [...this.#errors.values()].at(-1) ?? new Error(NOT_SERVING));
    });
  }

  /** Nodes that could not be reached. */
  get failing(): readonly HostAndPort[] {
    return [...this.#errors.keys()].map((key) => {
      const colon = key.lastIndexOf(':');
      return { host: key.slice(0, colon), port: Number(key.slice(colon + 1)) };
    });
  }

  /** Rejects with the reason if a master cannot be reached. */
  async reach(): Promise<void> {
    await Promise.all(
      this.cluster.nodes('master').map(async (node) => {
        try {
          await node.ping();
        } catch (error) {
          throw this.#unreachable(keyOf(node), error as Error);
        }
      }),
    );
    // ioredis forgets a node that it could not reach, until it asks for the slots again.
    if (this.#errors.size === 0) return;
    const slots = (await this.cluster.cluster('SLOTS')) as unknown as SlotRange[];
    for (const [, , [host, port]] of slots) {
      const error = this.#errors.get(`${host}:${port}`);
      if (error !== undefined) throw this.#unreachable(`${host}:${port}`, error);
    }
    this.#errors.clear();
  }

  #unreachable(key: string, cause: Error): Error {
    return new Error(`cannot reach ${key}: ${inWords(this.#errors.get(key) ?? cause)}`, { cause });
  }
}

function keyOf({ options: { host = '', port = 0 } }: Redis): string {
  return `${host}:${port}`;
}
