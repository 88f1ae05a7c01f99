import type { CommonRedisOptions } from 'ioredis';
import { Cluster, Redis } from 'ioredis';
import type { ConnectionOptions } from 'node:tls';
import type { HostAndPort, RedisEndpoint } from '../../config/redis-url.js';
import { parseRedisUrl } from '../../config/redis-url.js';
import { Unavailable } from '../../core/faults.js';
import type { Logger } from '../../core/runtime.js';
import type { Pauses } from '../../core/timing.js';
import { growingPause } from '../../core/timing.js';
import { ClusterNodes } from './cluster-nodes.js';
import { logChanges } from './connection-log.js';
import { Diagnosis, isVague } from './diagnosis.js';
import type { ClientError } from './errors.js';
import { codeOf, isMistake, isReadOnlyReplica, reasonOf, withoutArguments } from './errors.js';
import type { Script } from './keys.js';
import { MemoryPolicy } from './memory-policy.js';

type RedisClient = Redis | Cluster;

export interface RedisOptions {
  /** See parseRedisUrl. */
  readonly url: string;
  /** Before every key. */
  readonly keyPrefix: string;
  /** Milliseconds after which a command without an answer fails. */
  readonly commandTimeoutMs: number;
  /** For `rediss`: certificate authorities, client certificate, server name. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'servername'>;
  /** For Sentinels that require it. */
  readonly sentinelPassword?: string;
}

const PAUSES: Pauses = { firstMs: 50, longestMs: 2000 };
const SLOTS_REFRESH_MS = 5000;
/** How a replica answers; the second one if it has lost its master and may not serve stale data. */
const FORMER_MASTER = new Set(['READONLY', 'MASTERDOWN']);
const IS_REPLICA = 'it is a read-only replica; name its master in redis.url, or use Sentinel';

/**
 * Creates a client that fails immediately or within the command timeout, and reconnects automatically with growing pauses.
 *
 * Two things must never happen here. A command must not wait for a connection: requests would pile up behind a dead Redis,
 * each holding its socket. And a command must not be sent twice: a take whose answer was lost with the connection may have
 * taken effect, and the second one would find nothing. So ioredis's queues and resends are off.
 */
function createClient(options: RedisOptions, endpoint: RedisEndpoint): RedisClient {
  const verified = tlsOf(options, endpoint);
  const common = {
    ...(verified !== undefined && { tls: verified }),
    ...(endpoint.username !== undefined && { username: endpoint.username }),
    ...(endpoint.password !== undefined && { password: endpoint.password }),
    connectionName: 'gatehouse',
    commandTimeout: options.commandTimeoutMs,
    // A socket without data for that long while an answer is due is dead: later commands fail immediately.
    socketTimeout: options.commandTimeoutMs,
    connectTimeout: options.commandTimeoutMs,
    // Rejects pending commands as soon as the connection closes.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // After a failover this may be the connection to a former master.
    reconnectOnError: (error) => FORMER_MASTER.has(codeOf(error)),
  } satisfies CommonRedisOptions & { tls?: ConnectionOptions };

  switch (endpoint.kind) {
    case 'standalone':
      return new Redis({
        ...common,
        ...endpoint.host,
        db: endpoint.db,
        enableOfflineQueue: false,
        retryStrategy: pause,
      });
    case 'sentinel':
      return new Redis({
        ...common,
        sentinels: [...endpoint.sentinels],
        name: endpoint.master,
        db: endpoint.db,
        enableOfflineQueue: false,
        retryStrategy: pause,
        sentinelRetryStrategy: pause,
        sentinelCommandTimeout: options.commandTimeoutMs,
        // Reports a failover immediately, even if the former master is cut off rather than gone.
        failoverDetector: true,
        ...(options.sentinelPassword !== undefined && { sentinelPassword: options.sentinelPassword }),
        ...(verified !== undefined && { enableTLSForSentinelMode: true, sentinelTLS: verified }),
      });
    case 'cluster':
      return new Cluster([...endpoint.nodes], {
        redisOptions: common,
        // Keeps the names in redis.url: a certificate is for the name, and ioredis would ask for that of its address.
        dnsLookup: (name, found) => {
          found(null, name);
        },
        // In a cluster, this is the queue of commands for a node whose first connection is being made, such as after a
        // failover or a resharding. The command timeout limits the wait, and a refused connection ends it.
        enableOfflineQueue: true,
        clusterRetryStrategy: pause,
        slotsRefreshInterval: SLOTS_REFRESH_MS,
        slotsRefreshTimeout: options.commandTimeoutMs,
        // 0 means "do not resend". MOVED and ASK are still followed, because the command was not executed.
        retryDelayOnFailover: 0,
        retryDelayOnClusterDown: 0,
      });
  }
}

