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
      if (isServed || hasFailed) return;
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

  /**
   * Rejects with the reason unless every master answers, and serves. Asks each of them itself: ioredis would pick any node for
   * a command without a key, also one that rejects us.
   */
  async reach(): Promise<void> {
    const masters = this.cluster.nodes('master');
    const answering: Redis[] = [];
    const problems: Error[] = [];
    await Promise.all(
      masters.map(async (node) => {
        const info = await node.cluster('INFO').catch((error: unknown) => error as Error);
        if (info instanceof Error) problems.push(this.#unreachable(keyOf(node), info));
        else if (!info.includes('cluster_state:ok')) problems.unshift(new Error(NOT_SERVING));
        else answering.push(node);
      }),
    );
    const [problem] = problems;
    if (problem !== undefined) throw problem;
    const [first] = answering;
    if (first === undefined) throw new Error(NOT_SERVING);
    // ioredis forgets a node that it could not reach, until it asks for the slots again.
    if (this.#errors.size === 0) return;
    const slots = (await first.cluster('SLOTS')) as unknown as SlotRange[];
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
