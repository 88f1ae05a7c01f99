import type { Logger } from '../../core/logger.js';
import { Unavailable } from '../../core/faults.js';
import { Cluster, type Redis } from 'ioredis';
import { createClient, pause, type RedisClient, type RedisOptions } from './client.js';
import type { Script } from './scripts.js';

/**
 * The one connection of this process to Redis (one per node, for a cluster). Connects in the background and stays in
 * touch by itself; meanwhile every method throws Unavailable, and so it does for what Redis cannot do just now. What no
 * waiting mends is a plain error: a script that failed, a key that holds something else.
 */
export class RedisConnection {
  readonly #client: RedisClient;
  #isClosed = false;

  constructor(options: RedisOptions, logger: Logger) {
    this.#client = createClient(options);
    logChanges(this.#client, logger);
    dropWhenOutOfStep(this.#client);
    this.#client.on('end', () => this.#startOver());
  }

  /**
   * Runs a script on one key, or on several of one hash tag. A server that has not seen it yet (a new one, SCRIPT FLUSH) is
   * sent its text.
   */
  run(script: Script, keys: string | readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    const all = typeof keys === 'string' ? [keys] : keys;
    return this.#attempt(script.name, async (client) => {
      try {
        return await client.evalsha(script.sha1, all.length, ...all, ...values);
      } catch (error) {
        if (!isReply(error, 'NOSCRIPT')) throw error;
        return client.eval(script.lua, all.length, ...all, ...values);
      }
    });
  }

  async delete(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#attempt('DEL', (client) => client.del(key))));
  }

  async set(key: string, value: Buffer, ttlMs: number): Promise<void> {
    await this.#attempt('SET', (client) => client.set(key, value, 'PX', ttlMs));
  }

  /** Whether it was stored: there was no such key. */
  setIfAbsent(key: string, value: Buffer, ttlMs: number): Promise<boolean> {
    return this.#attempt('SET', async (client) => (await client.set(key, value, 'PX', ttlMs, 'NX')) !== null);
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
      const [message, options] = [`Redis, ${what}: ${String(error)}`, { cause: withoutArguments(error) }];
      throw isMistake(error) ? new Error(message, options) : new Unavailable('state', message, options);
    }
  }
}

/**
 * Replies carry no ids: Redis answers in the order of the commands, and one reply too many would give every later
 * command the reply of another. ioredis only reports a reply that it has no command for; the connection must end.
 */
function dropWhenOutOfStep(client: RedisClient): void {
  const drop = (error: Error, connection: Redis | undefined): void => {
    if (error.message.startsWith('Command queue state error')) connection?.disconnect(true);
  };
  if (client instanceof Cluster) {
    client.on('+node', (node: Redis) => node.on('error', (error: Error) => drop(error, node)));
  } else client.on('error', (error: Error) => drop(error, client));
}

function isReply(error: unknown, code: string): boolean {
  return error instanceof Error && error.message.startsWith(code);
}

/**
 * A value of another type than ours, or an error of a script's own text. What a command inside of a script was refused for
 * (OOM, READONLY) stays what it is: Redis 7 puts that code first, Redis 6 behind a dash in the text.
 */
function isMistake(error: unknown): boolean {
  if (isReply(error, 'WRONGTYPE')) return true;
  if (!(error instanceof Error) || !isReply(error, 'ERR') || !error.message.includes('user_script')) return false;
  const inner = / -([A-Z]+) /.exec(error.message)?.[1];
  return inner === undefined || inner === 'WRONGTYPE' || inner === 'ERR';
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