/** Undefined without TLS. */
function tlsOf({ tls }: RedisOptions, endpoint: RedisEndpoint): ConnectionOptions | undefined {
  // Overrides NODE_TLS_REJECT_UNAUTHORIZED in the environment: an impostor would get the password, and reset every throttle.
  return endpoint.tls ? { ...tls, rejectUnauthorized: true } : undefined;
}

/** The servers that redis.url names. */
function serversOf(endpoint: RedisEndpoint): readonly HostAndPort[] {
  switch (endpoint.kind) {
    case 'standalone':
      return [endpoint.host];
    case 'sentinel':
      return endpoint.sentinels;
    case 'cluster':
      return endpoint.nodes;
  }
}

/**
 * Milliseconds until the next attempt to connect: doubling, with jitter, so that daemons do not all return at the same time.
 */
export function pause(attempt: number): number {
  const longest = growingPause(attempt, PAUSES);
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * The one connection of this process to Redis (one per node, for a cluster). Connects in the background and reconnects
 * automatically. While it is down, and for temporary errors of Redis, every method throws Unavailable. Permanent errors are
 * plain errors: a failed script, or a key with a value of another type.
 */
export class RedisConnection {
  readonly #client: RedisClient;
  readonly #endLog: () => void;
  /** The last error of the connection, in words for /readyz; empty while it is up. */
  #lastError = '';
  /** Whether the attempt to connect that is under way, or the latest one, has failed. */
  #hasFailed = false;
  readonly #diagnosis: Diagnosis;
  readonly #servers: readonly HostAndPort[];
  /** Undefined without a cluster. */
  readonly #nodes: ClusterNodes | undefined;
  readonly #memory: MemoryPolicy;
  #startingOver: NodeJS.Timeout | undefined;

  constructor(options: RedisOptions, logger: Logger) {
    const endpoint = parseRedisUrl(options.url);
    this.#client = createClient(options, endpoint);
    this.#diagnosis = new Diagnosis(tlsOf(options, endpoint), options.commandTimeoutMs);
    this.#servers = serversOf(endpoint);
    // Before the log, which removes the command from an error.
    dropWithoutDatabase(this.#client);
    this.#nodes = this.#client instanceof Cluster ? new ClusterNodes(this.#client) : undefined;
    this.#endLog = logChanges(this.#client, logger, this.#failed);
    this.#client.on('connecting', () => (this.#hasFailed = false));
    this.#client.on('ready', () => (this.#lastError = ''));
    dropWhenOutOfStep(this.#client);
    this.#client.on('end', this.#startOver);
    this.#memory = new MemoryPolicy(logger);
    this.#client.on('ready', () => void this.#memory.look(this.#masters()));
  }

  /** Settings of Redis that an operator must change (docs/operations.md, Redis). */
  get warnings(): readonly string[] {
    return this.#memory.warnings;
  }

  /**
   * Runs a script on one key, or on several with one hash tag. Sends the script's text to a server that does not know it (a
   * new server, or one after SCRIPT FLUSH).
   */
  run(script: Script, keys: string | readonly string[], values: readonly (string | number)[] = []): Promise<unknown> {
    const all = typeof keys === 'string' ? [keys] : keys;
    return this.#attempt(script.name, async (client) => {
      try {
        return await client.evalsha(script.sha1, all.length, ...all, ...values);
      } catch (error) {
        if (codeOf(error) !== 'NOSCRIPT') throw error;
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

  /** True if it was stored, because no such key existed. */
  setIfAbsent(key: string, value: Buffer, ttlMs: number): Promise<boolean> {
    return this.#attempt('SET', async (client) => (await client.set(key, value, 'PX', ttlMs, 'NX')) !== null);
  }

  async get(key: string): Promise<Buffer | undefined> {
    return (await this.#attempt('GET', (client) => client.getBuffer(key))) ?? undefined;
  }

  /** A cluster is healthy if all of its slots are served, to this daemon: one node's answer would say nothing about the others. */
  async ping(): Promise<void> {
    await this.#attempt('PING', async (client) => {
      if (this.#nodes !== undefined) return this.#nodes.reach();
      if (client instanceof Redis && (await isReplica(client))) this.#leaveReplica(client);
      return client.ping();
    });
    await this.#memory.look(this.#masters());
  }

  /** The address may lead to another server by now, and no write finds that out while no requests reach an unready daemon. */
  #leaveReplica(client: Redis): never {
    this.#lastError = IS_REPLICA;
    client.disconnect(true);
    throw new Error(IS_REPLICA);
  }

  #masters(): readonly Redis[] {
    return this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client];
  }

  /** Remembers why there is no connection, and resolves with that. */
  readonly #failed = async (error: ClientError): Promise<string> => {
    // Later errors of the same attempt are consequences of the first.
    if (this.#hasFailed) return this.#lastError;
    this.#hasFailed = true;
    const reason = reasonOf(error);
    // Until a new diagnosis, the last one is probably still true.
    if (this.#lastError === '' || !isVague(error)) this.#lastError = reason;
    if (!isVague(error)) return reason;
    const found = await this.#diagnosis.of([...this.#servers, ...(this.#nodes?.failing ?? [])]);
    if (this.#client.status !== 'ready') this.#lastError = found === '' ? reason : found;
    return this.#lastError;
  };

  close(): void {
    this.#diagnosis.end();
    this.#client.off('end', this.#startOver);
    clearTimeout(this.#startingOver);
    this.#endLog();
    this.#client.disconnect();
  }

  /**
   * ioredis gives up permanently in one case that no option covers: when Sentinel announces a failover while a connection is
   * being made. An ended client never reconnects, and the daemon would have to be restarted.
   */
  readonly #startOver = (): void => {
    this.#startingOver = setTimeout(() => {
      // Events report its failure: logChanges listens to them, and they lead here again.
      this.#client.connect().catch(() => undefined);
    }, pause(1));
  };

  async #attempt<T>(what: string, command: (client: RedisClient) => Promise<T>): Promise<T> {
    if (this.#client.status !== 'ready') {
      const reason = this.#lastError === '' ? '' : ` (${this.#lastError})`;
      throw new Unavailable('state', `Redis, ${what}: not connected${reason}`);
    }
    try {
      return await command(this.#client);
    } catch (error) {
      const options = { cause: withoutArguments(error) };
      const message = `Redis, ${what}: ${String(error)}`;
      throw isMistake(error) ? new Error(message, options) : new Unavailable('state', message, options);
    }
  }
}

/**
 * Replies carry no ids: Redis answers in the order of the commands, and one extra reply would shift every later reply to the
 * wrong command. ioredis only reports a reply without a command; the connection must end.
 */
function dropWhenOutOfStep(client: RedisClient): void {
  const drop = (error: Error, connection: Redis | undefined): void => {
    if (error.message.startsWith('Command queue state error')) connection?.disconnect(true);
  };
  if (client instanceof Cluster) {
    client.on('+node', (node: Redis) => node.on('error', (error: Error) => drop(error, node)));
  } else client.on('error', (error: Error) => drop(error, client));
}

/**
 * ioredis reports a SELECT that failed, and then serves database 0 instead: that of another application, or of another
 * deployment with the same prefix.
 */
function dropWithoutDatabase(client: RedisClient): void {
  if (client instanceof Cluster) return;
  client.on('error', (error: Error & { readonly command?: { readonly name: string } }) => {
    if (error.command?.name === 'select') client.disconnect(true);
  });
}

/** A replica answers PING and rejects every write. Users of Redis who may not ask get no answer, and are served. */
async function isReplica(client: Redis): Promise<boolean> {
  return isReadOnlyReplica(await client.info('replication').catch(() => ''));
}
