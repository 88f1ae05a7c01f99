import type { Logger } from '../../core/logger.js';
import { Unavailable } from '../../core/faults.js';
import { Cluster } from 'ioredis';
import { createClient, pause, type RedisClient, type RedisOptions } from './client.js';
import type { Script } from './scripts.js';

/**
 * The one connection of this process to Redis (one per node, for a cluster). Connects in the background and stays in
 * touch by itself; meanwhile every method throws Unavailable. That is the only error its users see.
 */
export class RedisConnection {
  readonly #client: RedisClient;
  #isClosed = false;

  constructor(options: RedisOptions, logger: Logger) {
    this.#client = createClient(options);
    logChanges(this.#client, logger);
    this.#client.on('end', () => this.#startOver());
  }

  /** Runs a script on one key. A server that has not seen it yet (a new one, SCRIPT FLUSH) is sent its text. */
  run(script: Script, key: string, values: readonly (string | number)[]): Promise<unknown> {
    return this.#attempt(script.name, async (client) => {
      try {
        return await client.evalsha(script.sha1, 1, key, ...values);
      } catch (error) {
        if (!isReply(error, 'NOSCRIPT')) throw error;
        return client.eval(script.lua, 1, key, ...values);
      }
    });
  }

  async set(key: string, value: Buffer, ttlMs: number): Promise<void> {
    await this.#attempt('SET', (client) => client.set(key, value, 'PX', ttlMs));
  }

  async get(key: string): Promise<Buffer | undefined> {
    return (await this.#attempt('GET', (client) => client.getBuffer(key))) ?? undefined;
  }

  /** A cluster is well when all of its slots are served: one node's answer would say nothing about the others. */
  async ping(): Promise<void> {
    await this.#attempt('PING', async (client) => {
      if (!(client instanceof Cluster)) return client.ping();
      const info = await client.cluster('INFO');
      if (!info.includes('cluster_state:ok')) throw new Error('the cluster does not serve all of its slots');
      return info;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#client.disconnect();
  }

  /**
   * ioredis gives up for good in one case that no option covers: when Sentinel tells of a failover while a connection is
   * being made. An ended client never comes back by itself, and the daemon would have to be restarted.
   */
  #startOver(): void {
    if (this.#isClosed) return;
    setTimeout(() => {
      // Its failure is told by the events that logChanges listens to, and leads here again.
      if (!this.#isClosed && this.#client.status === 'end') this.#client.connect().catch(() => undefined);
    }, pause(1));
  }

  async #attempt<T>(what: string, command: (client: RedisClient) => Promise<T>): Promise<T> {
    if (this.#client.status !== 'ready') throw new Unavailable('state', `Redis, ${what}: not connected`);
    try {
      return await command(this.#client);
    } catch (error) {
      throw new Unavailable('state', `Redis, ${what}: ${String(error)}`, { cause: withoutArguments(error) });
    }
  }
}

function isReply(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.startsWith(code);
}

/** ioredis attaches the command with its arguments, which hold users' data and must not reach a log. */
function withoutArguments(error: unknown): unknown {
  if (error instanceof Error && 'command' in error) delete error.command;
  return error;
}

/** One line when the connection is lost and one when it is back, rather than one per attempt. */
function logChanges(client: RedisClient, logger: Logger): void {
  let isUp: boolean | undefined;
  client.on('ready', () => {
    if (isUp !== true) logger.info({}, isUp === undefined ? 'connected to Redis' : 'connected to Redis again');
    isUp = true;
  });
  client.on('error', (err: Error) => {
    if (isUp !== false)
      logger.warn({ err: withoutArguments(err) }, 'Redis is out of reach; trying again until it is back');
    isUp = false;
  });
  client.on('close', () => {
    if (isUp === true) logger.warn({}, 'the connection to Redis is lost; trying again until it is back');
    isUp = false;
  });
  client.on('node error', (err: Error, node: string) => {
    logger.debug({ err: withoutArguments(err), node }, 'a node of the Redis Cluster is out of reach');
  });
}
